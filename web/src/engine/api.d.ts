// The engine's public interface. Matrices are row-major; sizes are whole numbers; rows are queries, columns are keys.

/** Integers of any size. As in Python, the sign is dropped. Numbers must be safe integers. */
export type Seed = number | bigint;

/** An array, or a typed array of any kind but those of BigInts. */
export type Numbers = readonly number[] | (ArrayLike<number> & ArrayBufferView);

/** Flat and row-major, or as an array of rows of equal length. */
export type MatrixInput = Numbers | readonly Numbers[];

/** q, k and v drawn as CPython does: random.Random(seed).gauss(0, 1); q row by row, then k, then v. */
export interface SampleInput {
  seed: Seed;
  /** Number of queries, 1 or more. */
  n: number;
  /** Number of keys, 1 or more; n if not given. */
  keys?: number;
  /** Width of a query and a key, 1 or more. */
  dK: number;
  /** Width of a value, 1 or more; dK if not given. */
  dV?: number;
}

/** The caller's own data, without a seed. Sizes may be left out where arrays of rows say them; those that are given must agree. */
export interface GivenData {
  /** n x dK, finite. */
  q: MatrixInput;
  /** keys x dK. A NaN or infinity in it must be masked in some row, and makes an event in the rows that see it. */
  k: MatrixInput;
  /** keys x dV, as k; without it the output is null. */
  v?: MatrixInput | null;
  n?: number;
  /** n if not given and k is flat. */
  keys?: number;
  dK?: number;
  /** dK if not given and v is flat. */
  dV?: number;
}

export type AttendInput = SampleInput | GivenData;

/**
 * What softmax gets instead of the logit z = q k^T. `m` is the number of keys a row sees, `p` its position counted from 1: 0 and
 * below for queries before the first key, which there may be with more queries than keys. Each may be written as text too, name and parameter: 'softcap:50', 'qk-norm'.
 */
export type LogitRule =
  /** z / sqrt(scalar): Gemma 2 and 3 */
  | { rule: 'query-pre-attn-scalar'; scalar: number }
  /** z / sqrt(dK) / (layer + 1), layers counted from 0: GPT-2's option */
  | { rule: 'inverse-layer'; layer: number }
  /** cap tanh(z / sqrt(dK) / cap): Gemma 2, Grok */
  | { rule: 'softcap'; cap: number }
  /** z / sqrt(dK) times s ln m: scalable softmax */
  | { rule: 'ssmax'; s: number }
  /** z / sqrt(dK), beyond the trained length times ln p / ln trained: Qwen 1 */
  | { rule: 'log-n'; trained: number }
  /** z / sqrt(dK) times ln m / ln trained, at every length */
  | { rule: 'entropy-invariant'; trained: number }
  /** z / sqrt(dK) times 1 + 0.1 ln(1 + floor(max(p, 0) / floorScale)): Llama 4 */
  | { rule: 'llama4'; floorScale: number }
  /** z / sqrt(dK) times (0.1 ln stretch + 1)^2: YaRN's temperature */
  | { rule: 'yarn'; stretch: number }
  /** q and k made x / sqrt(mean x^2 + 1e-6) first, without learned weights, then z / sqrt(dK): Qwen 3, Gemma 3 */
  | { rule: 'qk-norm' }
  /** q and k divided by their length first, then z log2(L^2 - L) with L = usualLength: Henry et al. */
  | { rule: 'cosine'; usualLength: number }
  /** z / sqrt(dK), and beside the keys a logit whose weight is dropped: gpt-oss */
  | { rule: 'sink'; logit: number }
  /** the same with a logit of 0 */
  | { rule: 'off-by-one' };

/** 1, 1/sqrt(dK), 1/dK or any finite number as factor on the logits; 0 gives uniform rows. */
export type FactorScale = 'none' | 'sqrt' | 'linear' | number;

/** A factor, or a rule of current models. */
export type Scale = FactorScale | LogitRule | (string & {});

/**
 * With p = i + keys - n: causal keeps the keys j <= p of row i; a window those with p - window < j <= p and, where `sinks` are
 * given, the first of all keys (StreamingLLM).
 */
export type Mask = 'none' | 'causal' | { window: number; sinks?: number };

/** A mask under which a row sees one run of keys. */
export type RunMask = 'none' | 'causal' | { window: number; sinks?: 0 };

export type RopeType = 'default' | 'linear' | 'ntk-aware' | 'dynamic' | 'yarn' | 'longrope' | 'llama3' | 'proportional' | 'llama.cpp';

