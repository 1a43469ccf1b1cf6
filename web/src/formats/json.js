import { AttentionError } from '../engine/attention-error.js';
import { parseJson } from './parse-json.js';
import { elementCount, kMaxDimensions, kMaxElements, tensorOfNumbers } from './tensor.js';

/** @import { FileContents, Tensor } from './tensor.js' */

/** How deep objects (layers, heads) may stand in each other. */
const kMaxNesting = 3;

/**
 * Arrays in JSON: nested (`{"q": [[1, 2], ...]}`), flat with a shape (`{"q": {"shape": [2, 2], "data": [1, 2, ...]}}`), or
 * flat with the sizes beside them (`{"n": 2, "dK": 2, "q": [1, 2, ...]}`), in objects named as the reader likes.
 * Lists of strings under `tokens` or `labels`, and single strings and numbers, become metadata.
 * @param {string} text @param {string} name the tensor's where the file is one bare array @param {string} file
 * @returns {FileContents}
 */
export function readJson(text, name, file) {
  const root = parseJson(text, { field: name, file });
  /** @type {FileContents} */
  const contents = { format: 'json', tensors: [], metadata: Object.create(null) };
  if (isNumbers(root)) contents.tensors.push(nestedTensor(name, root, file));
  else if (isFlat(root)) contents.tensors.push(flatTensor(name, root.data, root.shape, file));
  else collect(root, '', 0, contents, file);
  if (contents.tensors.length === 0) throw new AttentionError('no-arrays', { field: 'file', file });
  return contents;
}

/**
 * @param {unknown} value @param {string} path @param {number} depth @param {FileContents} contents @param {string} file
 */
function collect(value, path, depth, contents, file) {
  if (typeof value !== 'object' || value === null || depth > kMaxNesting) return;
  const group = /** @type {Record<string, unknown>} */ (value);
  for (const [key, member] of Object.entries(group)) {
    const name = path === '' ? key : `${path}.${key}`;
    if (key === 'shape') continue;
    if (key === 'tokens' || key === 'labels') {
      if (Array.isArray(member) && member.every((token) => typeof token === 'string')) {
        contents.metadata[name] = JSON.stringify(member);
      }
    } else if (isNumbers(member)) {
      const sizes = flatSizes(key, group);
      contents.tensors.push(sizes && !Array.isArray(member[0])
        ? flatTensor(name, member, sizes, file) : nestedTensor(name, member, file));
    } else if (isFlat(member)) contents.tensors.push(flatTensor(name, member.data, member.shape, file));
    else if (typeof member === 'string' || typeof member === 'number') contents.metadata[name] = String(member);
    else collect(member, name, depth + 1, contents, file);
  }
}

/** A list that is meant as numbers: whatever stands wrong in it is then named. @param {unknown} value @returns {value is unknown[]} */
function isNumbers(value) {
  if (!Array.isArray(value)) return false;
  let first = value[0];
  for (let depth = 0; Array.isArray(first) && depth < kMaxDimensions; depth += 1) first = first[0];
  return typeof first !== 'object' || first === null;
}

/** @param {unknown} value @returns {value is { shape: number[], data: unknown[] }} */
function isFlat(value) {
  return typeof value === 'object' && value !== null && 'shape' in value && 'data' in value
    && Array.isArray(value.shape) && Array.isArray(value.data);
}

/** The shape that sizes beside a flat list give it. @param {string} key @param {Record<string, unknown>} group */
function flatSizes(key, group) {
  if (Array.isArray(group.shape)) return group.shape;
  const { n, dK } = group;
  const rows = key === 'q' ? n : group.keys ?? n;
  const columns = key === 'v' ? group.dV ?? dK : dK;
  return typeof rows === 'number' && typeof columns === 'number' && 'qkv'.includes(key) ? [rows, columns] : null;
}

/** @param {string} name @param {unknown[]} data @param {unknown[]} shape @param {string} file @returns {Tensor} */
function flatTensor(name, data, shape, file) {
  const about = { field: name, file };
  const sizes = /** @type {number[]} */ (shape);
  const count = elementCount(sizes, about);
  if (count !== data.length) {
    throw new AttentionError('wrong-count', { ...about, given: data.length, expected: count, shape: sizes.join(' x ') });
  }
  data.forEach((value, i) => checkNumber(value, [i], about));
  return tensorOfNumbers(name, sizes, /** @type {number[]} */ (data));
}

/** @param {string} name @param {unknown[]} nested @param {string} file @returns {Tensor} */
function nestedTensor(name, nested, file) {
  const about = { field: name, file };
  /** @type {number[]} */
  const shape = [];
  for (let level = /** @type {unknown} */ (nested); Array.isArray(level); level = level[0]) {
    shape.push(level.length);
    if (shape.length > kMaxDimensions) {
      throw new AttentionError('too-many-dimensions', { ...about, given: shape.length, allowed: kMaxDimensions });
    }
  }
  if (elementCount(shape, about) > kMaxElements) {
    throw new AttentionError('too-large', { ...about, given: shape.join(' x '), allowed: kMaxElements });
  }
  /** @type {number[]} */
  const values = [];
  /** @type {number[]} */
  const indices = [];
  /** @param {unknown} part @param {number} axis */
  const flatten = (part, axis) => {
    if (axis === shape.length) {
      checkNumber(part, indices, about);
      values.push(/** @type {number} */ (part));
      return;
    }
    if (!Array.isArray(part)) {
      throw new AttentionError('not-a-list', { ...about, place: placeOf(name, indices), given: shown(part) });
    }
    if (part.length !== shape[axis]) {
      throw new AttentionError('ragged-list', {
        ...about, place: placeOf(name, indices), given: part.length, expected: shape[axis],
      });
    }
    for (let i = 0; i < part.length; i += 1) {
      indices[axis] = i;
      flatten(part[i], axis + 1);
    }
    indices.length = axis;
  };
  flatten(nested, 0);
  return tensorOfNumbers(name, shape, values);
}

/** @param {unknown} value @param {number[]} indices @param {{ field: string, file: string }} about */
function checkNumber(value, indices, about) {
  if (Number.isFinite(value)) return;
  const code = typeof value === 'number' ? 'not-finite' : 'not-a-number';
  throw new AttentionError(code, { ...about, place: placeOf(about.field, indices), given: shown(value) });
}

/** @param {string} name @param {number[]} indices */
function placeOf(name, indices) {
  return name + indices.map((index) => `[${index}]`).join('');
}

/** @param {unknown} value */
function shown(value) {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[...]' : '{...}';
  return typeof value === 'string' ? JSON.stringify(value).slice(0, 24) : String(value);
}
