import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { defaultValues, parameterOf, parameters } from '../../web/src/state/parameters.js';
import { readParameter, sameValue, writeParameter } from '../../web/src/state/kinds.js';
import { formatHash, parseHash } from '../../web/src/state/url.js';

/** Text close enough to a hash to reach every branch. */
const hashes = fc
  .array(fc.tuple(fc.constantFrom(...parameters.map(({ key }) => key), '__proto__', ''), fc.oneof(fc.string(), fc.double().map(String), fc.constantFrom('0-4', '-', '%', '1e999', 'sqrt,0', '<b>', '\u06f7'))))
  .map((pairs) => pairs.map(([key, value]) => `${key}=${value}`).join('&'));

test('whatever stands in a hash, the values are allowed ones and settle after one round', () => {
  fc.assert(
    fc.property(fc.oneof(hashes, fc.string()), (hash) => {
      const { values } = parseHash(hash);
      assert.deepEqual(Object.keys(values), Object.keys(defaultValues()));
      const again = parseHash(formatHash(values));
      assert.deepEqual(again.problems, []);
      assert.deepEqual(again.values, values);
    }),
    { numRuns: 2000 },
  );
});

test('every value of the table reads back as it was written', () => {
  const number = (/** @type {string} */ key) => {
    const { min = -1e9, max = 1e9, kind } = parameterOf(key);
    return kind === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
  };
  for (const key of ['n', 'keys', 'dk', 'dv', 'window', 'temperature']) {
    fc.assert(
      fc.property(number(key), (value) => {
        const parameter = parameterOf(key);
        const reading = readParameter(parameter, writeParameter(parameter, value));
        assert.equal(reading.problem, undefined);
        assert.ok(sameValue(parameter, reading.value, value));
      }),
    );
  }
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 200n }), (seed) => {
      const { value } = readParameter(parameterOf('seed'), String(seed));
      assert.equal(BigInt(value), seed);
    }),
  );
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 60 }), (seeds) => {
      const parameter = parameterOf('seeds');
      assert.deepEqual(readParameter(parameter, writeParameter(parameter, seeds)).value, seeds);
    }),
  );
});