/** Rotary parameters under the names of Hugging Face's config, in camel case. What is missing or null has its default. */
export interface RopeParameters {
  /** 'linear' is position interpolation; 'ntk-aware' a base raised by factor; 'llama.cpp' ggml's own formula. */
  ropeType: RopeType | (string & {});
  ropeTheta?: number | null;
  headDim?: number | null;
  /** Leading entries of a head that turn; otherwise headDim * partialRotaryFactor, cut to a whole number. */
  rotaryDim?: number | null;
  partialRotaryFactor?: number | null;
  factor?: number | null;
  maxPositionEmbeddings?: number | null;
  /** The length before scaling; maxPositionEmbeddings if not given. */
  originalMaxPositionEmbeddings?: number | null;
  attentionFactor?: number | null;
  betaFast?: number | null;
  betaSlow?: number | null;
  mscale?: number | null;
  mscaleAllDim?: number | null;
  truncate?: boolean | null;
  lowFreqFactor?: number | null;
  highFreqFactor?: number | null;
  /** longrope: a divisor for each pair; llama.cpp: its freq_factors. */
  shortFactor?: Numbers | null;
  longFactor?: Numbers | null;
  /** llama.cpp: the share of YaRN's ramp that is applied. */
  extFactor?: number | null;
}

/** Rotary parameters, the config that readModelConfig gives, or a config.json's own object. */
export type RopeConfig = RopeParameters | object;

export interface RopeOptions extends RunOptions {
  /** Positions in use, for the types that look at them; as long as the model was trained if not given. */
  sequenceLength?: number;
  /** Which layers, where they differ: 'full_attention' if not given. One that the config does not have is refused. */
  layerType?: string;
}

export interface CoreFrequencies {
  rotaryDim: number;
  /** Multiplies cos and sin, in queries and keys: rotary logits by its square. */
  attentionFactor: number;
  /** theta, or what the type made of it. */
  effectiveBase: number;
  /** First and last pair of the ramp of yarn and llama.cpp; null for the others. */
  correctionRange: [number, number] | null;
  /** One for each pair: the angle by which it turns from one position to the next. */
  invFreq: Float64Array;
}

export interface RopeFrequencies extends CoreFrequencies {
  ropeType: string;
  ropeTheta: number;
  headDim: number;
  factor: number;
  /** What readModelConfig had to say, where it was a config.json's object. */
  warnings: { code: string; [detail: string]: unknown }[];
}

/** Queries and keys turned by their positions before they are multiplied: rotary parameters, or else a config that has them. */
export interface PositionsOption extends Partial<RopeParameters> {
  config?: RopeConfig;
  layerType?: string;
  /** Which entries make a pair: i and i + half of the rotary width (if not given), or 2i and 2i + 1. */
  layout?: 'half' | 'interleaved';
  /** For the types that look at it; the longest position + 1 if not given. */
  sequenceLength?: number;
  /** Key j stands at j * step, query i at (i + keys - n) * step; 1 if not given. */
  step?: number;
}

export interface RunOptions {
  /**
   * Aborting rejects the call with code 'cancelled', on workers within 200 ms. On the calling thread (in Node, with `workers: 0`)
   * nothing else runs while the engine computes: sample, attend, outline, gradient, overflow and ropeFrequencies cannot be
   * interrupted and are as a rule done when the call returns. There sweep, lengths and measure hear the signal between two parts: of
   * a sweep a part takes about 50 ms, or one seed of one combination where that takes longer; of lengths it is one seed at
   * all points; of measure about 40 ms, with the drawing of the data and the check of the output as parts of their own.
   */
  signal?: AbortSignal;
}

export interface AttendOptions extends RunOptions {
  /** 'sqrt' if not given. */
  scale?: Scale;
  /** Divides the scaled logits; finite and above 0; 1 if not given. */
  temperature?: number;
  /** 'none' if not given. */
  mask?: Mask;
  /** None if not given. Head width and dK must agree. */
  positions?: PositionsOption | null;
  /** 'stable' (if not given) subtracts the row's maximum first; 'naive' does not, and overflows where it must. */
  softmax?: 'stable' | 'naive';
  /** The numbers each stage is rounded to; 'f64' if not given. Statistics are always float64. */
  precision?: 'f64' | 'f32' | 'f16' | 'bf16';
}

export interface Sample {
  /** n x dK */
  q: Float64Array;
  /** keys x dK */
  k: Float64Array;
  /** keys x dV */
  v: Float64Array;
}

