/**
 * Numbers as llama.cpp reads them: C++'s std::stoi and std::stof take what they can from the front of a word and
 * silently leave the rest, so that `-c 32k` means 32.
 * @typedef {{ value: number, cut: boolean } | null} CNumber `cut`: something was left over; null: no number at all
 */

const INT_MAX = 2 ** 31 - 1;

/** @param {string} word @returns {CNumber} null also beyond 32 bits, where the program refuses */
export function readCInteger(word) {
  const match = /^\s*([+-]?\d+)/.exec(word);
  if (match === null) return null;
  const value = Number(match[1]);
  if (value > INT_MAX || value < -INT_MAX - 1) return null;
  return { value, cut: match[0].length < word.length };
}

/** @param {string} word @returns {CNumber} */
export function readCFloat(word) {
  const match = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/.exec(word);
  if (match === null) return null;
  const value = Number(match[1]);
  if (!Number.isFinite(Math.fround(value))) return null;
  return { value, cut: match[0].length < word.length };
}
