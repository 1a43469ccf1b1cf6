import { CACHE_TYPES } from './cache-types.js';
import { readCFloat, readCInteger } from './c-number.js';
import { commandWords } from './command-words.js';
import { REWRITTEN, SETTING_FLAGS, UNCOUNTED, valuesAfter } from './llama-flags.js';
import { settingsNotes } from './settings-notes.js';

/**
 * What the flags say, under llama.cpp's own names. `nParallel` -1 (llama-server's default) and `flashAttn` auto are
 * decided when the plan is made, as the program decides them when it starts.
 * @typedef {object} LlamaSettings
 * @property {'server' | 'cli'} app
 * @property {number} nCtx 0: as long as the model was trained
 * @property {boolean} nCtxGiven
 * @property {number} nBatch
 * @property {number} nUbatch
 * @property {number} nParallel
 * @property {boolean} kvUnified
 * @property {'enabled' | 'disabled' | 'auto'} flashAttn
 * @property {string} cacheTypeK
 * @property {string} cacheTypeV
 * @property {string} ropeScalingType
 * @property {number} ropeFreqBase
 * @property {number} ropeFreqScale
 * @property {number} yarnOrigCtx
 * @property {number} yarnExtFactor
 * @property {number} yarnAttnFactor
 * @property {number} yarnBetaSlow
 * @property {number} yarnBetaFast
 * @property {boolean} swaFull
 * @property {boolean} noKvOffload
 * @property {boolean} fit
 * @property {number} fitCtx
 *
 * @typedef {{ code: string, flag: string, [detail: string]: unknown }} FlagNote
 * @typedef {import('./llama-flags.js').SettingFlag} SettingFlag
 */

/** @param {'server' | 'cli'} app @returns {LlamaSettings} */
export function defaultSettings(app) {
  return {
    app,
    nCtx: 0,
    nCtxGiven: false,
    nBatch: 2048,
    nUbatch: 512,
    nParallel: app === 'server' ? -1 : 1,
    kvUnified: false,
    flashAttn: 'auto',
    cacheTypeK: 'f16',
    cacheTypeV: 'f16',
    ropeScalingType: 'unspecified',
    ropeFreqBase: 0,
    ropeFreqScale: 0,
    yarnOrigCtx: 0,
    yarnExtFactor: -1,
    yarnAttnFactor: -1,
    yarnBetaSlow: -1,
    yarnBetaFast: -1,
    swaFull: false,
    noKvOffload: false,
    fit: true,
    fitCtx: 4096,
  };
}

/**
 * Reads a whole llama-server or llama-cli command by that program's own rules.
 * @param {string} text as pasted from a terminal, a script or a Dockerfile
 * @returns {{ app: 'server' | 'cli', program: string | null, settings: LlamaSettings, others: string[],
 *   warnings: FlagNote[], error: FlagNote | null }} `others`: words that the plan does not depend on, the model's file among them;
 *   with an error the program would not start; `settings` then holds what could be read
 */
export function readLlamaCommand(text) {
  const { program, words, env } = commandWords(text);
  const app = program !== null && /cli|main|completion/i.test(program) ? 'cli' : 'server';
  const reading = new CommandReading(app);
  if (program !== null && !/llama-(server|cli|completion)|(^|[\\/])(server|main)(\.exe)?$/i.test(program)) {
    reading.warn('unknown_program', program);
  }
  reading.readEnvironment(env);
  reading.readWords(words);
  if (!reading.settings.nCtxGiven && reading.settings.fit && reading.error === null) {
    reading.warn('context_may_shrink', '-c', { value: reading.settings.fitCtx });
  }
  reading.warnings.push(...settingsNotes(reading.settings).map((note) => ({ ...note, flag: note.flag ?? '' })));
  return { app, program, settings: reading.settings, others: reading.others, warnings: reading.warnings, error: reading.error };
}

class CommandReading {
  /** @param {'server' | 'cli'} app */
  constructor(app) {
    this.settings = defaultSettings(app);
    this.values = valuesAfter(app);
    this.flags = SETTING_FLAGS.filter((flag) => flag.apps === undefined || flag.apps.includes(app));
    /** @type {FlagNote[]} */
    this.warnings = [];
    /** @type {FlagNote | null} the first, where the program stops */
    this.error = null;
    /** @type {string[]} */
    this.others = [];
    /** @type {Set<SettingFlag>} */
    this.seen = new Set();
  }

  /** @param {string} code @param {string} flag @param {object} [details] */
  warn(code, flag, details = {}) {
    this.warnings.push({ code, flag, ...details });
  }

  /** @param {string} code @param {string} flag @param {object} [details] */
  fail(code, flag, details = {}) {
    this.error ??= { code, flag, ...details };
  }

