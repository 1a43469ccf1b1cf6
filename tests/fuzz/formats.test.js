import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { AttentionError } from '../../web/src/engine/attention-error.js';
import { readCsv } from '../../web/src/formats/csv.js';
import { elementTypes } from '../../web/src/formats/element-types.js';
import { readHeadMask } from '../../web/src/formats/head-mask.js';
import { findHeadSets, planHeads } from '../../web/src/formats/heads.js';
import { parseJson } from '../../web/src/formats/parse-json.js';
import { readFile } from '../../web/src/formats/read-files.js';
import { tensorOfNumbers } from '../../web/src/formats/tensor.js';
import { tokenLabels } from '../../web/src/formats/token-labels.js';
import { npyBlob } from '../web/formats/files.js';
import { fuzz } from './fuzz.js';

/** @type {{ name: string, base64: string }[]} */
const corpus = JSON.parse(readFileSync(new URL('corpus/formats.json', import.meta.url), 'utf8'));

/** Files of one format, by the first word of their names. @param {string} format */
const seedsOf = (format) => corpus.filter(({ name }) => name.split(' ')[0] === format).map(({ base64 }) => new Uint8Array(Buffer.from(base64, 'base64')));
const readers = [...new Set(corpus.map(({ name }) => name.split(' ')[0]))];

/** Whatever fails must be a refusal in words. @template T @param {() => Promise<T> | T} work */
async function orRefused(work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AttentionError) return null;
    throw error;
  }
}

/** A Blob that fails the test when more is asked for than it holds. @param {Uint8Array<ArrayBuffer>} bytes @returns {Blob} */
function guarded(bytes) {
  const blob = new Blob([bytes]);
  return /** @type {any} */ ({
    size: blob.size,
    slice(start = 0, end = blob.size) {
      assert.ok(Number.isSafeInteger(start) && Number.isSafeInteger(end), `slice ${start} ${end}`);
      return blob.slice(start, end);
    },
    arrayBuffer: () => blob.arrayBuffer(),
    stream: () => blob.stream(),
  });
}

/** Everything a file goes through before it is computed with. @param {Uint8Array<ArrayBuffer>} bytes @param {string} name */
async function useFile(bytes, name) {
  const contents = await orRefused(() => readFile(guarded(bytes), name));
  for (const tensor of contents?.tensors ?? []) {
    const count = tensor.shape.reduce((product, length) => product * length, 1);
    const values = await orRefused(() => tensor.read());
    if (values !== null) assert.equal(values.length, count);
  }
  for (const set of findHeadSets(contents?.tensors ?? [])) {
    const plan = await orRefused(() => planHeads(set));
    if (plan === null || contents === null) continue;
    await orRefused(() => plan.read(plan.heads - 1));
    tokenLabels(contents, set, plan);
    if (set.mask !== null) await orRefused(() => readHeadMask(/** @type {any} */ (set.mask), plan.n, plan.keys));
  }
}

const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.nat({ max: 12 }),
  bytes: fc.oneof(fc.uint8Array({ maxLength: 9 }), fc.constantFrom(
    Uint8Array.of(255, 255, 255, 255, 255, 255, 255, 255), Uint8Array.of(0, 0, 0, 0), new TextEncoder().encode('9007199254740993'),
    new TextEncoder().encode('"'), new TextEncoder().encode('[{'), new TextEncoder().encode('-1'), new TextEncoder().encode('1e999'),
  )),
});

/** @param {Uint8Array} bytes @param {{ at: number, remove: number, bytes: Uint8Array }[]} changes @param {number} keep */
function mutate(bytes, changes, keep) {
  let result = Buffer.from(bytes);
  for (const { at, remove, bytes: inserted } of changes) {
    const place = Math.floor(at * result.length);
    result = Buffer.concat([result.subarray(0, place), inserted, result.subarray(place + remove)]);
  }
  return new Uint8Array(result.subarray(0, Math.ceil(result.length * keep)));
}

