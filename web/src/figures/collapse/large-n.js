/**
 * What theory says about the entropy share of a row when n is large (random energy model, Derrida 1981): logits that are
 * independent N(0, s^2) leave H = ln m - s^2/2 until s^2 = 2 ln m, and nothing from there on.
 */

/** Coefficients of Lanczos' approximation with g = 7. */
const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** ln Gamma(a) for a >= 1/2. @param {number} a */
function logGamma(a) {
  const t = a + 6.5;
  const sum = lanczos.reduce((total, coefficient, i) => total + (i === 0 ? coefficient : coefficient / (a - 1 + i)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (a - 0.5) * Math.log(t) - t + Math.log(sum);
}

/** The regularized lower incomplete gamma function P(a, x): the power series, or Lentz's continued fraction of 1 - P. @param {number} a @param {number} x */
export function gammaShare(a, x) {
  if (x <= 0) return 0;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let i = 1; term > sum * 1e-16; i += 1) sum += term *= x / (a + i);
    return front * sum;
  }
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let fraction = d;
  for (let i = 1, change = 0; Math.abs(change - 1) > 1e-15 && i < 10_000; i += 1) {
    const numerator = -i * (i - a);
    b += 2;
    d = 1 / (numerator * d + b);
    c = b + numerator / c;
    change = c * d;
    fraction *= change;
  }
  return 1 - front * fraction;
}

/** @param {readonly number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The share with logits of this variance; `logs` are the ln m of the rows. @param {number} variance @param {readonly number[]} logs */
export const plainShare = (variance, logs) => mean(logs.map((log) => Math.max(0, 1 - variance / (2 * log))));

/**
 * The same averaged over the length of the query: given q the logits have variance f^2 |q|^2, and |q|^2 is chi-squared with
 * d_k degrees of freedom. E[max(0, ln m - f^2 |q|^2 / 2)] / ln m by two incomplete gamma functions.
 * @param {number} dk @param {number} factor  what the logits are multiplied by @param {readonly number[]} logs
 */
export function averagedShare(dk, factor, logs) {
  const half = (factor * factor) / 2;
  if (half === 0) return 1;
  return mean(logs.map((log) => gammaShare(dk / 2, log / half / 2) - ((half * dk) / log) * gammaShare(dk / 2 + 1, log / half / 2)));
}

/** ln m of every row that sees more than one key. @param {number} n @param {'none' | 'causal' | 'window'} mask @param {number} window */
export function rowLogs(n, mask, window) {
  const visible = Array.from({ length: mask === 'none' ? 1 : n }, (_, i) => (mask === 'none' ? n : Math.min(i + 1, mask === 'window' ? window : n)));
  return visible.filter((m) => m > 1).map(Math.log);
}
