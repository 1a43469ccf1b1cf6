/** The public module `engine.js`. Pages load the parts they need instead. */
export * from './engine.js';
export * from '../memory/index.js';
