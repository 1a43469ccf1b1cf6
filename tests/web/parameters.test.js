import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultValues, effective, figureIds, parameterOf, parameters } from '../../web/src/state/parameters.js';
import { readParameter, writeParameter } from '../../web/src/state/kinds.js';
import { presets } from '../../web/src/state/presets.js';
import { createStore } from '../../web/src/state/store.js';
import { sliderScale } from '../../web/src/controls/slider-scale.js';
import { catalogue } from '../../web/src/lab/catalogue.js';

test('keys are unique and defaults are allowed values', () => {
  assert.equal(new Set(parameters.map(({ key }) => key)).size, parameters.length);
  for (const parameter of parameters) {
    const written = writeParameter(parameter, parameter.default);
    if (written === '') continue;
    assert.deepEqual(readParameter(parameter, written), { value: parameter.default }, parameter.key);
  }
});

test('the public keys of the address are all there', () => {
  const keys = ['v', 'fig', 'n', 'keys', 'dk', 'dv', 'seed', 'seeds', 'scale', 'temperature', 'mask', 'window', 'softmax', 'precision', 'lang', 'theme', 'hide', 'lock', 'ask'];
  for (const key of keys) assert.equal(parameterOf(key).key, key);
});

test('keys follows n and dv follows dk until they are given', () => {
  const values = { ...defaultValues(), n: 5, dk: 9 };
  assert.equal(effective(values, 'keys'), 5);
  assert.equal(effective(values, 'dv'), 9);
  assert.equal(effective({ ...values, keys: 3 }, 'keys'), 3);
});

test('figures name parameters that exist, and every figure has an id', () => {
  for (const [id, { keys, controls = [] }] of Object.entries(catalogue)) {
    assert.ok(figureIds.includes(id), id);
    for (const key of [...keys, ...controls]) assert.equal(parameterOf(key).key, key, id);
  }
});

test('presets are the article\'s run and its trend table', () => {
  const [run, trend] = presets;
  assert.deepEqual({ ...defaultValues(), ...run.values }, defaultValues());
  assert.deepEqual([trend.values.seeds, trend.values.dks, trend.values.scale, trend.values.n], [[0, 1, 2, 3, 4], [16, 64, 256], ['none'], 8]);
});

test('the store tells listeners about changes only', () => {
  const store = createStore(defaultValues());
  /** @type {any[]} */
  const seen = [];
  const stop = store.subscribe((values) => seen.push(values.n));
  store.set({ n: 8, scale: ['none', 'sqrt'] });
  store.set({ n: 9 });
  stop();
  store.set({ n: 10 });
  assert.deepEqual(seen, [9]);
  assert.equal(store.values.n, 10);
  assert.throws(() => store.set({ unheard: 1 }), RangeError);
});

test('sliders reach their ends and give allowed values in order', () => {
  for (const parameter of parameters) {
    const scale = sliderScale(parameter);
    if (!scale) continue;
    /** @type {number[]} */
    const reached = [];
    for (let at = scale.min; at <= scale.max; at += scale.step) reached.push(scale.valueAt(at));
    assert.equal(reached[0], parameter.slider?.min, parameter.key);
    assert.equal(reached[reached.length - 1], parameter.slider?.max, parameter.key);
    for (const [at, value] of reached.entries()) {
      assert.equal(readParameter(parameter, String(value)).problem, undefined);
      assert.ok(at === 0 || value >= reached[at - 1]);
    }
    assert.equal(scale.valueAt(scale.positionOf(parameter.default)), parameter.default, parameter.key);
  }
});
