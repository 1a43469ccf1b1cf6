/** From a budget back to the context, and the command that asks for it. */
import { html, nothing } from 'lit';
import { formatLlamaCommand, longestContext } from '../../memory/index.js';
import { binaryBytes } from '../../text/byte-text.js';
import { formatInteger } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { statistic } from '../parts/statistic.js';
import { wholeBytes } from './settings.js';

/** @typedef {import('../memory-figure.js').MemoryFigure} MemoryFigure @typedef {import('../../memory/memory-plan.js').MemoryPlan} MemoryPlan */

/** How long the button says that it has copied. */
const thanks = 2000;

/** @param {MemoryFigure} figure @param {string} command */
async function copy(figure, command) {
  try {
    await navigator.clipboard.writeText(command);
    figure.copied = true;
    setTimeout(() => (figure.copied = false), thanks);
  } catch {
    // Without leave to write to the clipboard the text is selected, ready for the reader's own copy.
    const code = figure.querySelector('.command code');
    if (code) getSelection()?.selectAllChildren(code);
  }
}

/** @param {MemoryFigure} figure @param {number} nCtx */
function commandLine(figure, nCtx) {
  const { language, command, copied } = figure;
  const text = formatLlamaCommand({ ...figure.settings, nCtx }, command && !command.error ? command : {});
  return html`<div class="command">
    <pre dir="ltr" tabindex="0" role="group" aria-label=${translate(language, 'memory.command')}><code data-command>${text.split(' ').map((word, at) => html`${at > 0 ? ' ' : ''}<span class="word">${word}</span>`)}</code></pre>
    <button type="button" @click=${() => copy(figure, text)}>${translate(language, copied ? 'memory.copied' : 'memory.copy')}</button>
  </div>`;
}

/** @param {MemoryFigure} figure @param {MemoryPlan} plan */
export function budgetView(figure, plan) {
  const { language, parameters, settings, model } = figure;
  const budgetBytes = wholeBytes(parameters.budget);
  if (budgetBytes === null) {
    return html`<h3>${translate(language, 'memory.command')}</h3>
      ${commandLine(figure, settings.nCtx)}
      <p class="figure-note">${translate(language, 'memory.budget-hint')}</p>`;
  }
  const { nCtx, plan: fitting, limit } = longestContext(model.config, settings, { budgetBytes, rule: plan.rule });
  const values = {
    budget: binaryBytes(language, budgetBytes),
    context: formatInteger(language, nCtx),
    bytes: binaryBytes(language, fitting?.bytesAll ?? 0),
  };
  return html`<h3>${translate(language, 'memory.budget', values)}</h3>
    <p data-limit=${limit}>
      ${fitting ? statistic('longest-context', nCtx, values.context) : nothing} ${translate(language, `memory.limit.${limit}`, values)}
    </p>
    ${fitting ? commandLine(figure, nCtx) : nothing}`;
}
