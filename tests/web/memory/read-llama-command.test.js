import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AttentionError } from '../../../web/src/engine/attention-error.js';
import { memoryPlan } from '../../../web/src/memory/memory-plan.js';
import { readLlamaCommand } from '../../../web/src/memory/read-llama-command.js';
import { readModelConfig } from '../../../web/src/memory/read-model-config.js';
import { camelCase, camelCaseKeys, golden } from './golden.js';

const { cases, defaults } = golden('cli_flags');
const quoted = (/** @type {string} */ word) => `'${word}'`;
const codes = (/** @type {string} */ text) => readLlamaCommand(text).warnings.map(({ code }) => code);
const settingsOf = (/** @type {string} */ text) => readLlamaCommand(text).settings;

/** @param {object} settings @param {Record<string, unknown>} expect */
function assertSettings(settings, expect) {
  const actual = Object.fromEntries(Object.keys(expect).map((key) => [key, /** @type {any} */ (settings)[key]]));
  assert.deepEqual(actual, expect);
}

describe('llama-server (cli_flags.json)', () => {
  for (const { app, argv, env, expect, error } of cases) {
    const environment = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const text = [...environment, app, ...argv.map(quoted)].join(' ');
    test(text, () => {
      const result = readLlamaCommand(text);
      assert.equal(result.error?.code ?? null, error ?? null);
      if (error === undefined) assertSettings(result.settings, camelCaseKeys(expect));
    });
  }

  test('defaults', () => {
    assertSettings(settingsOf('llama-server'), camelCaseKeys(defaults));
    assert.equal(settingsOf('llama-server').app, 'server');
    assert.ok(Object.keys(defaults).every((name) => camelCase(name) in settingsOf('llama-server')));
  });
});

describe('where commands are pasted from', () => {
  const wanted = { nCtx: 8192, nParallel: 2, cacheTypeK: 'q8_0' };
  for (const [name, text] of Object.entries({
    'a terminal': '$ ./build/bin/llama-server -m "my model.gguf" -c 8192 -np 2 -ctk q8_0',
    'line continuations': 'llama-server \\\n  -m model.gguf \\\n  -c 8192 \\\n  -np 2 \\\n  -ctk q8_0',
    'line continuations of Windows':
      'llama-server.exe ^\r\n  -m C:\\models\\model.gguf ^\r\n  -c 8192 -np 2 ^\r\n  -ctk q8_0',
    'continuations that were lost': 'llama-server -m model.gguf\n  -c 8192\n  -np 2 -ctk q8_0',
    'variables in front': 'CUDA_VISIBLE_DEVICES=0 LLAMA_ARG_CTX_SIZE=8192 llama-server -np 2 --cache-type-k q8_0',
    'exported variables': 'export LLAMA_ARG_CTX_SIZE=8192\nllama-server -np 2 -ctk q8_0',
    'sudo, env and an absolute path': 'sudo env LLAMA_ARG_N_PARALLEL=2 /usr/local/bin/llama-server -c 8192 -ctk q8_0',
    'a chain of commands': 'cd llama.cpp && ./llama-server -c 8192 -np 2 -ctk q8_0 2>&1 | tee log.txt',
    'a comment behind it': 'llama-server -c 8192 -np 2 -ctk q8_0 # my usual',
    'escaped spaces and JSON': String.raw`llama-server -m my\ model.gguf --chat-template-kwargs '{"a": "-c 1"}' -c 8192 -np 2 -ctk q8_0`,
    'flags alone': '-c 8192 -np 2 -ctk q8_0',
    'Dockerfile, CMD as a list':
      'FROM debian\nENV LLAMA_ARG_CTX_SIZE=8192\nCMD ["llama-server", "-np", "2", "-ctk", "q8_0"]',
    'Dockerfile, ENTRYPOINT and CMD':
      'ENTRYPOINT ["/app/llama-server"]\nCMD ["-c", "8192", "-np", "2", "-ctk", "q8_0"]',
    'Dockerfile, CMD as a line': 'ENV LLAMA_ARG_N_PARALLEL 2\nCMD llama-server -c 8192 -ctk q8_0',
    'docker run':
      'docker run -p 8080:8080 -e LLAMA_ARG_N_PARALLEL=2 -v /m:/m ghcr.io/ggml-org/llama.cpp:server -m /m/a.gguf -c 8192 -ctk q8_0',
    'a unit file': 'ExecStart=/usr/bin/llama-server -c 8192 -np 2 -ctk q8_0',
    'a list of words': '["llama-server", "-c", "8192", "-np", "2", "-ctk", "q8_0"]',
  })) {
    test(name, () => {
      const { settings, app, error } = readLlamaCommand(text);
      assert.deepEqual([error, app], [null, 'server']);
      assertSettings(settings, wanted);
    });
  }

  test('llama-cli has one sequence and flags of its own', () => {
    const { app, settings, error } = readLlamaCommand('llama-cli -m a.gguf -p "it is -c 5" -c 4096 -cnv');
    assert.deepEqual([app, settings.nParallel, settings.nCtx, error], ['cli', 1, 4096, null]);
    assert.equal(readLlamaCommand('llama-cli -kvu').error?.code, 'unknown_argument');
    assert.equal(readLlamaCommand('llama-cli --host 0.0.0.0').error?.code, 'unknown_argument');
    assert.equal(readLlamaCommand('llama-server -p hello').error?.code, 'unknown_argument');
  });

  test('flags that do not matter take their values with them', () => {
    const text =
      'llama-server -hf ggml-org/gpt-oss-20b-GGUF --jinja -ngl 99 -t 8 --host 0.0.0.0 --port 8080 --temp 0.7 --top-p 0.95 ' +
      '-ot ".ffn_.*_exps.=CPU" --control-vector-layer-range 3 9 --api-key -c -c 2048 --no-mmap --mlock --metrics -a name';
    const { settings, error } = readLlamaCommand(text);
    assert.deepEqual([error, settings.nCtx], [null, 2048]);
  });
});

