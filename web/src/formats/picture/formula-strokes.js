/** The parts of a formula that are no text, a fraction's bar or a radical, as a path; null for other elements. @param {Element} part */
export function formulaStrokes(part) {
  if (part.localName === 'mfrac') return fractionBar(part);
  return part.localName === 'msqrt' ? radical(part) : null;
}

/** @param {Element} fraction */
function fractionBar(fraction) {
  const { left, right } = fraction.getBoundingClientRect();
  const [above, below] = [...fraction.children].map((part) => part.getBoundingClientRect());
  const y = (above.bottom + below.top) / 2;
  return path([[left, y], [right, y]]);
}

/** @param {Element} root */
function radical(root) {
  const { left, top, right, bottom, height } = root.getBoundingClientRect();
  const room = /** @type {Element} */ (root.firstElementChild).getBoundingClientRect().left - left;
  return path([[left, top + 0.6 * height], [left + 0.25 * room, top + 0.55 * height], [left + 0.55 * room, bottom], [left + room, top + 1], [right, top + 1]]);
}

/** @param {number[][]} points */
const path = (points) => `M${points.map((point) => point.map((number) => number.toFixed(2)).join(' ')).join('L')}`;
