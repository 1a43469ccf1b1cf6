import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

// What the built modules ask of a browser, read from their binary form (webassembly.github.io/spec/core/binary).

const section = { memory: 5, code: 10 };

/** An unsigned LEB128 number. @param {Uint8Array} bytes @param {number} at @returns {{ value: number, end: number }} */
function leb(bytes, at) {
  let value = 0;
  for (let shift = 1; ; shift *= 128) {
    const byte = bytes[at++];
    value += (byte & 127) * shift;
    if (byte < 128) return { value, end: at };
  }
}

/** The contents of a module's section. @param {string} name @param {number} wanted */
function sectionOf(name, wanted) {
  const bytes = new Uint8Array(readFileSync(new URL(`../../web/src/engine/generated/attention-${name}.wasm`, import.meta.url)));
  for (let at = 8; at < bytes.length; ) {
    const id = bytes[at];
    const { value: size, end } = leb(bytes, at + 1);
    if (id === wanted) return bytes.subarray(end, end + size);
    at = end + size;
  }
  throw new Error(`attention-${name}.wasm has no section ${wanted}`);
}

const names = ['first', 'whole', 'kernels-simd', 'kernels-relaxed'];
const page = 65536;

test('pitfall 69: modules begin with little memory, may grow to 1 GiB and share none', () => {
  for (const name of names) {
    const memory = sectionOf(name, section.memory);
    assert.deepEqual([...memory.subarray(0, 2)], [1, 1], `${name}: one memory, with a maximum and not shared`);
    const { value: initial, end } = leb(memory, 2);
    assert.ok(initial * page <= 32 * 2 ** 20, `${name} begins with ${initial} pages`);
    assert.ok(leb(memory, end).value * page <= 2 ** 30, name);
  }
});

test('pitfall 70: relaxed instructions are in one module alone, that of the kernels which are timed', () => {
  const relaxed = names.filter((name) => {
    const code = sectionOf(name, section.code);
    // Opcodes 0x100 to 0x113 after the prefix of vector instructions.
    return code.some((byte, at) => byte === 0xfd && code[at + 1] >= 0x80 && code[at + 1] <= 0x93 && code[at + 2] === 0x02);
  });
  assert.deepEqual(relaxed, ['kernels-relaxed']);
});
