import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AttentionError } from '../../web/src/engine/attention-error.js';

test('an error carries its code, its field and what a sentence about it names', () => {
  const error = new AttentionError('out-of-range', { field: 'n', given: -1, minimum: 1 });
  assert.ok(error instanceof Error);
  assert.equal(error.code, 'out-of-range');
  assert.equal(error.field, 'n');
  assert.deepEqual(error.values, { field: 'n', given: -1, minimum: 1 });
  assert.equal(error.message, 'out-of-range: field n, given -1, minimum 1');
});

test('a value named like an own property of errors does not replace it', () => {
  const error = new AttentionError('bad', { message: 'x', stack: 'y', code: 'z' }, 'said in full');
  assert.equal(error.code, 'bad');
  assert.equal(error.message, 'said in full');
  assert.equal(error.field, null);
});
