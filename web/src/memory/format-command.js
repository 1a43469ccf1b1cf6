import { quote } from 'shell-quote';

/**
 * @typedef {import('./plan-settings.js').PlanSettings} PlanSettings
 */

const FLASH = /** @type {Record<string, string>} */ ({ enabled: 'on', disabled: 'off' });

/**
 * The command that gives these settings. Flags at their defaults are left out, the context never is: left out it may
 * be shrunk to what fits.
 * @param {PlanSettings & { nCtx: number }} settings
 * @param {{ program?: string | null, others?: readonly string[] }} [pasted] the program and words that say nothing about
 *   memory, kept from a pasted command
 */
export function formatLlamaCommand(settings, { program, others = ['-m', 'model.gguf'] } = {}) {
  const isServer = settings.app !== 'cli';
  const flags = ['-c', String(settings.nCtx)];
  /** @param {string} flag @param {unknown} value @param {unknown} usual */
  const add = (flag, value, usual) => {
    if (value !== undefined && value !== usual) flags.push(flag, String(value));
  };
  add('-np', settings.nParallel, isServer ? -1 : 1);
  if (isServer && settings.kvUnified && Number(settings.nParallel ?? -1) > 0) flags.push('-kvu');
  add('-fa', FLASH[settings.flashAttn ?? ''], undefined);
  add('-ctk', settings.cacheTypeK, 'f16');
  add('-ctv', settings.cacheTypeV, 'f16');
  add('-b', settings.nBatch, 2048);
  add('-ub', settings.nUbatch, 512);
  if (settings.swaFull) flags.push('--swa-full');
  const name = program ?? (isServer ? 'llama-server' : 'llama-cli');
  return quote([name, ...others, ...flags]);
}
