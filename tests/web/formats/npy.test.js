import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNpy } from '../../../web/src/formats/npy.js';
import { blobOf64, blobOfHex, countingBlob, npyBlob, numpyFiles, refusal, sparseBlob } from './files.js';

/** @param {Blob} blob */
const read = (blob) => readNpy(blob, 'q', 'q.npy');
const four = new Float32Array([1, 2, 3, 4]);
const header = (descr = '<f4', order = 'False', shape = '(2, 2)') => (
  `{'descr': '${descr}', 'fortran_order': ${order}, 'shape': ${shape}, }`
);

test('every type, byte order, memory order and version that NumPy wrote', async () => {
  assert.ok(numpyFiles.npy.length >= 50);
  for (const { name, base64, shape, values } of numpyFiles.npy) {
    const tensor = await read(blobOf64(base64));
    assert.deepEqual(tensor.shape, shape, name);
    assert.deepEqual([...await tensor.read()], values, name);
    if (values.length >= 3) assert.deepEqual([...await tensor.read(1, 2)], values.slice(1, 3), name);
  }
});

test('pitfall 105: column-major data is not transposed', async () => {
  const data = Buffer.from('00000000000040400000803f000080400000004000 00a040'.replace(/\s/g, ''), 'hex');
  const tensor = await read(npyBlob(header('<f4', 'True', '(2, 3)'), data));
  assert.deepEqual([...await tensor.read()], [0, 1, 2, 3, 4, 5]);
});

test('pitfall 106: versions 2 and 3 have a header length of four bytes; other versions are named', async () => {
  const versions = numpyFiles.npy.filter((/** @type {any} */ { name }) => name.startsWith('version'));
  for (const { base64, name } of versions) {
    const blob = blobOf64(base64);
    assert.equal(blob.size, 152, name);
    assert.deepEqual([...await (await read(blob)).read()], [0, 1, 2, 3, 4, 5], name);
  }
  const refused = await refusal(read(npyBlob(header(), new Uint8Array(four.buffer), 4)));
  assert.deepEqual([refused.code, refused.given, refused.file], ['npy-version', '4.0', 'q.npy']);
  assert.equal((await refusal(read(blobOfHex('92 4e 55 4d 50 59 01 00 76 00 00 00')))).code, 'npy-magic');
  assert.equal((await refusal(read(blobOfHex('93 4e 55')))).code, 'npy-magic');
});

test('pitfall 108: shapes with one number, none, and none in a row are read as they are', async () => {
  for (const [text, shape] of /** @type {[string, number[]][]} */ ([['(3,)', [3]], ['()', []], ['(0, 4)', [0, 4]], ['(4, 0)', [4, 0]], ['(2L, 2L)', [2, 2]]])) {
    const count = shape.reduce((product, length) => product * length, 1);
    const tensor = await read(npyBlob(header('<f4', 'False', text), new Uint8Array(4 * count)));
    assert.deepEqual(tensor.shape, shape);
    assert.equal((await tensor.read()).length, count);
  }
});

test('types without numbers are refused by name', async () => {
  for (const descr of ['<c8', '|S3', '<U2', '|O', '|V2', '<f16', '=f4', '<constructor', '|f4', '<M8[ns]']) {
    const refused = await refusal(read(npyBlob(header(descr), new Uint8Array(four.buffer))));
    assert.deepEqual([refused.code, refused.given], ['unsupported-type', descr]);
  }
  const structured = "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2, 2), }";
  assert.equal((await refusal(read(npyBlob(structured, new Uint8Array(16))))).code, 'unsupported-type');
});

test('damaged headers are refused with their place', async () => {
  const broken = [
    '', '{', '{}', "{'descr': '<f4'}", header().replace('False', 'Maybe'), header().replace('(2, 2)', '[2, 2]'),
    header().replace('(2, 2)', '(2 2)'), header().replace('(2, 2)', '(2)'), header().replace('(2, 2)', '(-2, 2)'),
    header().replace('}', ", 'more': 1}"), header().replace("'descr'", "'desc\\x72'"), `${header()} x`,
    header().replace('}', "'shape': (1, 1)}"), header().replace('(2, 2)', '(,)'), header().replace('(2, 2)', '(2,,2)'),
    header().replace("'<f4', ", "'<f4' "),
  ];
  for (const text of broken) {
    const refused = await refusal(read(npyBlob(text, new Uint8Array(four.buffer))));
    assert.equal(refused.code, 'npy-header', text);
    assert.equal(typeof refused.place, 'number');
  }
});

test('a file shorter or longer than its header says is refused with the bytes', async () => {
  const whole = npyBlob(header(), new Uint8Array(four.buffer));
  for (const size of [11, 12, 60, 128, 143]) {
    assert.equal((await refusal(read(whole.slice(0, size)))).code, 'truncated', String(size));
  }
  const short = await refusal(read(whole.slice(0, 140)));
  assert.deepEqual([short.expected, short.given], [144, 140]);
  const long = await refusal(read(new Blob([whole, 'x'])));
  assert.deepEqual([long.code, long.place, long.given], ['trailing-bytes', 144, 1]);
});

test('2^53 elements and a header of 4 GiB are refused before anything of that size is touched', async () => {
  const many = `(${2 ** 26}, ${2 ** 27})`;
  assert.equal((await refusal(read(npyBlob(header('<f4', 'False', many), new Uint8Array(four.buffer))))).code, 'too-large');
  const nearly = `(${2 ** 26}, ${2 ** 26})`;
  assert.equal((await refusal(read(npyBlob(header('<f4', 'False', nearly), new Uint8Array(four.buffer))))).code, 'truncated');
  const beyond = '(99999999999999999999, 0)';
  assert.equal((await refusal(read(npyBlob(header('<f4', 'False', beyond), new Uint8Array())))).code, 'bad-shape');
  const huge = blobOfHex('93 4e 55 4d 50 59 02 00 ff ff ff ff');
  assert.equal((await refusal(read(sparseBlob(huge, 2 ** 33)))).code, 'header-too-long');
  const axes = `(${'1, '.repeat(9)})`;
  assert.equal((await refusal(read(npyBlob(header('<f4', 'False', axes), new Uint8Array(4))))).code, 'too-many-dimensions');
});

test('a file of 2 GiB is read by range: one head takes one head of bytes', async () => {
  const start = npyBlob(header('<f4', 'False', '(1024, 8192, 64)'), new Uint8Array());
  const { blob, counter } = countingBlob(sparseBlob(start, start.size + 4 * 1024 * 8192 * 64));
  const tensor = await read(blob);
  assert.ok(counter.bytes < 1024);
  assert.equal((await tensor.read(1023 * 8192 * 64, 64)).length, 64);
  assert.ok(counter.bytes < 2048);
  assert.equal((await refusal(tensor.read())).code, 'too-large');
});