describe('public pitfalls', () => {
  test('pitfall 49: a quantised V cache without flash attention', () => {
    const base = 'llama-server -c 4096 -ctk q8_0 -ctv q8_0';
    const off = readLlamaCommand(`${base} -fa off`);
    assert.deepEqual(
      off.warnings.map(({ code, willNotStart }) => [code, willNotStart]),
      [['quantised_v_needs_flash_attention', true]],
    );
    assert.deepEqual(codes(`${base} -fa on`), []);
    assert.deepEqual(codes(base), ['quantised_v_flash_auto']);
    assert.deepEqual(codes('llama-server -c 4096 -ctk q8_0 -fa off'), []);
  });

  test('pitfall 49: -fa takes the next word as its value', () => {
    const alone = readLlamaCommand('llama-server -ctk q8_0 -ctv q8_0 -fa');
    assert.deepEqual([alone.error?.code, alone.error?.flag], ['missing_value', '-fa']);
    const followed = readLlamaCommand('llama-server -fa -c 4096');
    assert.deepEqual([followed.error?.code, followed.error?.value], ['invalid_value', '-c']);
  });

  test('pitfall 50: -c is the total that -np divides', () => {
    const { config } = readModelConfig(
      '{"hidden_size":64,"num_attention_heads":2,"num_hidden_layers":2,"max_position_embeddings":8192}',
    );
    const slot = (/** @type {string} */ text) => memoryPlan(config, settingsOf(text)).contextPerSlot;
    assert.equal(slot('llama-server -c 4096 -np 4'), 1024);
    assert.equal(slot('llama-server -c 0 -np 4'), 2048);
  });
});

describe('what is said about a command', () => {
  test('numbers that are cut: 32k is 32', () => {
    const { warnings, settings } = readLlamaCommand('llama-server -c 32k');
    assert.deepEqual(warnings, [{ code: 'number_cut', flag: '-c', value: '32k', used: 32 }]);
    assert.equal(settings.nCtx, 32);
    assert.equal(settingsOf('llama-server -c 4096.9').nCtx, 4096);
    assert.equal(settingsOf('llama-server --rope-freq-base 5e5').ropeFreqBase, 500_000);
    assert.deepEqual(codes('llama-server -c 4096 --rope-freq-base 5e5'), []);
    assert.equal(readLlamaCommand('llama-server -c 99999999999').error?.code, 'invalid_number');
  });

  test('no context: --fit may shrink it; an explicit 0 may not be shrunk', () => {
    assert.deepEqual(codes('llama-server'), ['context_may_shrink']);
    assert.deepEqual(codes('llama-server -fit off'), []);
    assert.deepEqual(codes('llama-server -c 0'), []);
    assert.deepEqual(codes('LLAMA_ARG_CTX_SIZE=0 llama-server'), []);
  });

  test('repeated flags, memory that is not counted, other programs', () => {
    assert.deepEqual(codes('llama-server -c 1 --ctx-size 2'), ['repeated_flag']);
    assert.deepEqual(codes('llama-server -c 1 -md draft.gguf'), ['memory_not_counted']);
    assert.deepEqual(codes('ollama run llama3 -c 4096').slice(0, 1), ['unknown_program']);
  });

  test('--flag=value is refused with the flag it meant', () => {
    const { error } = readLlamaCommand('llama-server --ctx-size=4096');
    assert.deepEqual(error, { code: 'unknown_argument', flag: '--ctx-size=4096', withoutEquals: '--ctx-size' });
  });

  test('variables: words for on and off, one that says neither', () => {
    assert.equal(settingsOf('LLAMA_ARG_KV_UNIFIED=1 llama-server').kvUnified, true);
    assert.equal(settingsOf('LLAMA_ARG_KV_UNIFIED=off llama-server').kvUnified, false);
    assert.equal(settingsOf('LLAMA_ARG_FLASH_ATTN=off llama-server').flashAttn, 'disabled');
    assert.equal(readLlamaCommand('LLAMA_ARG_SWA_FULL=perhaps llama-server').error?.code, 'invalid_value');
  });
});

