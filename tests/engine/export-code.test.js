import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createEngine } from '../../web/src/engine/engine.js';
import { cppCode } from '../../web/src/formats/code-cpp.js';
import { numpyCode, pytorchCode } from '../../web/src/formats/code-numpy.js';
import { pythonCode } from '../../web/src/formats/code-python.js';
import { sweepCode } from '../../web/src/formats/code-sweep.js';
import { printsWeights, ruleName, runOf } from '../../web/src/formats/code-run.js';
import { attendOptions, maskRequest, sampleRequest } from '../../web/src/lab/computations/request.js';
import { defaultValues } from '../../web/src/state/parameters.js';

/** @typedef {import('../../web/src/formats/code-run.js').Run} Run */

const run = promisify(execFile);
const engine = await createEngine();
const folder = mkdtempSync(join(tmpdir(), 'attention-lab-code-'));
after(() => rmSync(folder, { recursive: true }));

/** Ten states of the page, drawn by a small generator of its own, and the narrow types beside them. */
const states = Array.from({ length: 10 }, (_, at) => {
  let state = at + 1;
  const draw = (/** @type {number} */ below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  const pick = (/** @type {any[]} */ ...choices) => choices[draw(choices.length)];
  draw(2);
  return {
    n: 1 + draw(12), keys: pick(null, 1 + draw(20)), dk: 1 + draw(130), dv: pick(null, 3),
    seed: pick(0, 7, -3, draw(1e9), 2n ** 80n + BigInt(at)), scale: pick(['none', 'sqrt'], ['linear', 0.3, -2], ['sqrt'], [0, 1e6]),
    temperature: pick(1, 0.5, 3), mask: pick('none', 'causal', 'window'), window: 1 + draw(5), softmax: pick('stable', 'stable', 'naive'),
  };
});
const narrow = [
  { precision: 'f16', scale: ['sqrt', 1e5] },
  { precision: 'bf16', mask: 'causal' },
  { precision: 'f32', softmax: 'naive', scale: ['none', 40] },
];

/** What the page computes, as the snippets print it. @param {any} values */
async function expected(values) {
  const lines = [];
  const fixed = (/** @type {number | null} */ value, /** @type {number} */ digits, factor = 1) => (value === null ? 'nan' : (value * factor).toFixed(digits));
  for (const rule of values.scale) {
    const result = await engine.attend(sampleRequest(values), attendOptions(values, rule, new AbortController().signal));
    const { keys, scaled, weights, rowEntropy, events } = result;
    lines.push(ruleName(rule));
    for (let row = 0; row < result.n; row += 1) {
      if (events.some((event) => event.row === row)) {
        lines.push(`  row ${row + 1}: left out`);
        continue;
      }
      const shown = [...weights.subarray(row * keys, (row + 1) * keys)].filter((_, key) => scaled[row * keys + key] !== -Infinity);
      const numbers = printsWeights(runOf(values, '')) ? `, weights ${shown.map((weight) => weight.toFixed(6)).join(' ')}` : '';
      lines.push(`  row ${row + 1}: entropy ${fixed(rowEntropy[row], 4)}${numbers}`);
    }
    lines.push(`  max weight ${fixed(result.maxWeight, 6)}`, `  mean entropy ${fixed(result.meanEntropy, 4)}`, `  share ${fixed(result.entropyShare, 0, 100)} %`);
    lines.push(`  rms logit ${fixed(result.rmsLogit, 2)}, scaled ${fixed(result.rmsScaledLogit, 2)}`, `  mean Jacobian norm ${fixed(result.meanJacobian, 4)}`);
  }
  return lines;
}

/**
 * The same lines; where a number is not the same text it is a tie between two roundings, or `units` in the last place.
 * @param {string} printed @param {string[]} wanted @param {string} about @param {number} units
 */
function sameDigits(printed, wanted, about, units) {
  const lines = printed.trimEnd().split('\n');
  assert.equal(lines.length, wanted.length, about);
  lines.forEach((line, at) => {
    const ours = line.replaceAll('-nan', 'nan').split(/(?<=\s)/);
    const theirs = wanted[at].split(/(?<=\s)/);
    assert.equal(ours.length, theirs.length, `${about}: ${line} / ${wanted[at]}`);
    ours.forEach((word, place) => {
      if (word === theirs[place] || /^[-+]?0\.?0*\D*$/.test(word) && Number.parseFloat(theirs[place]) === 0) return;
      const digits = /\.(\d+)/.exec(word)?.[1].length ?? 0;
      const apart = Math.abs(Number.parseFloat(word) - Number.parseFloat(theirs[place])) * 10 ** digits;
      assert.ok(apart <= units, `${about}: ${line} / ${wanted[at]}`);
    });
  });
}

/** @param {string} name */
async function python(name) {
  for (const program of ['python3', '/usr/bin/python3']) {
    try {
      await run(program, ['-c', name ? `import ${name}` : '']);
      return program;
    } catch {
      // The next one may have it.
    }
  }
  return null;
}

/** @type {[string, string, (run: Run) => string][]} */
const pythons = [['Python', '', pythonCode], ['NumPy', 'numpy', numpyCode], ['PyTorch', 'torch', pytorchCode]];
const all = [...states, ...narrow].map((values) => ({ ...defaultValues(), ...values }));
const runsAll = "import runpy, sys; [print('\\f', end='') or runpy.run_path(path) for path in sys.argv[1:]]";
const oneUnit = 1.001;
const programs = await Promise.all(pythons.map(([, library]) => python(library)));
for (const [which, [title, library, code]] of pythons.entries()) {
  const program = programs[which];
  test(`${title} prints the page's numbers`, { skip: program ? false : `no ${title} is here` }, async () => {
    const paths = all.map((values, at) => {
      const path = join(folder, `${library || 'plain'}-${at}.py`);
      writeFileSync(path, code(runOf(values, '1.0.0')));
      return path;
    });
    // One process for all: loading a library takes longer than running a snippet.
    const { stdout } = await run(/** @type {string} */ (program), ['-c', runsAll, ...paths]);
    for (const [at, printed] of stdout.split('\f').slice(1).entries()) {
      // Sums in float32 may differ from float64 ones by a unit in the last place of a weight; all else is the same.
      sameDigits(printed, await expected(all[at]), `${title} ${at}`, at < states.length ? 0 : oneUnit);
    }
  });
}

test('the trend table in Python prints the numbers of the sweep', { skip: programs[0] ? false : 'no Python is here' }, async () => {
  for (const [at, changes] of [{}, { mask: 'causal', n: 5, temperature: 0.5, scale: ['linear', -0.3] }, { mask: 'window', window: 3, seeds: [9, 4] }].entries()) {
    /** @type {import('../../web/src/state/parameters.js').Values} */
    const values = { ...defaultValues(), scale: ['none', 'sqrt'], dks: [3, 16, 64], ...changes };
    const path = join(folder, `sweep-${at}.py`);
    writeFileSync(path, sweepCode(values, '1.0.0'));
    const { stdout } = await run(/** @type {string} */ (programs[0]), [path]);
    const { n, dks: dK, scale, temperature, seeds } = values;
    const { rows } = await engine.sweep({ n, dK, scale, mask: maskRequest(values), temperature, seeds });
    const order = (/** @type {any} */ rule) => scale.indexOf(rule);
    rows.sort((a, b) => order(a.scale) - order(b.scale) || a.dK - b.dK);
    const wanted = rows.map(({ scale: rule, dK: width, maxWeight, meanMaxWeight, meanEntropy, entropyShare }) => (
      `${ruleName(/** @type {import('../../web/src/state/parameters.js').Rule} */ (rule))} d_k ${width}: max weight ${Number(maxWeight).toFixed(5)}, mean ${Number(meanMaxWeight).toFixed(5)}, `
      + `entropy ${Number(meanEntropy).toFixed(2)}, share ${(100 * Number(entropyShare)).toFixed(0)} %`
    ));
    assert.deepEqual(stdout.trimEnd().split('\n'), wanted);
  }
});

const native = fileURLToPath(new URL('../../build/native/', import.meta.url));
const cpp = fileURLToPath(new URL('../../cpp', import.meta.url));
const hasLibrary = existsSync(join(native, 'libattention.a')) && existsSync(join(native, 'include'));

test("C++ prints the page's numbers, in every precision", { skip: hasLibrary ? false : 'the native library is not built' }, async () => {
  await Promise.all(all.map(async (values, at) => {
    const path = join(folder, `cpp-${at}`);
    writeFileSync(`${path}.cpp`, cppCode(runOf(values, '1.0.0')));
    await run('c++', ['-std=c++20', '-O0', '-ffp-contract=off', '-I', cpp, '-isystem', join(native, 'include'), `${path}.cpp`, join(native, 'libattention.a'), '-o', path]);
    const { stdout } = await run(path);
    // Weights of narrow types lie on ties, which C and JS round differently when they print.
    sameDigits(stdout, await expected(values), `C++ ${at}`, at < states.length ? 0 : oneUnit);
  }));
});
