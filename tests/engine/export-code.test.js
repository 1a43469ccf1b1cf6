import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createEngine } from '../../web/src/engine/engine.js';
import { headsFile } from '../../web/src/formats/code/heads.js';
import { codeOf } from '../../web/src/formats/code/index.js';
import { dataFile } from '../../web/src/formats/heads-file.js';
import { crossingLines, linesOf } from './code-lines.js';
import { computed, statesOf } from './code-states.js';

/** @typedef {{ figure: string, at: number, values: any, isNarrow: boolean, data: any, lines: string[], folder: string }} Case */

const run = promisify(execFile);
const engine = await createEngine();
const root = mkdtempSync(join(tmpdir(), 'attention-lab-code-'));
after(() => rmSync(root, { recursive: true }));

/** @type {Case[]} */
const cases = [];
for (const figure of Object.keys(codeOf)) {
  for (const [at, { values, isNarrow }] of statesOf(figure).entries()) {
    const data = await computed(figure, engine, values);
    const folder = join(root, `${figure}-${at}`);
    mkdirSync(folder);
    if (data?.read) writeFileSync(join(folder, headsFile), Buffer.from(await (await dataFile(data)).arrayBuffer()));
    cases.push({ figure, at, values, isNarrow, data, lines: linesOf[figure](values, data), folder });
  }
}
engine.close();

/** Both print a number half-way between two: C and Python take the even one, the page the larger. @param {string} ours @param {string} theirs @param {number} apart */
const isTie = (ours, theirs, apart) => (
  Math.abs(apart - 1) < 1e-6 && /[02468]\D*$/.test(ours) && Math.abs(Number.parseFloat(theirs)) > Math.abs(Number.parseFloat(ours))
);

/**
 * The same lines; where a number is not the same text it is a tie between two roundings, or `units` in the last place.
 * @param {string} printed @param {string[]} wanted @param {string} about @param {number} units
 */
function sameDigits(printed, wanted, about, units) {
  const lines = printed.replace(/\n$/, '').split('\n');
  assert.equal(lines.length, wanted.length, `${about}: ${lines.length} lines`);
  lines.forEach((line, at) => {
    const ours = line.replaceAll('-nan', 'nan').split(/(?<=\s)/);
    const theirs = wanted[at].split(/(?<=\s)/);
    assert.equal(ours.length, theirs.length, `${about}: ${line} / ${wanted[at]}`);
    ours.forEach((word, place) => {
      if (word === theirs[place] || /^[-+]?0\.?0*\D*$/.test(word) && Number.parseFloat(theirs[place]) === 0) return;
      const [, digits = '', exponent = '0'] = /\.(\d+)(?:e([-+]\d+))?/.exec(word) ?? [];
      const apart = Math.abs(Number.parseFloat(word) - Number.parseFloat(theirs[place])) * 10 ** (digits.length - Number(exponent));
      assert.ok(apart <= units || isTie(word, theirs[place], apart), `${about}: ${line} / ${wanted[at]}`);
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

// Sums in float32 may differ from float64 ones by a unit in the last place of a weight; all else is the same.
const oneUnit = 1.001;
const runsAll = `
import os, runpy, sys
for path in sys.argv[1:]:
    print('\\f', end='')
    os.chdir(os.path.dirname(path))
    runpy.run_path(path)
`;
const large = { maxBuffer: 2 ** 26 };

/** @type {['python' | 'numpy' | 'pytorch', string, string][]} */
const pythons = [['python', 'Python', ''], ['numpy', 'NumPy', 'numpy'], ['pytorch', 'PyTorch', 'torch']];
const programs = await Promise.all(pythons.map(([, , library]) => python(library)));
for (const [which, [target, title]] of pythons.entries()) {
  for (const figure of Object.keys(codeOf)) {
    const write = codeOf[figure][target];
    if (!write) continue;
    test(`${figure}: ${title} prints the page's numbers`, { skip: programs[which] ? false : `no ${title} is here` }, async () => {
      const chosen = cases.filter((one) => one.figure === figure);
      const paths = chosen.map(({ folder, values, data }) => {
        const path = join(folder, `of-${target}.py`);
        writeFileSync(path, write(values, '1.0.0', data));
        return path;
      });
      // One process for all: loading a library takes longer than running a snippet.
      const { stdout } = await run(/** @type {string} */ (programs[which]), ['-c', runsAll, ...paths], large);
      for (const [at, printed] of stdout.split('\f').slice(1).entries()) {
        const { values, data, isNarrow, lines } = chosen[at];
        const wanted = figure === 'collapse' ? [...lines, ...crossingLines(values, data)] : lines;
        sameDigits(printed, wanted, `${title} ${figure} ${at}`, isNarrow ? oneUnit : 0);
      }
    });
  }
}

const native = fileURLToPath(new URL('../../build/native/', import.meta.url));
const cpp = fileURLToPath(new URL('../../cpp', import.meta.url));
const hasLibrary = existsSync(join(native, 'libattention.a')) && existsSync(join(native, 'include'));

test("C++ prints the page's numbers, in every precision", { skip: hasLibrary ? false : 'the native library is not built' }, async () => {
  // All in one program: each in a namespace of its own, run by its number.
  const headers = new Set();
  const bodies = cases.map(({ figure, values, data }, number) => {
    const lines = /** @type {any} */ (codeOf[figure].cpp)(values, '1.0.0', data).split('\n');
    for (const line of lines) if (line.startsWith('#include')) headers.add(line);
    return [`namespace case_${number} {`, ...lines.filter((/** @type {string} */ line) => !line.startsWith('#include')), '}'].join('\n');
  });
  const calls = cases.map((_, number) => `case_${number}::main`).join(', ');
  const source = [...headers, '#include <cstdlib>', ...bodies, `int main(int, char** arguments) {\n  int (*all[])() = {${calls}};\n  return all[std::atoi(arguments[1])]();\n}\n`];
  const program = join(root, 'all');
  writeFileSync(`${program}.cpp`, source.join('\n'));
  await run('c++', ['-std=c++20', '-O0', '-w', '-ffp-contract=off', '-I', cpp, '-isystem', join(native, 'include'), `${program}.cpp`, join(native, 'libattention.a'), '-o', program], large);
  for (const [number, { figure, at, folder, lines, isNarrow }] of cases.entries()) {
    const { stdout } = await run(program, [String(number)], { cwd: folder, ...large });
    // Weights of narrow types lie on ties, which C and JS round differently when they print.
    sameDigits(stdout, lines, `C++ ${figure} ${at}`, isNarrow ? oneUnit : 0);
  }
});
