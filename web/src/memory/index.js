/** What `engine.js` offers about memory: plain data in, plain data out, no wasm and no DOM. */
export { formatLlamaCommand } from './format-command.js';
export { longestContext } from './memory-budget.js';
export { memoryPlan } from './memory-plan.js';
export { readLlamaCommand } from './read-llama-command.js';
export { readGguf } from './read-gguf.js';
export { readModelFile } from './read-model-file.js';
export { readModelConfig } from './read-model-config.js';
export { scoreMatrix, scoreTileBytes } from './score-memory.js';
