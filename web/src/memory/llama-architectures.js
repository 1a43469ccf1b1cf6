/**
 * What llama.cpp does with the layers of the architectures it knows, by transformers' `model_type` or the
 * architecture of a .gguf file. The plan is computed
 * from a file's keys; this table only answers the two questions keys cannot: does the program give a sliding window a
 * smaller cache, and does it cache the latent of multi-head latent attention.
 * @typedef {'honoured' | 'ignored' | 'unknown'} Treatment
 */

/** Converted to an architecture without windows ("llama" for Mistral), or with them switched off (Phi-3). */
const WINDOW_IGNORED =
  /^(llama|mistral|mixtral|ministral|mistral3|phi3|phi3small|phimoe|phi4mm|qwen2|qwen2_moe|qwen2_vl_text|qwen2_5_vl_text|qwen3|qwen3_moe|qwen2moe|qwen2vl|qwen3moe|qwen3vl|starcoder2)$/;
const WINDOW_HONOURED =
  /^(gemma2|gemma3|gemma3_text|gemma3n|gemma3n_text|gemma4|gemma4_text|gpt_oss|cohere2|exaone4|exaone_moe|olmo2|olmo3|smallthinker|plamo3|afmoe|mimo_v2|mimo_v2_flash|mimo2|step3p5|step35|llama4|llama4_text)$/;
const LATENT_CACHED =
  /^(deepseek2|deepseek_v2|deepseek_v3|deepseek_v32|kimi_k2|glm4_moe_lite|glm_moe_dsa|mistral4|longcat_flash)$/;
/** Their keys and values are expanded before they are cached. */
const LATENT_EXPANDED = /^(minicpm3|plm)$/;

/** @param {string | null} modelType @returns {Treatment} */
export function windowTreatment(modelType) {
  if (modelType === null) return 'unknown';
  if (WINDOW_IGNORED.test(modelType)) return 'ignored';
  return WINDOW_HONOURED.test(modelType) ? 'honoured' : 'unknown';
}

/** @param {string | null} modelType @returns {Treatment} */
export function latentTreatment(modelType) {
  if (modelType !== null && LATENT_EXPANDED.test(modelType)) return 'ignored';
  return modelType !== null && LATENT_CACHED.test(modelType) ? 'honoured' : 'unknown';
}