  /** @param {Record<string, string>} env */
  readEnvironment(env) {
    for (const flag of this.flags) {
      if (flag.env === undefined || !Object.hasOwn(env, flag.env)) continue;
      const value = env[flag.env];
      if (flag.kind !== 'on' && flag.kind !== 'off') {
        this.#take(flag, flag.env, value);
      } else if (flag.env.startsWith('LLAMA_ARG_NO_') || isTruthy(value)) {
        this.#set(flag, flag.env, flag.kind === 'on');
      } else if (isFalsy(value)) {
        this.#set(flag, flag.env, flag.kind !== 'on');
      } else {
        this.fail('invalid_value', flag.env, { value });
      }
    }
  }

  /** @param {string[]} words */
  readWords(words) {
    for (let i = 0; i < words.length; i += 1) {
      const word = words[i].startsWith('--') ? words[i].replaceAll('_', '-') : words[i];
      const flag = this.flags.find(({ names }) => names.includes(word));
      const count = flag === undefined ? this.values.get(word) : flag.kind === 'on' || flag.kind === 'off' ? 0 : 1;
      if (count === undefined) {
        const equals = /^(--?[\w-]+)=/.exec(words[i]);
        this.fail('unknown_argument', words[i].slice(0, 80), equals === null ? {} : { withoutEquals: equals[1] });
        continue;
      }
      if (i + count >= words.length) {
        this.fail('missing_value', word);
        return;
      }
      if (flag !== undefined) {
        if (this.seen.has(flag)) this.warn('repeated_flag', word);
        this.seen.add(flag);
        if (count === 0) this.#set(flag, word, flag.kind === 'on');
        else this.#take(flag, word, words[i + 1]);
      } else if (UNCOUNTED.has(word)) {
        this.warn('memory_not_counted', word);
      }
      if (flag === undefined || !REWRITTEN.has(flag.setting)) this.others.push(...words.slice(i, i + 1 + count));
      i += count;
    }
  }

  /** @param {SettingFlag} flag @param {string} name as it was written @param {string} word its value */
  #take(flag, name, word) {
    switch (flag.kind) {
      case 'integer':
        return this.#number(flag, name, word, readCInteger(word));
      case 'float':
        return this.#number(flag, name, word, readCFloat(word));
      case 'inverse': {
        const scale = readCFloat(word);
        return this.#number(flag, name, word, scale && { ...scale, value: 1 / scale.value });
      }
      case 'flash': {
        const value = flashAttention(word);
        return value === null ? this.fail('invalid_value', name, { value: word }) : this.#set(flag, name, value);
      }
      case 'type':
        if (!Object.hasOwn(CACHE_TYPES, word)) return this.fail('unsupported_cache_type', name, { value: word });
        return this.#set(flag, name, word);
      case 'switch':
        if (isTruthy(word) || isFalsy(word)) return this.#set(flag, name, isTruthy(word));
        return this.fail('invalid_value', name, { value: word });
      default:
        if (!flag.choices?.includes(word)) return this.fail('invalid_value', name, { value: word });
        return this.#set(flag, name, word);
    }
  }

  /** @param {SettingFlag} flag @param {string} name @param {string} word @param {import('./c-number.js').CNumber} number */
  #number(flag, name, word, number) {
    if (number === null) return this.fail('invalid_number', name, { value: word });
    if (flag.setting === 'nParallel' && number.value === 0 && this.settings.app === 'server') {
      return this.fail('invalid_parallel', name, { value: 0 });
    }
    // The program keeps it without a sign, and asks for memory no machine has.
    if (flag.setting === 'nCtx' && number.value < 0) {
      return this.fail('context_wraps', name, { value: number.value, used: number.value + 2 ** 32 });
    }
    const [min, max] = flag.range ?? [-Infinity, Infinity];
    if (number.value < min || number.value > max) {
      return this.fail('out_of_range', name, { key: name, value: number.value, min: Math.max(min, -1), max });
    }
    if (number.cut) this.warn('number_cut', name, { value: word, used: number.value });
    return this.#set(flag, name, number.value);
  }

  /** @param {SettingFlag} flag @param {string} name @param {unknown} value */
  #set(flag, name, value) {
    if (flag.setting === 'nCtx') this.settings.nCtxGiven = true;
    Object.assign(this.settings, { [flag.setting]: value });
  }
}

/** @param {string} word */
function flashAttention(word) {
  if (isTruthy(word)) return 'enabled';
  if (isFalsy(word)) return 'disabled';
  return word === 'auto' || word === '-1' ? 'auto' : null;
}

/** @param {string} word */
function isTruthy(word) {
  return ['on', 'enabled', 'true', '1'].includes(word);
}

/** @param {string} word */
function isFalsy(word) {
  return ['off', 'disabled', 'false', '0'].includes(word);
}
