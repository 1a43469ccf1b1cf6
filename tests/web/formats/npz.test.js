import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync, crc32 } from 'node:zlib';
import { readNpz } from '../../../web/src/formats/npz.js';
import { readZipEntries } from '../../../web/src/formats/zip.js';
import { blobOf64, goldenBlob, npyBlob, numpyFiles, refusal } from './files.js';

/** @param {Blob} blob */
const read = (blob) => readNpz(blob, 'x.npz');

/**
 * A zip of deflated entries; `claim` changes what the directory says of the last one.
 * @param {Record<string, Uint8Array>} files @param {Record<string, number>} [claim]
 */
function zipBlob(files, claim = {}) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const packed = deflateRawSync(bytes);
    const said = { flags: 0, method: 8, crc: checksum(bytes), packed: packed.length, size: bytes.length, header: offset, ...claim };
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50);
    local.writeUInt16LE(name.length, 26);
    parts.push(local, name, packed);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50);
    entry.writeUInt16LE(said.flags, 8);
    entry.writeUInt16LE(said.method, 10);
    entry.writeUInt32LE(said.crc, 16);
    entry.writeUInt32LE(said.packed, 20);
    entry.writeUInt32LE(said.size, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(said.header, 42);
    directory.push(entry, name);
    offset += 30 + name.length + packed.length;
  }
  const start = new Blob(parts);
  const list = new Blob(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(list.size, 12);
  end.writeUInt32LE(start.size, 16);
  return new Blob([start, list, end]);
}

/** @param {Uint8Array} bytes */
function checksum(bytes) {
  if (typeof crc32 === 'function') return crc32(bytes);
  let state = 0xffffffff;
  for (const byte of bytes) {
    state ^= byte;
    for (let bit = 0; bit < 8; bit += 1) state = state & 1 ? (state >>> 1) ^ 0xedb88320 : state >>> 1;
  }
  return (state ^ 0xffffffff) >>> 0;
}

const header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }";
const npy = new Uint8Array(await npyBlob(header, new Uint8Array(new Float32Array([1, 2, 3, 4]).buffer)).arrayBuffer());

test('what NumPy saved, stored and deflated', async () => {
  for (const { name, base64, q, k } of numpyFiles.npz) {
    const { tensors } = await read(blobOf64(base64));
    assert.deepEqual(tensors.map((tensor) => tensor.name), ['q', 'k'], name);
    assert.deepEqual([...await tensors[0].read()], q);
    assert.deepEqual([...await tensors[1].read()], k);
  }
});

test('the real heads from NumPy equal those from safetensors', async () => {
  const { readSafetensors } = await import('../../../web/src/formats/safetensors.js');
  const packed = await read(goldenBlob('animal-street-layer0.npz'));
  const plain = await readSafetensors(goldenBlob('animal-street-layer0.safetensors'), 'x');
  for (const tensor of plain.tensors) {
    const twin = packed.tensors.find(({ name }) => name === tensor.name);
    assert.deepEqual(await twin?.read(), await tensor.read());
  }
});

test('a zip bomb is refused by what its directory says, and stopped where the directory lies', async () => {
  const bomb = new Uint8Array(2 ** 25);
  const refused = await refusal(read(zipBlob({ 'q.npy': bomb })));
  assert.equal(refused.code, 'zip-too-large');
  assert.equal(refused.given, 2 ** 25);
  const lying = await refusal(read(zipBlob({ 'q.npy': bomb }, { size: 200 })));
  assert.equal(lying.code, 'zip-size');
  assert.ok(Number(lying.given) < 2 ** 21, 'stopped soon after the named size');
  const claims = await refusal(read(zipBlob({ 'q.npy': npy }, { size: 0xfffffffe })));
  assert.equal(claims.code, 'zip-too-large');
});

test('many entries on one block of bytes share one allowance', async () => {
  const bytes = new Uint8Array(2 ** 16);
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`a${i}.npy`, bytes]));
  const entries = await readZipEntries(zipBlob(files, { header: 0 }), 'x.npz', 3 * 2 ** 16);
  const opened = await Promise.allSettled(entries.map((entry) => entry.open()));
  assert.equal(opened.filter(({ status }) => status === 'fulfilled').length, 3);
  const last = /** @type {PromiseRejectedResult} */ (opened[39]).reason;
  assert.deepEqual([last.code, last.values.given, last.values.allowed], ['zip-too-large', 2 ** 16, 0]);
});

test('damage, encryption and other methods are named with the entry', async () => {
  const flipped = npy.slice();
  flipped[140] ^= 1;
  const cases = /** @type {[Blob, string][]} */ ([
    [zipBlob({ 'q.npy': npy }, { flags: 1 }), 'zip-encrypted'],
    [zipBlob({ 'q.npy': npy }, { method: 14 }), 'zip-method'],
    [zipBlob({ 'q.npy': npy }, { crc: 1 }), 'zip-checksum'],
    [zipBlob({ 'q.npy': npy }, { size: 143 }), 'zip-size'],
    [zipBlob({ 'q.npy': npy }, { size: 145 }), 'zip-size'],
    [zipBlob({ 'q.npy': npy }, { header: 3 }), 'zip-damaged'],
    [zipBlob({ 'q.npy': npy }, { header: 0xfffffff0 }), 'zip-damaged'],
    [zipBlob({ 'q.npy': npy }, { packed: 0xfffffff0 }), 'zip-damaged'],
    [zipBlob({ 'q.npy': npy }, { method: 0 }), 'zip-damaged'],
    [zipBlob({ 'readme.txt': npy }), 'no-arrays'],
    [zipBlob({}), 'no-arrays'],
  ]);
  for (const [blob, code] of cases) assert.equal((await refusal(read(blob))).code, code);
});

test('every truncation and every flipped byte is refused in words or reads the same numbers', async () => {
  const whole = new Uint8Array(await zipBlob({ 'q.npy': npy }).arrayBuffer());
  for (let size = 0; size < whole.length; size += 1) await refusal(read(new Blob([whole.subarray(0, size)])));
  for (let at = 0; at < whole.length; at += 1) {
    const changed = whole.slice();
    changed[at] ^= 0xff;
    await read(new Blob([changed])).then(async ({ tensors }) => {
      assert.deepEqual([...await tensors[0].read()], [1, 2, 3, 4], `byte ${at}`);
    }, () => refusal(read(new Blob([changed]))));
  }
});
