/** The formula of the cache with the actual numbers put in, one line for each kind of layer. Formulas keep Latin digits. */
import { html, mathml, nothing } from 'lit';
import { CACHE_TYPES } from '../../memory/cache-types.js';
import { CELL_STEP } from '../../memory/plan-context.js';
import { formatInteger } from '../../text/numbers.js';
import { translate } from '../../text/index.js';

/** @typedef {import('../../memory/memory-plan.js').MemoryPlan} MemoryPlan @typedef {MemoryPlan['layers'][number]} Layer */

/** @param {number} value */
const number = (value) => mathml`<mn>${formatInteger('en', value)}</mn>`;
const times = mathml`<mo>&#xd7;</mo>`;

/** @param {string} type */
function bytesPerElement(type) {
  const { elements, bytes } = CACHE_TYPES[type];
  return elements === 1 ? number(bytes) : mathml`<mfrac>${number(bytes)}${number(elements)}</mfrac>`;
}

/** Layers that store the same, with how many there are. @param {readonly Layer[]} layers */
export function layerGroups(layers) {
  /** @type {Map<string, { layer: Layer, count: number }>} */
  const groups = new Map();
  for (const layer of layers) {
    const key = JSON.stringify(layer);
    const group = groups.get(key);
    if (group) group.count += 1;
    else groups.set(key, { layer, count: 1 });
  }
  return [...groups.values()];
}

/** @param {Layer} layer @param {'widthK' | 'widthV'} width @param {string} type */
function row(layer, width, type) {
  const headDim = layer[width] / layer.heads;
  const heads = layer.heads === 1 ? '' : mathml`${number(layer.heads)}${times}`;
  return mathml`<mrow>${heads}${number(headDim)}${times}${bytesPerElement(type)}</mrow>`;
}

/** @param {{ layer: Layer, count: number }} group @param {MemoryPlan} plan @param {{ cacheTypeK?: string, cacheTypeV?: string }} types */
function groupFormula({ layer, count }, plan, { cacheTypeK = 'f16', cacheTypeV = 'f16' }) {
  const keys = row(layer, 'widthK', cacheTypeK);
  const rows =
    layer.widthV === 0 ? keys : mathml`<mo>(</mo>${keys}<mo>+</mo>${row(layer, 'widthV', cacheTypeV)}<mo>)</mo>`;
  const streams = plan.nStream === 1 ? '' : mathml`${times}${number(plan.nStream)}`;
  const bytes = count * (layer.bytesK + layer.bytesV);
  return html`<math dir="ltr" display="block"
    ><mrow>${number(count)}${times}${rows}${times}${number(layer.cells)}${streams}<mo>=</mo>${number(bytes)}<mspace width="0.2em"></mspace
      ><mi mathvariant="normal">B</mi></mrow
    ></math
  >`;
}

/** @param {unknown} inner */
const upToStep = (inner) => mathml`<mo>&#x2308;</mo><mfrac>${inner}${number(CELL_STEP)}</mfrac><mo>&#x2309;</mo>${times}${number(CELL_STEP)}`;

/**
 * How many cells a layer has: contexts are divided, windows cut, and llama.cpp goes up to whole steps.
 * @param {Layer} layer @param {MemoryPlan} plan @param {number} asked  context asked for, of all slots
 */
function cellsFormula(layer, plan, asked) {
  if (asked === layer.cells) return nothing;
  const isWindow = layer.window !== null;
  const perSlot = plan.kvUnified || plan.nSeqMax === 1 ? number(asked) : mathml`<mfrac>${number(asked)}${number(plan.nSeqMax)}</mfrac>`;
  const least = (/** @type {unknown} */ first, /** @type {unknown} */ second) =>
    mathml`<mrow><mi>min</mi><mo>(</mo>${first}<mo>,</mo>${second}<mo>)</mo></mrow>`;
  const windows = plan.kvUnified && plan.nSeqMax > 1 ? mathml`${number(Number(layer.window))}${times}${number(plan.nSeqMax)}` : number(Number(layer.window));
  let cells = isWindow ? least(perSlot, number(Number(layer.window))) : perSlot;
  if (plan.rule === 'llama.cpp') {
    const spread = mathml`<mrow>${windows}<mo>+</mo>${number(plan.nUbatch)}</mrow>`;
    cells = upToStep(isWindow && layer.cells < plan.nCtxSeq ? least(number(plan.nCtxSeq), spread) : perSlot);
  }
  return html`<math dir="ltr" display="block"><mrow><mi>n</mi><mo>=</mo>${cells}<mo>=</mo>${number(layer.cells)}</mrow></math>`;
}

/** What the factors are, in the same order. @param {boolean} withStreams */
function symbols(withStreams) {
  const symbol = (/** @type {string} */ base, /** @type {string} */ index) =>
    mathml`<msub><mi>${base}</mi><mi mathvariant="normal">${index}</mi></msub>`;
  const one = (/** @type {string} */ which) =>
    mathml`${symbol('H', 'kv')}${times}${symbol('D', which)}${times}${symbol('b', which)}`;
  const streams = withStreams ? mathml`${times}<mi>S</mi>` : '';
  return html`<math dir="ltr" display="block"
    ><mrow><mi>L</mi>${times}<mo>(</mo>${one('k')}<mo>+</mo>${one('v')}<mo>)</mo>${times}<mi>n</mi>${streams}</mrow></math
  >`;
}

/** Formulas run from left to right and scroll where they are too wide. @param {string} language @param {unknown} formulas */
const scroller = (language, formulas) =>
  html`<div class="formula-scroll" dir="ltr" tabindex="0" role="group" aria-label=${translate(language, 'memory.formula')}>${formulas}</div>`;

/** @param {string} language @param {MemoryPlan} plan @param {{ nCtx: number, cacheTypeK?: string, cacheTypeV?: string }} settings */
export function cacheFormula(language, plan, settings) {
  const groups = layerGroups(plan.layers).filter(({ layer }) => layer.widthK > 0);
  return html`<div class="formula-lines">
      ${scroller(language, symbols(plan.nStream > 1))}
      ${groups.map(
        (group) => html`<p class="formula-name">${translate(language, `memory.kind.${group.layer.kind}`)}</p>
          ${scroller(
            language,
            html`${cellsFormula(group.layer, plan, settings.nCtx || plan.nCtxTrain || plan.nCtx)} ${groupFormula(group, plan, settings)}`,
          )}`,
      )}
    </div>
    <p class="figure-note">${translate(language, 'memory.formula-note')}</p>`;
}