/** What went wrong in a row. Such a row has weights, output and statistics 0 and is left out of all means. */
export interface RowEvent {
  code: 'overflow' | 'underflow' | 'not-finite' | 'fully-masked';
  stage: 'input' | 'logits' | 'scaling' | 'mask' | 'softmax' | 'output';
  row: number;
  /** The first key concerned; null where it is the row as a whole. */
  key: number | null;
}

/** Every stage of scaled dot-product attention. Scalars that are undefined (no row is left to take a mean of) are null. */
export interface Attention {
  n: number;
  keys: number;
  dK: number;
  /** null without values */
  dV: number | null;
  /** n x keys: q k^T; -Infinity where masked. */
  logits: Float64Array;
  /** n x keys: the logits after scale and temperature; -Infinity where masked. */
  scaled: Float64Array;
  /** n x keys: softmax of each row; 0 where masked. */
  weights: Float64Array;
  /** n x dV: weights v; null without values. */
  output: Float64Array | null;
  /** Number of keys each row sees, m. */
  rowVisible: Uint32Array;
  /** H = -sum w ln w, in nats, from 0 to ln m. */
  rowEntropy: Float64Array;
  /** ln m; 0 for a row that sees no key. */
  rowMaxEntropy: Float64Array;
  /** H / ln m, from 0 to 1; null where a row sees one key; 0 where it has an event. */
  rowShare: (number | null)[];
  rowMaxWeight: Float64Array;
  /** 1 - sum of the row's weights: what a sink took; 0 without one. */
  rowSink: Float64Array;
  /** Frobenius norm of diag(w) - w w^T: 0 for a one-hot row, sqrt(m - 1)/m for a uniform one. */
  rowJacobian: Float64Array;
  /** The largest of all weights. */
  maxWeight: number | null;
  /** Mean of the row entropies, in nats. */
  meanEntropy: number | null;
  /** ln keys */
  uniformEntropy: number;
  /** Mean of H / ln m over the rows that see more than one key. */
  entropyShare: number | null;
  /** Mean over the visible logits. */
  meanSquareLogit: number | null;
  rmsLogit: number | null;
  rmsScaledLogit: number | null;
  meanJacobian: number | null;
  /** At most one per row, in row order: the first stage that failed. */
  events: RowEvent[];
}

export interface OutlineOptions extends Omit<AttendOptions, 'positions'> {
  /** The most cells on a side of the small matrix, 1 to 4096; 48 if not given. */
  side?: number;
}

/** Weights in a size in which a hundred of them can be shown at once. */
export interface SmallWeights {
  n: number;
  keys: number;
  /** n x keys: the largest weight of each block. */
  weights: Float32Array;
  /** n x keys: -Infinity where the block holds no visible key, else 0. */
  scaled: Float32Array;
}

/** Attention without its matrices. */
export interface Outline extends Omit<Attention, 'logits' | 'scaled' | 'weights' | 'output'> {
  small: SmallWeights;
}

export interface GradientOptions extends RunOptions {
  /** 'sqrt' if not given. Logit rules are refused. */
  scale?: FactorScale;
  temperature?: number;
  mask?: Mask;
}

/** Attention in float64, and what of a gradient gets through each row. The numbers of a row with an event are 0. */
export interface Gradient extends Attention {
  /** Spectral norm of diag(w) - w w^T, at most its Frobenius norm rowJacobian and at most 1/2. */
  rowSpectral: Float64Array;
  /** Frobenius norm of the derivative of the output row with respect to its query; carries scale and temperature. */
  rowDerivative: Float64Array;
}

export interface OverflowOptions extends RunOptions {
  /** 'sqrt' if not given. Logit rules are refused. */
  scale?: FactorScale;
  temperature?: number;
  /** The format in which every single operation is rounded; 'f64' if not given. */
  precision?: 'f64' | 'f32' | 'f16' | 'bf16';
  /** The query, 0 if not given. */
  row?: number;
  /** The query is multiplied by it; 1 if not given. */
  gain?: number;
}

/** One number per key. NaN where an event left none. */
export interface SoftmaxTrace {
  terms: Float64Array;
  /** Of the terms up to the key. */
  sums: Float64Array;
  weights: Float64Array;
  /** Terms above 0 that did not change the sum they were added to. */
  lost: number;
  event: RowEvent | null;
}

/**
 * One row of softmax, operation by operation: each product, sum, exponential and quotient is rounded to the format at once.
 * (AttendOptions.precision rounds whole stages, as hardware with float32 accumulators does.)
 */