describe('hostile commands', () => {
  /** @param {string} text @param {string} code */
  function assertRefused(text, code) {
    assert.throws(
      () => readLlamaCommand(text),
      (error) => {
        assert.ok(error instanceof AttentionError);
        assert.equal(error.code, code);
        return true;
      },
    );
  }

  test('100,000 words', () => {
    assertRefused(`llama-server ${'word '.repeat(100_000)}`, 'too-large');
    assert.equal(settingsOf(`llama-server ${'-c 1 '.repeat(20_000)} -c 77`).nCtx, 77);
  });

  test('too long, not text, open quotes, broken lists', () => {
    assertRefused('a'.repeat(131_073), 'too-large');
    assertRefused(/** @type {any} */ (7), 'not-text');
    assertRefused('llama-server -a "open -c 4096', 'unclosed-quote');
    assertRefused('llama-server -m ${MODEL -c 4096', 'bad-substitution');
    assertRefused('CMD ["llama-server", "-c" "4096"]', 'json-syntax');
  });

  test('nothing, names of prototypes, quotes upon quotes', () => {
    assert.deepEqual(settingsOf('').nCtx, 0);
    assert.equal(readLlamaCommand('llama-server --__proto__ 1').error?.code, 'unknown_argument');
    assert.equal(readLlamaCommand('llama-server -ctk __proto__').error?.code, 'unsupported_cache_type');
    assert.equal(settingsOf('__proto__=1 constructor=2 llama-server -c 64').nCtx, 64);
    assert.equal(readLlamaCommand(`llama-server ${`'a'"b"`.repeat(15_000)}`).error?.code, 'unknown_argument');
  });

  test('sizes the program cannot run with are refused under the flag’s own name, and not taken', () => {
    const refused = (/** @type {string} */ text) => readLlamaCommand(text).error;
    const most = 2 ** 31 - 1;
    const wraps = { code: 'context_wraps', value: -5, used: 4_294_967_291 };
    assert.deepEqual(refused('llama-server -c -5'), { ...wraps, flag: '-c' });
    assert.deepEqual(refused('LLAMA_ARG_CTX_SIZE=-5 llama-server'), { ...wraps, flag: 'LLAMA_ARG_CTX_SIZE' });
    for (const [flag, value, min, max] of /** @type {[string, number, number, number][]} */ ([
      ['-np', 300, -1, 256],
      ['--parallel', 257, -1, 256],
      ['-b', 0, 1, most],
      ['-ub', -1, 0, most],
    ])) {
      assert.deepEqual(refused(`llama-server ${flag} ${value}`), { code: 'out_of_range', flag, key: flag, value, min, max });
    }
    assertSettings(settingsOf('llama-server -c -5 -np 300 -b 0'), { nCtx: 0, nParallel: -1, nBatch: 2048 });
    for (const text of ['-np 256', '-np -1', '-b 1', '-ub 0', `-c ${most}`]) assert.equal(refused(`llama-server ${text}`), null, text);
  });

  test('negative sizes are refused by the plan', () => {
    const { config } = readModelConfig(
      '{"hidden_size":64,"num_attention_heads":2,"num_hidden_layers":2,"max_position_embeddings":8192}',
    );
    assert.throws(() => memoryPlan(config, { nCtx: -5 }), { code: 'out-of-range', field: 'nCtx' });
  });
});
