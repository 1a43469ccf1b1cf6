import { CLI_FLAGS, COMMON_FLAGS, SERVER_FLAGS } from './llama-flag-words.js';
import { LARGEST_FLAG, MOST_SEQUENCES } from './plan-settings.js';

/**
 * The command-line arguments of llama-server and llama-cli (llama.cpp of July 2026). Those that change the memory plan
 * or the positions have a setting; of the others it is enough to know how many words follow.
 *
 * @typedef {'integer' | 'float' | 'inverse' | 'type' | 'flash' | 'choice' | 'on' | 'off' | 'switch'} Kind
 *   inverse: a factor whose inverse is kept; on, off: no value; switch: the word on or off
 * @typedef {{ names: string[], env?: string, setting: string, kind: Kind, choices?: string[], apps?: App[],
 *   range?: [number, number] }} SettingFlag
 * @typedef {'server' | 'cli'} App
 */

/** @type {SettingFlag[]} */
export const SETTING_FLAGS = [
  flag('-c --ctx-size', 'LLAMA_ARG_CTX_SIZE', 'nCtx', 'integer'),
  { ...flag('-b --batch-size', 'LLAMA_ARG_BATCH', 'nBatch', 'integer'), range: [1, LARGEST_FLAG] },
  { ...flag('-ub --ubatch-size', 'LLAMA_ARG_UBATCH', 'nUbatch', 'integer'), range: [0, LARGEST_FLAG] },
  { ...flag('-np --parallel', 'LLAMA_ARG_N_PARALLEL', 'nParallel', 'integer'), range: [-LARGEST_FLAG, MOST_SEQUENCES] },
  { ...flag('-kvu --kv-unified', 'LLAMA_ARG_KV_UNIFIED', 'kvUnified', 'on'), apps: ['server'] },
  { ...flag('-no-kvu --no-kv-unified', 'LLAMA_ARG_NO_KV_UNIFIED', 'kvUnified', 'off'), apps: ['server'] },
  flag('-fa --flash-attn', 'LLAMA_ARG_FLASH_ATTN', 'flashAttn', 'flash'),
  flag('-ctk --cache-type-k', 'LLAMA_ARG_CACHE_TYPE_K', 'cacheTypeK', 'type'),
  flag('-ctv --cache-type-v', 'LLAMA_ARG_CACHE_TYPE_V', 'cacheTypeV', 'type'),
  {
    ...flag('--rope-scaling', 'LLAMA_ARG_ROPE_SCALING_TYPE', 'ropeScalingType', 'choice'),
    choices: ['none', 'linear', 'yarn'],
  },
  flag('--rope-scale', 'LLAMA_ARG_ROPE_SCALE', 'ropeFreqScale', 'inverse'),
  flag('--rope-freq-base', 'LLAMA_ARG_ROPE_FREQ_BASE', 'ropeFreqBase', 'float'),
  flag('--rope-freq-scale', 'LLAMA_ARG_ROPE_FREQ_SCALE', 'ropeFreqScale', 'float'),
  flag('--yarn-orig-ctx', 'LLAMA_ARG_YARN_ORIG_CTX', 'yarnOrigCtx', 'integer'),
  flag('--yarn-ext-factor', 'LLAMA_ARG_YARN_EXT_FACTOR', 'yarnExtFactor', 'float'),
  flag('--yarn-attn-factor', 'LLAMA_ARG_YARN_ATTN_FACTOR', 'yarnAttnFactor', 'float'),
  flag('--yarn-beta-slow', 'LLAMA_ARG_YARN_BETA_SLOW', 'yarnBetaSlow', 'float'),
  flag('--yarn-beta-fast', 'LLAMA_ARG_YARN_BETA_FAST', 'yarnBetaFast', 'float'),
  flag('--swa-full', 'LLAMA_ARG_SWA_FULL', 'swaFull', 'on'),
  flag('-kvo --kv-offload', 'LLAMA_ARG_KV_OFFLOAD', 'noKvOffload', 'off'),
  flag('-nkvo --no-kv-offload', 'LLAMA_ARG_NO_KV_OFFLOAD', 'noKvOffload', 'on'),
  flag('-fit --fit', 'LLAMA_ARG_FIT', 'fit', 'switch'),
  flag('-fitc --fit-ctx', 'LLAMA_ARG_FIT_CTX', 'fitCtx', 'integer'),
];

/** @param {string} names @param {string} env @param {string} setting @param {Kind} kind @returns {SettingFlag} */
function flag(names, env, setting, kind) {
  return { names: names.split(' '), env, setting, kind };
}

/** @type {Record<App, string>} */
const OTHER_FLAGS = { server: COMMON_FLAGS + SERVER_FLAGS, cli: COMMON_FLAGS + CLI_FLAGS };

/** Settings that `formatLlamaCommand` writes. */
export const REWRITTEN = new Set([
  ...['nCtx', 'nBatch', 'nUbatch', 'nParallel', 'kvUnified', 'flashAttn', 'cacheTypeK', 'cacheTypeV', 'swaFull'],
]);

/** Memory that the plan does not count, by the flag that asks for it. */
export const UNCOUNTED = new Set([
  ...['-md', '--model-draft', '--spec-draft-model', '-hfd', '-hfrd', '--hf-repo-draft', '--spec-draft-hf'],
  ...['-mm', '--mmproj', '-mmu', '--mmproj-url', '--lora', '--lora-scaled', '--control-vector'],
  ...['--control-vector-scaled', '--kv-unified-per-slot'],
]);

/**
 * How many words follow each flag that has no setting.
 * @param {App} app
 * @returns {Map<string, number>}
 */
export function valuesAfter(app) {
  const counts = new Map();
  for (const line of OTHER_FLAGS[app].trim().split('\n')) {
    const words = line.split(' ');
    const names = words.filter((word) => word.startsWith('-'));
    for (const name of names) counts.set(name, words.length - names.length);
  }
  return counts;
}
