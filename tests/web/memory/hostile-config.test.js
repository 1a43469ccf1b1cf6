import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AttentionError } from '../../../web/src/engine/attention-error.js';
import { readModelConfig } from '../../../web/src/memory/read-model-config.js';

/** @param {string} text @returns {AttentionError} */
function refusal(text) {
  try {
    readModelConfig(text);
  } catch (error) {
    assert.ok(error instanceof AttentionError, String(error));
    return error;
  }
  throw new assert.AssertionError({ message: 'was accepted' });
}
const withLayers = (/** @type {string} */ layers) =>
  readModelConfig(`{"model_type":"llama","hidden_size":64,"num_attention_heads":2,"num_hidden_layers":${layers}}`);

describe('broken JSON names line and column', () => {
  for (const [name, text, line, column] of /** @type {[string, string, number, number][]} */ ([
    ['trailing comma', '{\n  "hidden_size": 64,\n}', 3, 1],
    ['missing colon', '{\n  "hidden_size" 64}', 2, 17],
    ['single quotes', "{'hidden_size': 64}", 1, 2],
    ['unfinished', '{"hidden_size": 64', 1, 19],
    ['empty', '', 1, 1],
    ['a word', '{\r\n"a": 1,\r\n"b": banana }', 3, 6],
    ['something after the end', '{}\n{}', 2, 1],
    ['a bare backslash', '{"a": "\\q"}', 1, 7],
  ])) {
    test(name, () => {
      const error = refusal(text);
      assert.equal(error.code, 'json-syntax');
      assert.deepEqual([error.values.line, error.values.column], [line, column], error.message);
    });
  }

  test('a byte-order mark is no error', () => {
    assert.equal(readModelConfig('\uFEFF{"hidden_size":64,"num_attention_heads":2}').config.headDim, 32);
  });

  test('NaN and Infinity, as Python writes them, are no values', () => {
    const { config, warnings } = readModelConfig(
      '{"hidden_size":64,"num_attention_heads":2,\n"time_step_limit":[0.0,Infinity],"head_dim":NaN,"note":"Infinity"}',
    );
    assert.equal(config.headDim, 32);
    assert.deepEqual(warnings.filter(({ part }) => part !== 'rope'), [{ code: 'not_finite', key: 'Infinity', line: 2, column: 24 }]);
  });
});

describe('hostile input is refused at once, in words', () => {
  test('10 MB of JSON', () => {
    assert.equal(refusal(`{"a":[${'1,'.repeat(5_000_000)}1]}`).code, 'too-large');
  });

  test('nesting of 500,000 levels', () => {
    assert.equal(refusal('['.repeat(500_000)).code, 'too-deep');
    assert.equal(refusal('{"text_config":'.repeat(100_000)).code, 'too-deep');
  });

  test('a list, a number, a string, null', () => {
    for (const text of ['[1]', '7', '"config"', 'null']) assert.equal(refusal(text).code, 'not-an-object');
  });

  test('__proto__ and constructor are names like any other', () => {
    const { config } = readModelConfig(
      '{"__proto__":{"num_hidden_layers":9,"sliding_window":4},"constructor":{"head_dim":3},"hidden_size":64,"num_attention_heads":2}',
    );
    assert.deepEqual([config.numHiddenLayers, config.slidingWindow, config.headDim], [null, null, 32]);
    assert.equal(
      readModelConfig('{"model_type":"__proto__","hidden_size":64,"num_attention_heads":2}').config.headDim,
      32,
    );
    assert.equal(/** @type {any} */ ({}).num_hidden_layers, undefined);
  });

  test('numbers as text are converted and said, other text is not', () => {
    const { config, warnings } = withLayers('"12"');
    assert.equal(config.numHiddenLayers, 12);
    assert.deepEqual(warnings[0], { code: 'number_as_text', key: 'num_hidden_layers', value: '12' });
    for (const text of ['"32k"', '"0x10"', '"twelve"', '""', '[12]', '{}', 'true']) {
      const { config: other, error } = withLayers(text);
      assert.deepEqual(
        [other.numHiddenLayers, error?.code, error?.key],
        [null, 'not_a_number', 'num_hidden_layers'],
        text,
      );
    }
  });

  test('1e400, negative, zero, fractional and huge layer counts', () => {
    for (const [text, code] of /** @type {[string, string][]} */ ([
      ['1e400', 'not_finite'],
      ['-32', 'out_of_range'],
      ['0', 'out_of_range'],
      ['2.5', 'not_whole'],
      ['1e9', 'out_of_range'],
      ['99999999999999999999', 'out_of_range'],
    ])) {
      const { config, error } = withLayers(text);
      assert.deepEqual([config.numHiddenLayers, error?.code, error?.key], [null, code, 'num_hidden_layers'], text);
    }
  });

  test('a file that describes no model', () => {
    for (const text of ['{}', '{"vision_config":{"num_attention_heads":16,"num_hidden_layers":3}}']) {
      const { config, error } = readModelConfig(text);
      assert.deepEqual([error?.code, config.numAttentionHeads], ['missing_keys', null]);
    }
  });

  test('layers of a kind nobody knows keep every token, and the file is told so', () => {
    const size = { model_type: 'llama', hidden_size: 64, num_attention_heads: 2, num_hidden_layers: 4 };
    const read = (/** @type {object} */ more) => readModelConfig(JSON.stringify({ ...size, ...more }));
    const all = Array(4).fill('full_attention');
    for (const layer_types of [
      Array(4).fill('hybrid_sparse'),
      ['sparse_attention', 'mla', 'toString', 'full_attention'],
      [null, null, null, null],
      [1, 2, 3, 4],
    ]) {
      const { config, warnings, error } = read({ layer_types });
      assert.deepEqual([config.layerTypes, error], [all, null]);
      const names = [...new Set(layer_types.map(String))].filter((name) => name !== 'full_attention');
      assert.deepEqual(
        warnings.filter(({ code }) => code === 'unknown_layer_type'),
        [{ code: 'unknown_layer_type', key: 'layer_types', names }],
      );
    }
    const many = read({ num_hidden_layers: 9, layer_types: [...'abcdefghi'].map((letter) => letter.repeat(100)) });
    const noted = many.warnings.find(({ code }) => code === 'unknown_layer_type');
    assert.deepEqual(noted?.names, [...[...'abcd'].map((letter) => letter.repeat(40)), '…']);
    assert.ok(read({ hybrid_override_pattern: 'M*?-' }).warnings.some(({ code }) => code === 'unknown_layer_type'));
  });

  test('a layer_types that is no list is reported and ignored', () => {
    const size = { hidden_size: 64, num_attention_heads: 2, num_hidden_layers: 4, sliding_window: 16 };
    for (const layer_types of ['full_attention', 7, {}, [], true]) {
      const { config, error, warnings } = readModelConfig(
        JSON.stringify({ ...size, sliding_window_pattern: 2, layer_types }),
      );
      assert.deepEqual([error?.code, error?.key], ['not_a_list', 'layer_types']);
      assert.deepEqual(config.layerTypes?.map((type) => type[0]).join(''), 'sfsf');
      assert.ok(!warnings.some(({ code }) => code === 'layer_types_length'));
    }
  });

  test('rope_scaling of the wrong shape', () => {
    const { error } = readModelConfig('{"hidden_size":64,"num_attention_heads":2,"rope_scaling":4}');
    assert.deepEqual([error?.code, error?.key, error?.part], ['not_an_object', 'rope_scaling', 'rope']);
  });
});
