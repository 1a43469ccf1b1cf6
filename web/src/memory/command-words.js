import { parse } from 'shell-quote';
import { AttentionError } from '../engine/attention-error.js';
import { parseJson } from '../formats/parse-json.js';

/**
 * @typedef {{ program: string | null, words: string[], env: Record<string, string> }} CommandWords
 *   `words` without the program; `env` what was set in front of it, exported, or given to docker
 */

/** Linux refuses a longer word; commands in use have some hundred letters. */
const LONGEST_TEXT = 131_072;
const PROGRAM = /(?:^|[\\/])(?:llama-(?:server|cli|completion)|server|main)(?:\.exe)?$/i;
const IMAGE = /llama\.cpp:(?:server|full|light|cli)[\w.-]*$/i;
const ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/s;
/** Words of the shell and of containers that carry a value of their own, between `docker run` and the image. */
const DOCKER_ENV = /^(-e|--env)$/;

/**
 * Finds the llama.cpp command in what was pasted from a terminal, a script, a Dockerfile or a unit file.
 * @param {string} text
 * @returns {CommandWords}
 */
export function commandWords(text) {
  if (typeof text !== 'string') throw new AttentionError('not-text', { field: 'text', given: typeof text });
  if (text.length > LONGEST_TEXT) {
    throw new AttentionError('too-large', { field: 'text', given: text.length, limit: LONGEST_TEXT });
  }
  /** @type {Record<string, string>} */
  const env = {};
  /** @type {string[][]} */
  const commands = [];
  /** @type {string[] | null} the ENTRYPOINT of a Dockerfile, which CMD continues */
  let entryPoint = null;
  for (const line of commandLines(text)) {
    const instruction = /^\s*(ENTRYPOINT|CMD|ENV|RUN)\s+(.*)$/s.exec(line);
    if (instruction?.[1] === 'ENV') {
      assign(env, envInstruction(instruction[2]));
    } else if (instruction?.[1] === 'ENTRYPOINT') {
      entryPoint = wordsOf(instruction[2]).flat();
    } else {
      commands.push(...wordsOf(instruction === null ? line : instruction[2]));
    }
  }
  if (entryPoint !== null) commands.unshift([...entryPoint, ...(commands.shift() ?? [])]);
  for (const command of commands) takeAssignments(command, env);
  const chosen =
    commands.find((command) => programAt(command) >= 0) ?? commands.find((command) => command.length > 0) ?? [];
  return fromProgramOn(chosen, env);
}

/** Joins continued lines (of sh, cmd and PowerShell), drops comments, prompts and what a unit file puts in front. @param {string} text */
function commandLines(text) {
  const joined = text.replace(/^\uFEFF/, '').replace(/[\\^`][ \t]*\r?\n/g, ' ');
  /** @type {string[]} */
  const lines = [];
  for (const raw of joined.split(/\r?\n/)) {
    const line = raw
      .trim()
      .replace(/^(?:[$>%#]|PS [^>]*>|[\w.-]+@[\w.-]+:\S*[$#])\s+/, '')
      .replace(/^(?:ExecStart|Environment)=/, '');
    if (line === '' || raw.trim().startsWith('#!')) continue;
    if (line.startsWith('-') && lines.length > 0) lines[lines.length - 1] += ` ${line}`;
    else lines.push(line);
  }
  return lines;
}

/** @param {string} text one line @returns {string[][]} its commands */
function wordsOf(text) {
  const array = /^(?:command:\s*|args:\s*)?(\[.*\])$/s.exec(text.trim());
  if (array !== null) return [jsonWords(array[1])];
  refuseOpenQuote(text);
  /** @type {string[][]} */
  const commands = [[]];
  let skipTarget = false;
  for (const entry of splitWords(text)) {
    if (typeof entry === 'object' && 'comment' in entry) break;
    const word = typeof entry === 'string' ? entry : 'pattern' in entry ? entry.pattern : null;
    if (word !== null && !skipTarget) commands[commands.length - 1].push(word);
    skipTarget = false;
    if (word === null) {
      const operator = /** @type {{ op: string }} */ (entry).op;
      if (/^[<>]|^&>/.test(operator)) skipTarget = true;
      else commands.push([]);
    }
  }
  return commands;
}

/** @param {string} text */
function splitWords(text) {
  try {
    // The splitter makes a word of the 2 in `2>&1`.
    return parse(text.replace(/(\s)[012](>>?)/g, '$1$2'), keepVariable);
  } catch (error) {
    throw new AttentionError('bad-substitution', { field: 'text', given: '${' }, /** @type {Error} */ (error).message);
  }
}

/** Variables keep their names: their values are not ours to know. @param {string} name */
function keepVariable(name) {
  return name === '' ? '$' : `\${${name}}`;
}

/** @param {string} text @returns {string[]} */
function jsonWords(text) {
  const words = parseJson(text, { field: 'text' });
  if (!Array.isArray(words)) throw new AttentionError('not-a-list', { field: 'text' });
  return words.map(String);
}

/** The splitter takes an open quote for a letter; a shell would wait for the rest. @param {string} text */
function refuseOpenQuote(text) {
  let open = '';
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (character === '\\' && open !== "'") i += 1;
    else if (open !== '' ? character === open : character === '"' || character === "'")
      open = open === '' ? character : '';
  }
  if (open !== '') throw new AttentionError('unclosed-quote', { field: 'text', given: open });
}

/** @param {string} text `NAME=value …` or `NAME value` */
function envInstruction(text) {
  const words = wordsOf(text).flat();
  return ASSIGNMENT.test(words[0] ?? '') ? words : [`${words[0]}=${words.slice(1).join(' ')}`];
}

/** @param {Record<string, string>} env @param {string[]} words */
function assign(env, words) {
  for (const word of words) {
    const match = ASSIGNMENT.exec(word);
    if (match !== null)
      Object.defineProperty(env, match[1], { value: match[2], enumerable: true, configurable: true, writable: true });
  }
}

/** Takes `A=1 env B=2 export C=3` off the front. @param {string[]} command @param {Record<string, string>} env */
function takeAssignments(command, env) {
  while (
    command.length > 0 &&
    (ASSIGNMENT.test(command[0]) || /^(env|export|sudo|exec|nohup|time|set)$/.test(command[0]))
  ) {
    assign(env, [/** @type {string} */ (command.shift())]);
  }
}

/** @param {string[]} command */
function programAt(command) {
  const image = command.findIndex((word) => IMAGE.test(word));
  return image >= 0
    ? image
    : command.findIndex((word, i) => PROGRAM.test(word) && (i === 0 || !command[i - 1].startsWith('-')));
}

/** @param {string[]} command @param {Record<string, string>} env @returns {CommandWords} */
function fromProgramOn(command, env) {
  const at = programAt(command);
  if (at < 0) {
    const program = command.length > 0 && !command[0].startsWith('-') ? command[0] : null;
    return { program, words: program === null ? command : command.slice(1), env };
  }
  for (let i = 0; i < at - 1; i += 1) if (DOCKER_ENV.test(command[i])) assign(env, [command[i + 1]]);
  const rest = command.slice(at + 1);
  if (!IMAGE.test(command[at])) return { program: command[at], words: rest, env };
  const started = rest.length > 0 && PROGRAM.test(rest[0]) ? rest.shift() : null;
  const image = /:(?:light|cli)/.test(command[at]) ? 'llama-cli' : 'llama-server';
  return { program: started ?? image, words: rest, env };
}
