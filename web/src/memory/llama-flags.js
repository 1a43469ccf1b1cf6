/**
 * The command-line arguments of llama-server and llama-cli (llama.cpp of July 2026). Those that change the memory plan
 * or the positions have a setting; of the others it is enough to know how many words follow.
 *
 * @typedef {'integer' | 'float' | 'inverse' | 'type' | 'flash' | 'choice' | 'on' | 'off' | 'switch'} Kind
 *   inverse: a factor whose inverse is kept; on, off: no value; switch: the word on or off
 * @typedef {{ names: string[], env?: string, setting: string, kind: Kind, choices?: string[], apps?: App[] }} SettingFlag
 * @typedef {'server' | 'cli'} App
 */

/** @type {SettingFlag[]} */
export const SETTING_FLAGS = [
  flag('-c --ctx-size', 'LLAMA_ARG_CTX_SIZE', 'nCtx', 'integer'),
  flag('-b --batch-size', 'LLAMA_ARG_BATCH', 'nBatch', 'integer'),
  flag('-ub --ubatch-size', 'LLAMA_ARG_UBATCH', 'nUbatch', 'integer'),
  flag('-np --parallel', 'LLAMA_ARG_N_PARALLEL', 'nParallel', 'integer'),
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

/** Each line: its names, then one word for each value that follows. */
const COMMON = `
-h --help --usage
--version
-cl --cache-list
--completion-bash
-t --threads N
-tb --threads-batch N
-C --cpu-mask M
-Cr --cpu-range LO-HI
--cpu-strict N
--prio N
--poll N
-Cb --cpu-mask-batch M
-Crb --cpu-range-batch LO-HI
--cpu-strict-batch N
--prio-batch N
--poll-batch N
-n --predict --n-predict N
--keep N
--perf --no-perf
-e --escape --no-escape
--repack -nr --no-repack
--no-host
-dt --defrag-thold N
--rpc SERVERS
--mlock
--mmap --no-mmap
-dio --direct-io -ndio --no-direct-io
-lm --load-mode MODE
-lzm --lazy-mode MODE
--numa TYPE
-dev --device DEVICES
--list-devices
-ot --override-tensor PATTERN
-cmoe --cpu-moe
-ncmoe --n-cpu-moe N
--moe-cache-mib N
-ncffn --n-cpu-ffn N
-ngl --gpu-layers --n-gpu-layers N
-sm --split-mode MODE
-ts --tensor-split N
-mg --main-gpu N
-fitt --fit-target MIB
--check-tensors
--override-kv KEY
--op-offload --no-op-offload
--lora FILE
--lora-scaled FILE
--control-vector FILE
--control-vector-scaled FILE
--control-vector-layer-range START END
-m --model FILE
-mu --model-url URL
-dr --docker-repo REPO
-hf -hfr --hf-repo REPO
-hff --hf-file FILE
-hft --hf-token TOKEN
--log-disable
--log-file FILE
--log-jsonl --no-log-jsonl
--log-colors MODE
-v --verbose --log-verbose
--offline
-lv --verbosity --log-verbosity N
--log-prefix --no-log-prefix
--log-timestamps --no-log-timestamps
--spec-draft-type-k -ctkd --cache-type-k-draft TYPE
--spec-draft-type-v -ctvd --cache-type-v-draft TYPE
--samplers SAMPLERS
-s --seed N
--sampler-seq --sampling-seq SEQUENCE
--ignore-eos
--temp --temperature N
--top-k N
--top-p N
--min-p N
--top-nsigma --top-n-sigma N
--xtc-probability N
--xtc-threshold N
--typical --typical-p N
--repeat-last-n N
--repeat-penalty N
--presence-penalty N
--frequency-penalty N
--dry-multiplier N
--dry-base N
--dry-allowed-length N
--dry-penalty-last-n N
--dry-sequence-breaker STRING
--adaptive-target N
--adaptive-decay N
--dynatemp-range N
--dynatemp-exp N
--mirostat N
--mirostat-lr N
--mirostat-ent N
-l --logit-bias BIAS
--grammar GRAMMAR
--grammar-file FILE
-j --json-schema SCHEMA
-jf --json-schema-file FILE
-bs --backend-sampling
-ctxcp --ctx-checkpoints --swa-checkpoints N
-cram --cache-ram N
--context-shift --no-context-shift
-r --reverse-prompt PROMPT
-sp --special
--warmup --no-warmup
-mm --mmproj FILE
-mmu --mmproj-url URL
--mmproj-auto --no-mmproj --no-mmproj-auto
--mmproj-offload --no-mmproj-offload
-mmdev --mmproj-device DEVICE
--image-min-tokens N
--image-max-tokens N
--chat-template-kwargs JSON
--jinja --no-jinja
--reasoning-format FORMAT
-rea --reasoning MODE
--reasoning-effort LEVEL
--reasoning-budget N
--reasoning-budget-message MESSAGE
--reasoning-preserve --no-reasoning-preserve
--chat-template TEMPLATE
--chat-template-file FILE
--skip-chat-parsing --no-skip-chat-parsing
--log-prompts-dir DIR
--spec-draft-hf -hfd -hfrd --hf-repo-draft REPO
--spec-draft-threads -td --threads-draft N
--spec-draft-threads-batch -tbd --threads-batch-draft N
--spec-draft-cpu-mask -Cd --cpu-mask-draft M
--spec-draft-cpu-range -Crd --cpu-range-draft LO-HI
--spec-draft-cpu-strict --cpu-strict-draft N
--spec-draft-prio --prio-draft N
--spec-draft-poll --poll-draft N
--spec-draft-cpu-mask-batch -Cbd --cpu-mask-batch-draft M
--spec-draft-cpu-strict-batch --cpu-strict-batch-draft N
--spec-draft-prio-batch --prio-batch-draft N
--spec-draft-poll-batch --poll-batch-draft N
--spec-draft-override-tensor -otd --override-tensor-draft PATTERN
--spec-draft-cpu-moe -cmoed --cpu-moe-draft
--spec-draft-n-cpu-moe --spec-draft-ncmoe -ncmoed --n-cpu-moe-draft N
--spec-draft-n-max N
--spec-draft-n-min N
--spec-synth-len N
--spec-synth-rates RATES
--spec-draft-p-split --draft-p-split P
--spec-draft-p-min --draft-p-min P
--spec-draft-backend-sampling --no-spec-draft-backend-sampling
--spec-draft-sampling MODE
--spec-draft-device -devd --device-draft DEVICES
--spec-draft-ngl -ngld --gpu-layers-draft --n-gpu-layers-draft N
--spec-draft-model -md --model-draft FILE
--spec-type TYPES
--spec-ngram-mod-n-min N
--spec-ngram-mod-n-max N
--spec-ngram-mod-n-match N
--spec-ngram-simple-size-n N
--spec-ngram-simple-size-m N
--spec-ngram-simple-min-hits N
--spec-ngram-map-k-size-n N
--spec-ngram-map-k-size-m N
--spec-ngram-map-k-min-hits N
--spec-ngram-map-k4v-size-n N
--spec-ngram-map-k4v-size-m N
--spec-ngram-map-k4v-min-hits N
--draft --draft-n --draft-max N
--draft-min --draft-n-min N
--gpt-oss-20b-default
--gpt-oss-120b-default
--vision-gemma-4b-default
--vision-gemma-12b-default
--spec-default
-gan --grp-attn-n N
-gaw --grp-attn-w N`;

const SERVER = `
-lcs --lookup-cache-static FILE
-lcd --lookup-cache-dynamic FILE
--kv-unified-per-slot N
-cms --checkpoint-min-step N
--cache-idle-slots --no-cache-idle-slots
--spm-infill
--pooling TYPE
-cb --cont-batching -nocb --no-cont-batching
--mtmd-batch-max-tokens N
--video-fps N
--video-timestamp-interval N
--video-ffmpeg-dir DIR
-a --alias STRING
--tags STRING
--embd-normalize N
--host HOST
--port PORT
--reuse-port
--path PATH
--cors-origins ORIGINS
--cors-methods METHODS
--cors-headers HEADERS
--cors-credentials --no-cors-credentials
--api-prefix PREFIX
--ui-config --webui-config JSON
--ui-config-file --webui-config-file PATH
--ui-mcp-proxy --webui-mcp-proxy --no-ui-mcp-proxy --no-webui-mcp-proxy
--tools TOOLS
--tools-runtime OPTION
--mcp-servers-config PATH
--mcp-servers-json JSON
-ag --agent -no-ag --no-agent
--ui --webui --no-ui --no-webui
--embedding --embeddings
--rerank --reranking
--api-key KEY
--api-key-file FILE
--ssl-key-file FILE
--ssl-cert-file FILE
-to --timeout N
--sse-ping-interval N
--threads-http N
--cache-prompt --no-cache-prompt
--cache-reuse N
--metrics
--props
--slots --no-slots
--slot-save-path PATH
--media-path PATH
--models-dir PATH
--models-preset PATH
--models-max N
--models-autoload --no-models-autoload
--prefill-assistant --no-prefill-assistant
-sps --slot-prompt-similarity N
--lora-init-without-apply
--sleep-idle-seconds N
--spec-ngram-size-n N
--spec-ngram-size-m N
--spec-ngram-min-hits N
--embd-gemma-default
--fim-qwen-1.5b-default
--fim-qwen-3b-default
--fim-qwen-7b-default
--fim-qwen-7b-spec
--fim-qwen-14b-spec
--fim-qwen-30b-default`;

const CLI = `
-p --prompt PROMPT
-f --file FILE
-bf --binary-file FILE
--server-base URL
--verbose-prompt
--display-prompt --no-display-prompt
-co --color MODE
-sys --system-prompt PROMPT
--show-timings --no-show-timings
-sysf --system-prompt-file FILE
-cnv --conversation -no-cnv --no-conversation
-st --single-turn
-mli --multiline-input
--image --audio --video FILE
-o --output --output-file FILE
--simple-io`;

/** @type {Record<App, string>} */
const OTHER_FLAGS = { server: COMMON + SERVER, cli: COMMON + CLI };

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