export interface RowTrace {
  /** q . k: infinite where the product left the format. */
  logits: Float64Array;
  scaled: Float64Array;
  /** e^s / sum */
  naive: SoftmaxTrace;
  /** e^(s - max) / sum */
  stable: SoftmaxTrace;
  /** The running maximum, and the running sum of e^(s - maximum), rescaled when the maximum moves. */
  online: { maxima: Float64Array; sums: Float64Array };
  /** The largest number of the format. */
  largest: number;
}

/** Every combination of n, dK, scale and mask is run for every seed: n queries and n keys, float64. */
export interface SweepInput {
  n: number | readonly number[];
  dK: number | readonly number[];
  /** 'sqrt' if not given. */
  scale?: Scale | readonly Scale[];
  /** 'none' if not given. */
  mask?: Mask | readonly Mask[];
  /** 1 if not given. */
  temperature?: number;
  /** At least one. */
  seeds: readonly Seed[];
}

export interface ProgressOptions extends RunOptions {
  /** Called after each finished part; of a sweep `total` counts the runs, one for each combination and seed. */
  onProgress?: (progress: { done: number; total: number }) => void;
}

export interface SweepOptions extends ProgressOptions {
  /** Also the mean share of each row position. */
  rowShares?: boolean;
  /** How many bootstrap means of the share to draw, 0 to 10,000; none if not given. Always the same draws. */
  resamples?: number;
}

/** At the quantiles 0.05, 0.25, 0.5, 0.75 and 0.95, over the seeds. */
export type Quantiles = (number | null)[];

/** What all seeds together say. Seeds in which a number is undefined are left out of it; null where none is left. */
export interface SweepStatistics {
  /** The largest weight over all seeds. */
  maxWeight: number | null;
  /** Mean over the seeds of the run's largest weight, its standard deviation and its quantiles. */
  meanMaxWeight: number | null;
  maxWeightDeviation: number | null;
  maxWeightQuantiles: Quantiles;
  /** Mean over seeds and rows of the row's largest weight. */
  meanRowMaxWeight: number | null;
  /** Mean over the seeds of the mean row entropy, in nats, and its standard deviation. */
  meanEntropy: number | null;
  entropyDeviation: number | null;
  /** Mean over the seeds of the run's mean H / ln m. */
  entropyShare: number | null;
  /** 95 % interval of that mean; undefined with one seed. */
  shareInterval: [low: number | null, high: number | null];
  shareQuantiles: Quantiles;
  meanJacobian: number | null;
  jacobianQuantiles: Quantiles;
  /** Root of the mean over seeds of the mean square. */
  rmsLogit: number | null;
  rmsScaledLogit: number | null;
  /** Rows that overflowed, over all seeds. */
  failedRows: number;
  /** With rowShares: the mean over the seeds of each row's H / ln m; null where the row sees one key. */
  rowShare?: (number | null)[];
  /** With resamples: means of the share over seeds drawn with replacement, the same seeds in every combination. */
  shareResamples?: Float64Array;
}

export interface SweepRow extends SweepStatistics {
  n: number;
  dK: number;
  scale: Scale;
  mask: Mask;
}

/** Scaled dot-product attention (1/sqrt(dK), data as in SampleInput), computed by one of four algorithms and timed. */
export interface MeasureInput {
  /**
   * 'loop': one number at a time. 'rows': several numbers at a time, one row of weights in memory. 'matrix': two matrix
   * products with all n x keys weights in memory between them. 'tiled': online softmax over blocks, no weights in memory.
   */
  algorithm: 'loop' | 'rows' | 'matrix' | 'tiled';
  n: number;
  /** n if not given. */
  keys?: number;
  dK: number;
  /** dK if not given. */
  dV?: number;
  /** 'none' if not given. A window with sinks is refused. */
  mask?: RunMask;
  /** 'f32' if not given. */
  precision?: 'f32' | 'f64';
  /** 0 if not given. */
  seed?: Seed;
  /** Number of times to take, at least; by default as many as fill 50 ms. */
  repeats?: number;
  /** Number of workers to share the queries out to, 1 if not given. Each gets its own queries and all keys and values once. */
  workers?: number;
}

export interface Measured {
  /**
   * Of one run. Runs are repeated until they have taken 50 ms, or 50 steps of the clock where those are longer; runs too short
   * for the clock are timed many together. With several workers: from the first one's start to the last one's end.
   */
  milliseconds: { min: number; median: number; max: number };
  /** Number of runs in these times. */
  repeats: number;
  /** Number of workers that shared the queries; fewer than asked for where the engine has no more. */
  workers: number;
  /** Bytes that the allocator gave the algorithm beyond q, k, v and the output, over all workers. */
  workingBytes: number;
  /** The same by the formula: with matrix n x keys numbers, with loop and rows one row, with tiled its blocks. */
  formulaBytes: number;
  /** q, k, v and the output, by formula, over all workers. */
  inputBytes: number;
  /**
   * The largest difference between the output and that of the loop in float64 on the same data; for large n on some rows,
   * evenly spread (at least 4 for each worker).
   */
  maxDifference: number | null;
}