for (const format of readers) {
  fuzz(`changed and truncated ${format} files are read or refused in words`, fc.asyncProperty(
    fc.constantFrom(...seedsOf(format)), fc.array(change, { maxLength: 4 }), fc.constantFrom(1, 1, 1, 0.99, 0.7, 0.3),
    fc.oneof({ weight: 4, arbitrary: fc.constant(`x.${format}`) }, { weight: 1, arbitrary: fc.constantFrom('pasted', 'x.npy', 'x.npz', 'x.safetensors', 'x.csv', 'x.json') }),
    async (seed, changes, keep, name) => useFile(mutate(seed, changes, keep), name),
  ), 500);
}

fuzz('bytes without any sense are read or refused in words', fc.asyncProperty(
  fc.uint8Array({ maxLength: 200 }), fc.constantFrom('pasted', 'x.npy', 'x.npz', 'x.safetensors', 'x.csv', 'x.json'), useFile,
), 600);

const letters = /** @type {Record<string, string>} */ ({
  float64: 'f8', float32: 'f4', int64: 'i8', int32: 'i4', int16: 'i2', int8: 'i1', uint32: 'u4', uint16: 'u2', uint8: 'u1',
});
const writers = /** @type {Record<string, (view: DataView, at: number, value: number, little: boolean) => void>} */ ({
  float64: (view, at, value, little) => view.setFloat64(at, value, little),
  float32: (view, at, value, little) => view.setFloat32(at, value, little),
  int64: (view, at, value, little) => view.setBigInt64(at, BigInt(value), little),
  int32: (view, at, value, little) => view.setInt32(at, value, little),
  int16: (view, at, value, little) => view.setInt16(at, value, little),
  int8: (view, at, value) => view.setInt8(at, value),
  uint32: (view, at, value, little) => view.setUint32(at, value, little),
  uint16: (view, at, value, little) => view.setUint16(at, value, little),
  uint8: (view, at, value) => view.setUint8(at, value),
});

fuzz('what is written as .npy in any type, order and version comes back', fc.asyncProperty(
  fc.constantFrom(...Object.keys(letters)), fc.boolean(), fc.boolean(), fc.constantFrom(1, 2, 3),
  fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }), fc.infiniteStream(fc.nat({ max: 127 })),
  async (dtype, little, columnMajor, version, shape, stream) => {
    const count = shape.reduce((product, length) => product * length, 1);
    const values = [...stream.take(count)];
    const { bytes } = elementTypes[dtype];
    const data = new DataView(new ArrayBuffer(count * bytes));
    // Walks the indices of an array as a person would count them, the last axis fastest.
    const index = shape.map(() => 0);
    for (const [i, value] of values.entries()) {
      let place = i;
      if (columnMajor) {
        place = 0;
        let step = 1;
        for (let axis = 0; axis < shape.length; axis += 1) {
          place += index[axis] * step;
          step *= shape[axis];
        }
      }
      writers[dtype](data, place * bytes, value, little);
      for (let axis = shape.length - 1; axis >= 0; axis -= 1) {
        index[axis] += 1;
        if (index[axis] < shape[axis]) break;
        index[axis] = 0;
      }
    }
    const order = columnMajor ? 'True' : 'False';
    const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
    const header = `{'descr': '${little ? '<' : '>'}${letters[dtype]}', 'fortran_order': ${order}, 'shape': ${tuple}, }`;
    const contents = await readFile(npyBlob(header, new Uint8Array(data.buffer), version), 'q.npy');
    assert.deepEqual(contents.tensors[0].shape, shape);
    assert.deepEqual([...await contents.tensors[0].read()], values);
  },
));

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

