/**
 * Where a browser has put text: pieces of one line and one direction, each with the box around it.
 *
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Box
 * @typedef {Box & { text: string, isRtl: boolean }} TextRun
 */

/** A letter with the marks and joiners that have no place of their own: browsers share its room out among them. */
const kCluster = /[\p{M}\p{Cf}]*[^\p{M}\p{Cf}][\p{M}\p{Cf}]*/gu;
/** What orders text, and has nothing to order in a piece of one direction. */
const kOrdering = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** @param {Text} node @param {boolean} isRtl  around it: so goes what has no direction itself @returns {TextRun[]} */
export function textRuns(node, isRtl) {
  const range = node.ownerDocument.createRange();
  /** @type {(Box & { text: string, direction: number })[]} */
  const runs = [];
  let space = '';
  for (const { 0: cluster, index } of node.data.matchAll(kCluster)) {
    const text = cluster.replace(kOrdering, '');
    range.setStart(node, index);
    range.setEnd(node, index + cluster.length);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
    if (boxes.length === 0 || text.trim() === '') {
      space = ' ';
      continue;
    }
    const box = {
      left: Math.min(...boxes.map(({ left }) => left)),
      top: boxes[0].top,
      right: Math.max(...boxes.map(({ right }) => right)),
      bottom: boxes[0].bottom,
    };
    const run = runs.at(-1);
    const direction = directionOf(text);
    const side = run ? sideOf(run, box) : 0;
    if (run && side !== 0 && side !== -run.direction && side !== -direction) {
      run.text += space + text;
      run.direction = side;
      run.left = Math.min(run.left, box.left);
      run.right = Math.max(run.right, box.right);
    } else runs.push({ ...box, text, direction });
    space = '';
  }
  return runs.map(({ direction, ...run }) => ({ ...run, isRtl: direction < 0 || (direction === 0 && isRtl) }));
}

/** 1 for what is written to the right, -1 to the left, 0 for what follows its neighbours. @param {string} letter */
function directionOf(letter) {
  if (/[\u0590-\u065f\u066e-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(letter)) return -1;
  return /[\p{L}\p{N}]/u.test(letter) ? 1 : 0;
}

/** Whether a box goes on where a run ends: 1 to the right of it, -1 to its left, 0 elsewhere. @param {Box} run @param {Box} box */
function sideOf(run, box) {
  const height = box.bottom - box.top;
  if (Math.abs(box.top - run.top) > 0.3 * height) return 0;
  const gap = 0.6 * height; // a space at most
  if (box.left >= run.right - 1 && box.left <= run.right + gap) return 1;
  if (box.right <= run.left + 1 && box.right >= run.left - gap) return -1;
  return 0;
}
