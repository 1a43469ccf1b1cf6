import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kMaxTextBytes, readFile, readFiles } from '../../../web/src/formats/read-files.js';
import { goldenBlob, refusal, sparseBlob } from './files.js';

test('the first bytes tell the format, whatever the name', async () => {
  const cases = /** @type {[string, string][]} */ ([
    ['animal-street-layer0.safetensors', 'safetensors'], ['animal-street-layer0.npz', 'npz'], ['animal-street-layer0-q.npy', 'npy'],
  ]);
  for (const [file, format] of cases) {
    for (const name of [file, 'pasted', 'wrong.csv', 'folder/x.txt']) {
      assert.equal((await readFile(goldenBlob(file), name)).format, format, name);
    }
  }
  assert.equal((await readFile(new Blob([' [[1]]']), 'pasted')).format, 'json');
  assert.equal((await readFile(new Blob(['1 2']), 'pasted')).format, 'csv');
});

test('three files are one set, each named by its file', async () => {
  const files = ['q.csv', 'k.json', 'dir/v.tsv'].map((name, i) => ({
    name, blob: new Blob([name.endsWith('json') ? '[[1, 2]]' : `${i}\t2`]),
  }));
  const { tensors, format } = await readFiles(files);
  assert.deepEqual(tensors.map(({ name }) => name), ['q', 'k', 'v']);
  assert.equal(format, 'csv, json');
  assert.equal((await refusal(readFiles([]))).code, 'no-files');
});

test('empty, binary, too long and UTF-16', async () => {
  assert.equal((await refusal(readFile(new Blob([]), 'q.npy'))).code, 'empty-file');
  assert.equal((await refusal(readFile(new Blob([new Uint8Array([0x31, 0xff, 0xfe])]), 'q.csv'))).code, 'not-text');
  const binary = await refusal(readFile(new Blob(['GGUF\0\0\0\0 1,2']), 'model.gguf'));
  assert.deepEqual([binary.code, binary.place], ['not-text', 4]);
  assert.equal((await refusal(readFile(sparseBlob(new Blob(['1,2']), kMaxTextBytes + 1), 'q.csv'))).code, 'text-too-long');
  const wide = new Blob([Buffer.from('\ufeff1\t2', 'utf16le')]);
  assert.deepEqual([...await (await readFile(wide, 'excel.txt')).tensors[0].read()], [1, 2]);
});