fuzz('a table written with any delimiter, line end, quoting and digits comes back', fc.asyncProperty(
  fc.integer({ min: 1, max: 5 }).chain((width) => fc.array(fc.array(finite, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 })),
  fc.constantFrom(',', ';', '\t', ' ', '\u061b'), fc.constantFrom('\n', '\r\n', '\r'), fc.boolean(), fc.boolean(), fc.boolean(),
  async (rows, delimiter, lineEnd, quoted, persian, mark) => {
    const cell = (/** @type {number} */ value) => {
      let text = String(value);
      if (persian) {
        text = text.replace(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number(digit))).replace('-', '\u2212').replace('.', '\u066b')
          .replace('e\u2212', 'e-').replace(/e([+-]?)\u2212/, 'e-');
      }
      return quoted ? `"${text}"` : text;
    };
    const text = rows.map((row) => row.map(cell).join(delimiter)).join(lineEnd);
    const expected = rows.flat().map((value) => Number(String(value)));
    const { tensors } = await readFile(new Blob([mark ? '\ufeff' : '', text]), 'q.csv');
    assert.deepEqual(tensors[0].shape, [rows.length, rows[0].length]);
    assert.deepEqual([...await tensors[0].read()], expected);
  },
));

fuzz('any text is a table or is refused with a line that it has', fc.asyncProperty(
  fc.string({ unit: fc.constantFrom('1', '2', ',', ';', '\t', ' ', '"', '\n', '\r', '#', '.', '-', 'e', 'a', '\u06f1'), maxLength: 60 }),
  async (text) => {
    try {
      const { tensors } = await readCsv(text, 'q', 'q.csv');
      for (const { shape, read } of tensors) assert.equal((await read()).length, shape[0] * shape[1]);
    } catch (error) {
      assert.ok(error instanceof AttentionError, String(error));
      const { line, column } = error.values;
      if (line === undefined) return;
      const lines = text.split(/\r\n|[\r\n]/);
      assert.ok(Number(line) >= 1 && Number(line) <= lines.length, `line ${line} of ${JSON.stringify(text)}`);
      if (column !== undefined) assert.ok(Number(column) >= 1 && Number(column) <= lines[Number(line) - 1].length + 1);
    }
  },
), 2000);

fuzz('JSON is refused exactly where JSON.parse refuses it, at the first fault', fc.property(
  fc.json({ maxDepth: 3 }), fc.nat({ max: 300 }), fc.nat({ max: 3 }), fc.string({ maxLength: 3 }),
  (json, at, remove, inserted) => {
    const text = json.slice(0, at) + inserted + json.slice(at + remove);
    let valid = true;
    try {
      JSON.parse(text);
    } catch {
      valid = false;
    }
    try {
      parseJson(text);
      assert.ok(valid);
    } catch (error) {
      assert.ok(error instanceof AttentionError, String(error));
      assert.ok(!valid, `refused ${text}`);
      const lines = text.split('\n');
      const { line, column } = error.values;
      assert.ok(Number(line) <= lines.length && Number(column) <= lines[Number(line) - 1].length + 1);
    }
  },
), 2000);

const shape = fc.array(fc.nat({ max: 4 }), { maxLength: 5 });

fuzz('tensors of any shapes divide into heads of their own numbers, or are refused', fc.asyncProperty(
  shape, shape, fc.option(shape), fc.nat({ max: 5 }), fc.nat({ max: 2 }),
  async (qShape, kShape, vShape, heads, batch) => {
    /** @param {string} name @param {number[]} sizes */
    const make = (name, sizes) => {
      const count = sizes.reduce((product, length) => product * length, 1);
      return tensorOfNumbers(name, sizes, Float64Array.from({ length: count }, (_, i) => i));
    };
    const set = { q: make('q', qShape), k: make('k', kShape), v: vShape && make('v', vShape) };
    const plan = await orRefused(() => planHeads(set, { heads, batch }));
    if (plan === null) return;
    /** @type {number[]} */
    const seen = [];
    for (let head = 0; head < plan.heads; head += 1) {
      const { q, k, v } = await plan.read(head);
      assert.equal(q.length, plan.n * plan.dK);
      assert.equal(k.length, plan.keys * plan.dK);
      if (v !== null) assert.equal(v.length, plan.keys * plan.dV);
      seen.push(...q);
    }
    assert.equal(new Set(seen).size, plan.heads * plan.n * plan.dK);
  },
), 2000);
