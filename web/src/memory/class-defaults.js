/**
 * What transformers' config classes fill in when a file leaves a size out, by `model_type`. Multimodal files on the Hub
 * do leave sizes out: Gemma 3 4B names neither of its head counts. Anything taken from here is reported.
 * @type {Record<string, Record<string, number>>}
 */
export const CLASS_DEFAULTS = {
  gpt2: { hiddenSize: 768, numAttentionHeads: 12, numHiddenLayers: 12, maxPositionEmbeddings: 1024 },
  llama: { hiddenSize: 4096, numAttentionHeads: 32, numHiddenLayers: 32, maxPositionEmbeddings: 2048 },
  mistral: {
    ...{ hiddenSize: 4096, numAttentionHeads: 32, numHiddenLayers: 32, numKeyValueHeads: 8 },
    ...{ maxPositionEmbeddings: 131072, slidingWindow: 4096 },
  },
  qwen2: {
    ...{ hiddenSize: 4096, numAttentionHeads: 32, numHiddenLayers: 32, numKeyValueHeads: 32 },
    ...{ maxPositionEmbeddings: 32768 },
  },
  qwen3: {
    ...{ hiddenSize: 4096, numAttentionHeads: 32, numHiddenLayers: 32, numKeyValueHeads: 32, headDim: 128 },
    ...{ maxPositionEmbeddings: 32768 },
  },
  phi3: { hiddenSize: 3072, numAttentionHeads: 32, numHiddenLayers: 32, maxPositionEmbeddings: 4096 },
  gemma: {
    ...{ hiddenSize: 3072, numAttentionHeads: 16, numHiddenLayers: 28, numKeyValueHeads: 16, headDim: 256 },
    ...{ maxPositionEmbeddings: 8192 },
  },
  gemma2: {
    ...{ hiddenSize: 2304, numAttentionHeads: 8, numHiddenLayers: 26, numKeyValueHeads: 4, headDim: 256 },
    ...{ maxPositionEmbeddings: 8192, slidingWindow: 4096 },
  },
  gemma3_text: {
    ...{ hiddenSize: 2304, numAttentionHeads: 8, numHiddenLayers: 26, numKeyValueHeads: 4, headDim: 256 },
    ...{ maxPositionEmbeddings: 131072, slidingWindow: 4096, ropeTheta: 1_000_000, ropeLocalBaseFreq: 10_000 },
  },
  gpt_oss: {
    ...{ hiddenSize: 2880, numAttentionHeads: 64, numHiddenLayers: 36, numKeyValueHeads: 8, headDim: 64 },
    ...{ maxPositionEmbeddings: 131072, slidingWindow: 128, ropeTheta: 150_000 },
  },
  deepseek_v2: { hiddenSize: 4096, numAttentionHeads: 32, numHiddenLayers: 32, maxPositionEmbeddings: 2048 },
  deepseek_v3: { hiddenSize: 7168, numAttentionHeads: 128, numHiddenLayers: 61, maxPositionEmbeddings: 4096 },
};

/** Every nth layer sees everything, the others only a window, where the class (or llama.cpp) knows n and
 * the file need not say it. */
export const CLASS_WINDOW_PATTERN = /** @type {Record<string, number>} */ ({
  gemma2: 2,
  gemma3_text: 6,
  gemma3: 6,
  gpt_oss: 2,
  cohere2: 4,
  gemma3n_text: 5,
  gemma3n: 5,
  gemma4_text: 6,
  exaone4: 4,
  olmo3: 4,
  olmo2: 4,
  plamo3: 8,
  afmoe: 4,
});
