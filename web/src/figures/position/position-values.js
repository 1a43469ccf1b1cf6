/** All numbers of the figure at full precision, for export: one line per number. */

const columns = ['variant', 'layers', 'quantity', 'place', 'value'];

/** @param {any} data of lab/computations/position.js */
export function positionValues({ variants, distances, rows }) {
  const lines = [
    ...variants.filter((/** @type {any} */ { frequencies }) => frequencies !== null).flatMap((/** @type {any} */ variant) => [
      ...frequencyValues(variant).map((line) => [variant.id, variant.layerType, ...line]),
      ...variant.score.map((/** @type {number} */ score, /** @type {number} */ at) => [variant.id, variant.layerType, 'score', distances[at], score]),
    ]),
    ...rows.flatMap((/** @type {any} */ { id, layerType, attention }) => rowValues(attention).map((line) => [id, layerType, ...line])),
  ];
  return { columns, rows: lines };
}

/** What a variant multiplies the logits by. @param {any} variant */
export const logitsTimes = ({ frequencies, logitFactor = 1 }) => frequencies.attentionFactor ** 2 * logitFactor;

/** @param {any} variant @returns {unknown[][]} */
function frequencyValues(variant) {
  const { invFreq, effectiveBase, attentionFactor, correctionRange } = variant.frequencies;
  return [
    ['base', null, effectiveBase],
    ['attention-factor', null, attentionFactor],
    ['logits-times', null, logitsTimes(variant)],
    ...(correctionRange ? [['ramp-first-pair', null, correctionRange[0]], ['ramp-last-pair', null, correctionRange[1]]] : []),
    ...Array.from(invFreq, (frequency, pair) => ['inv-freq', pair, frequency]),
    ...Array.from(invFreq, (frequency, pair) => ['wavelength', pair, (2 * Math.PI) / frequency]),
  ];
}

/** Rows and keys are counted from 1. @param {any} attention @returns {unknown[][]} */
function rowValues({ n, keys, meanEntropy, entropyShare, maxWeight, rowEntropy, weights }) {
  return [
    ['mean-entropy', null, meanEntropy],
    ['share', null, entropyShare],
    ['max-weight', null, maxWeight],
    ...Array.from({ length: n }, (_, row) => ['entropy', row + 1, rowEntropy[row]]),
    ...Array.from({ length: n * keys }, (_, at) => ['weight', `${Math.floor(at / keys) + 1}/${(at % keys) + 1}`, weights[at]]),
  ];
}