export interface LengthsInput {
  dK: number;
  /** Queries at the end of each context; 4 if not given. */
  queries?: number;
  /** 1 if not given. */
  temperature?: number;
  /** In any order; contexts of at least `queries` keys. */
  points: readonly { length: number; scale?: Scale; mask?: Mask; positions?: PositionsOption | null }[];
  /** At least one. */
  seeds: readonly Seed[];
}

/** Means over the seeds of the means over the queries; null where nothing is defined. */
export interface LengthStatistics {
  meanEntropy: number | null;
  entropyQuantiles: Quantiles;
  entropyShare: number | null;
  shareDeviation: number | null;
  shareQuantiles: Quantiles;
  /** exp of the entropy */
  effectiveKeys: number | null;
  effectiveQuantiles: Quantiles;
  /** The largest of all weights. */
  maxWeight: number;
  /** Keys that a query sees. */
  visibleKeys: number | null;
  sinkWeight: number | null;
  failedRows: number;
}

export interface LengthRow extends LengthStatistics {
  length: number;
  scale?: Scale;
  mask?: Mask;
  positions?: PositionsOption | null;
}

export interface EngineInfo {
  /** The WebAssembly module in use. */
  variant: 'simd' | 'relaxed';
  /** float32 numbers computed at a time. */
  lanes: number;
  /** Number of workers that may run at once; 0: the calling thread computes. */
  workers: number;
  version: string;
}

/**
 * What is given is read during the call: arrays and objects may be written over as soon as it has returned its promise.
 *
 * Every call settles on its own. A call rejects with an AttentionError, whose `code` is one of
 *
 * - for a wrong request, before anything is allocated, with the part at fault as `field`: 'not-a-number', 'not-whole',
 *   'out-of-range', 'not-finite', 'unknown-choice', 'unexpected' (a name that is not read there: misspelt, or a seed beside q, k and v),
 *   'wrong-kind', 'not-an-object', 'not-an-array', 'wrong-shape', 'wrong-length', 'not-even', 'no-rope', 'empty-list', 'too-large',
 *   'out-of-memory';
 * - 'cancelled'; 'crashed', after which the engine works on; 'closed'.
 */
export interface Engine {
  readonly info: EngineInfo;
  sample(input: SampleInput, options?: RunOptions): Promise<Sample>;
  attend(input: AttendInput, options?: AttendOptions): Promise<Attention>;
  /** `attend` for many runs of which only the statistics and a small picture of the weights are wanted. */
  outline(input: AttendInput, options?: OutlineOptions): Promise<Outline>;
  /** Needs v. */
  gradient(input: AttendInput, options?: GradientOptions): Promise<Gradient>;
  /** Without a mask; v is not looked at. */
  overflow(input: AttendInput, options?: OverflowOptions): Promise<RowTrace>;
  /** Rows in the order of the lists: n, then dK, then scale, then mask, the last running fastest. */
  sweep(input: SweepInput, options?: SweepOptions): Promise<{ rows: SweepRow[] }>;
  /**
   * Times one algorithm on a worker of its own. Refuses what would not fit in memory before allocating it ('too-large', with
   * the bytes it would need as `given`). Progress is about the whole, in steps that may be few.
   */
  measure(input: MeasureInput, options?: ProgressOptions): Promise<Measured>;
  /**
   * Attention of a few queries over the keys of ever longer contexts. Every point is `attend` with n = queries and keys = length
   * on the same draw, to the bit; keys are drawn in blocks and not kept, so that 131,072 of them fit anywhere.
   */
  lengths(input: LengthsInput, options?: ProgressOptions): Promise<{ rows: LengthRow[] }>;
  /** Frequencies of rotary positions. */
  ropeFrequencies(config: RopeConfig, options?: RopeOptions): Promise<RopeFrequencies>;
  /** Ends all workers. What is still running, and every later call, rejects with code 'closed'. */
  close(): void;
}

export interface EngineOptions {
  /** 'auto' if not given: the fastest that runs here. Both give the same bits, float32 timing kernels apart. */
  variant?: 'auto' | 'simd' | 'relaxed';
  /** How many workers may run at once; 0 computes on the calling thread, as Node always does. By default up to 4. */
  workers?: number;
}
