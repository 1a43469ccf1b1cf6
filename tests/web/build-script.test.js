import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { root } from './source-files.js';

/** What every machine has; all else is put on the PATH by the tests. */
const basics = [
  'bash', 'cat', 'chmod', 'cp', 'cut', 'dirname', 'env', 'find', 'getconf', 'git', 'grep', 'id', 'ln', 'mkdir', 'mktemp', 'mv',
  'readlink', 'rm', 'sed', 'sh', 'sort', 'tail', 'tr', 'uname', 'xargs',
];

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'attention-build-'));
  for (const name of ['bin', 'web', 'tests', 'tmp']) mkdirSync(join(folder, name));
  for (const name of ['build.sh', 'web/package.json', 'web/package-lock.json']) copyFileSync(root + name, join(folder, name));
  for (const name of basics) symlinkSync(execFileSync('bash', ['-c', `type -P ${name}`], { encoding: 'utf8' }).trim(), join(folder, 'bin', name));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Puts programs on the PATH. @param {Record<string, string>} programs shell scripts by name */
function provide(programs) {
  for (const [name, script] of Object.entries(programs)) {
    const path = join(folder, 'bin', name);
    rmSync(path, { force: true });
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
  }
}

/** What a set-up needs besides npm and Emscripten. */
const present = { cmake: '', ninja: '', python3: '', node: 'echo v22.0.0' };

/** @param {string[]} words */
function run(...words) {
  const env = { PATH: join(folder, 'bin'), HOME: join(folder, 'home'), TMPDIR: join(folder, 'tmp') };
  return spawnSync('bash', [join(folder, 'build.sh'), ...words], { env, encoding: 'utf8' });
}

/** The one line that a failing run ends with. @param {string[]} words */
function failure(...words) {
  const { status, stderr } = run(...words);
  assert.equal(status, 1, stderr);
  const [last, ...before] = stderr.trimEnd().split('\n').reverse();
  assert.match(last, /^build\.sh: /, stderr);
  assert.deepEqual(before.filter((line) => !/^(Installing|Reading|Compiling) [^:]*$/.test(line)), [], 'lines that announce no step');
  return last;
}

test('a wrong command or port is refused before anything is set up', () => {
  assert.match(failure('buidl'), /unknown command 'buidl'/);
  for (const port of ['http', '-1', '65536', '80.5', '0x50']) assert.match(failure('serve', port), /is no port/, port);
  assert.equal(existsSync(join(folder, 'home')), false);
});

test('without a package manager or the right to use it, what is missing is named', () => {
  assert.match(failure(), /missing: cmake ninja-build python3 npm\. .*no apt-get here/);
  provide({ 'apt-get': 'exit 1', id: 'echo 1000' });
  assert.match(failure(), /missing: cmake ninja-build python3 npm\. Run as root or install sudo, or: apt-get install cmake/);
});

test('no network is said, whoever meets it', () => {
  provide({ id: 'echo 0', dpkg: '', 'apt-get': 'case "$*" in *update*) echo "W: Failed to fetch http://x/InRelease  Temporary failure resolving \'x\'" ;; *) echo "E: Unable to locate package cmake"; exit 100 ;; esac' });
  assert.match(failure(), /Installing cmake .* failed: no network: .*resolving 'x'/);
  provide({ ...present, npm: 'echo "npm ERR! code EAI_AGAIN"; echo "npm ERR! request to x failed, reason: getaddrinfo EAI_AGAIN x"; exit 1' });
  assert.match(failure(), /npm ci failed: no network: /);
});

test('a full disk and a broken npm are said', () => {
  provide({ ...present, npm: 'echo "npm ERR! code EUSAGE"; echo "npm ERR!"; echo "npm ERR! The lock file is none"; exit 1' });
  assert.match(failure(), /npm ci failed: npm ERR! The lock file is none/);
  provide({ npm: 'echo "npm error code ENOSPC"; echo "npm error ENOSPC: no space left on device, write"; exit 1' });
  assert.match(failure(), /npm ci failed: the disk is full: /);
  provide({ npm: 'no-such-program' });
  assert.match(failure(), /npm ci failed: .*no-such-program.*not found/);
});

test('an old Emscripten is named', () => {
  provide({ ...present, npm: 'mkdir -p web/node_modules', emcc: 'echo 3.1.6' });
  const { status, stderr } = run();
  assert.equal(status, 1);
  assert.match(stderr, /Emscripten 3\.1\.69 or newer is needed on the PATH \(there is 3\.1\.6\)/);
});

test('packages are installed again after an interruption, and only then', () => {
  const counted = 'echo called >>calls; mkdir -p web/node_modules';
  const calls = () => readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n').length;
  provide({ ...present, npm: `${counted}; kill -9 $PPID` });
  assert.equal(run().signal, 'SIGKILL');
  provide({ npm: counted });
  run();
  assert.equal(calls(), 2);
  run();
  assert.equal(calls(), 2);
});

test('a set-up that fails or is ended leaves nothing in the cache', () => {
  provide({ ...present, node: 'echo v18.0.0' });
  const cache = join(folder, 'home', '.cache', 'attention-lab');
  for (const end of ['exit 1', 'kill -TERM $PPID; exit 1']) {
    provide({ npm: `touch "$3/half-done"; ${end}` });
    assert.notEqual(run().status, 0);
    assert.deepEqual(readdirSync(cache), [], end);
  }
});

test('what a killed set-up left goes with the next one, and what another one is at stays', () => {
  provide({ ...present, node: 'echo v18.0.0', npm: 'kill -KILL $PPID' });
  const cache = join(folder, 'home', '.cache', 'attention-lab');
  run();
  const [abandoned] = readdirSync(cache);
  const inUse = abandoned.replace(/-\d+-(?=[^-]+$)/, `-${process.pid}-`);
  mkdirSync(join(cache, inUse));
  provide({ npm: 'exit 1' });
  assert.notEqual(run().status, 0);
  assert.deepEqual(readdirSync(cache), [inUse]);
});

test('nothing in a pipeline stops reading early, which under pipefail now and then ends the script without a word', () => {
  const early = readFileSync(`${root}build.sh`, 'utf8').split('\n').filter((line) => /\|\s*(head|grep( -\S+)* -\w*[mq])\b/.test(line.split(' #')[0]));
  assert.deepEqual(early, []);
});
