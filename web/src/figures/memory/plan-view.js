/** The plan as pictures and numbers. */
import { html, nothing } from 'lit';
import { binaryBytes, decimalBytes, exactBytes } from '../../text/byte-text.js';
import { formatInteger } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { scoreMatrix } from '../../memory/score-memory.js';
import { statistic } from '../parts/statistic.js';
import { budgetView } from './budget-view.js';
import { byteChart, partLegend } from './byte-chart.js';
import { cacheFormula } from './cache-formula.js';
import { growthBars, partsOf } from './growth.js';
import { layerStrip } from './layer-strip.js';
import { noteList } from '../parts/notes.js';
import { rulesTable } from './rules-table.js';
import '../parts/number-table.js';

/** @typedef {import('../../memory/memory-plan.js').MemoryPlan} MemoryPlan @typedef {import('../memory-figure.js').MemoryFigure} MemoryFigure */

/** @param {string} language @param {number} bytes */
const threeWays = (language, bytes) => html`<span class="bytes-other">${decimalBytes(language, bytes)}</span>
  <span class="bytes-other">${exactBytes(language, bytes)}</span>`;

/** @param {string} language @param {string} name @param {number} bytes */
function byteFact(language, name, bytes) {
  return html`<div class="fact">
    <dt>${translate(language, `memory.fact.${name}`)}</dt>
    <dd>${statistic(name, bytes, binaryBytes(language, bytes))} ${threeWays(language, bytes)}</dd>
  </div>`;
}

/** @param {string} language @param {MemoryPlan} plan */
function contextFact(language, plan) {
  const values = {
    slots: formatInteger(language, plan.nSeqMax),
    each: formatInteger(language, plan.contextPerSlot),
    cells: formatInteger(language, plan.nCtx),
  };
  const way = plan.nSeqMax === 1 ? 'one' : plan.kvUnified ? 'shared' : 'divided';
  return html`<div class="fact">
    <dt>${translate(language, 'memory.fact.context-per-slot')}</dt>
    <dd>
      ${statistic('context-per-slot', plan.contextPerSlot, values.each)}
      <span class="bytes-other">${translate(language, `memory.slots.${way}`, values)}</span>
    </dd>
  </div>`;
}

/** The whole score matrix of one layer: what the formula asks for and nobody should store. @param {string} language @param {MemoryPlan} plan */
function scoresSentence(language, plan) {
  if (plan.heads === null) return nothing;
  const n = plan.contextPerSlot;
  const oneHead = scoreMatrix({ n });
  const inWords = (/** @type {number} */ bytes) => `${binaryBytes(language, bytes)} (${decimalBytes(language, bytes)})`;
  return html`<p class="figure-note" data-scores>
    ${translate(language, 'memory.scores', {
      n: formatInteger(language, n),
      head: inWords(oneHead.bytes),
      heads: formatInteger(language, plan.heads),
      flash: binaryBytes(language, oneHead.flashLseBytes),
    })}
    ${plan.rule === 'llama.cpp' && plan.scratch?.tileBytes
      ? translate(language, 'memory.tile', { ubatch: formatInteger(language, plan.nUbatch), tile: binaryBytes(language, plan.scratch.tileBytes) })
      : nothing}
  </p>`;
}

/** @param {string} language @param {MemoryPlan} plan */
function layersTable(language, plan) {
  const columns = ['layer', 'kind', 'cells', 'keys', 'values', 'sum'].map((column) => translate(language, `memory.layers.${column}`));
  const rows = () =>
    plan.layers.map(({ kind, cells, bytesK, bytesV }, at) => [
      formatInteger(language, at),
      translate(language, `memory.kind.${kind}`),
      formatInteger(language, cells),
      exactBytes(language, bytesK),
      exactBytes(language, bytesV),
      exactBytes(language, bytesK + bytesV),
    ]);
  return html`<number-table data-table="layers" .language=${language} .columns=${columns} .rows=${rows}></number-table>`;
}

/** @param {MemoryFigure} figure @param {MemoryPlan} plan */
function growth(figure, plan) {
  const { language, settings } = figure;
  const bars = growthBars(figure.model.config, settings, plan);
  const parts = partsOf(plan, settings.flashAttn)
    .map(({ part }) => part)
    .filter((part) => bars.some((bar) => bar.parts.some((one) => one.part === part && one.bytes > 0)));
  const columns = ['memory.context-axis', ...parts.map((part) => `memory.part.${part}`), 'memory.layers.sum'];
  const rows = () =>
    bars.map((bar) => [
      formatInteger(language, bar.nCtx),
      ...parts.map((part) => binaryBytes(language, bar.parts.find((one) => one.part === part)?.bytes ?? 0)),
      binaryBytes(language, bar.total),
    ]);
  return html`<h3>${translate(language, 'memory.growth')}</h3>
    ${byteChart(language, bars, plan.nCtx, figure.size.width)} ${partLegend(language, [...parts].reverse())}
    <number-table .language=${language} .columns=${columns.map((column) => translate(language, column))} .rows=${rows}></number-table>`;
}

/** @param {MemoryFigure} figure @param {MemoryPlan} plan  under the chosen rule @param {readonly MemoryPlan[]} plans  under every rule */
export function planView(figure, plan, plans) {
  const { language, settings } = figure;
  const said = new Set(figure.command?.warnings.map(({ code }) => code));
  const name = figure.model.name ?? 'config.json';
  return html`<h3 class="plan-title">${translate(language, 'memory.plan', { name })}</h3>
    <dl class="facts" data-rule=${plan.rule}>
      ${byteFact(language, 'kv-total', plan.bytesTotal)} ${byteFact(language, 'all', plan.bytesAll)} ${contextFact(language, plan)}
    </dl>
    <p class="figure-note">${translate(language, plan.bytesWeights === null ? 'memory.without-weights' : 'memory.with-weights')}</p>
    ${noteList(language, plan.warnings.filter(({ code }) => !said.has(code)))}
    ${rulesTable(language, plans, plan.rule)}
    <h3>${translate(language, 'memory.formula')}</h3>
    ${cacheFormula(language, plan, settings)}
    ${plan.bytesDecompressed === null
      ? nothing
      : html`<p class="figure-note">${translate(language, 'memory.decompressed', { bytes: binaryBytes(language, plan.bytesDecompressed) })}</p>`}
    <h3>${translate(language, 'memory.layers')}</h3>
    ${layerStrip(language, plan, figure.size.width)} ${layersTable(language, plan)} ${growth(figure, plan)} ${scoresSentence(language, plan)}
    ${budgetView(figure, plan)}`;
}
