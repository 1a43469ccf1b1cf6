/** Where the positions come from: a pasted config.json and a pasted command, what was read in them, and what was assumed. */
import { html, nothing } from 'lit';
import { emitChange } from '../../controls/change-event.js';
import { formatInteger, formatShort, isolate } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { noteList, noteText, refusalText } from '../parts/notes.js';
import { pasteBox } from '../parts/paste-box.js';

/** The same in every language. */
const examples = {
  config: '{ "head_dim": 128, "rope_theta": 1000000, "rope_scaling": { \u2026 } }',
  command: 'llama-server -c 131072 --rope-scaling yarn --rope-scale 4 --yarn-orig-ctx 32768',
};

/** @param {string} language @param {any} data */
function configState(language, { configured, problem, trained, reach }) {
  if (problem) return html`<p class="problem" role="alert" data-config-error=${problem.code}>${refusalText(language, problem)}</p><p>${translate(language, 'position.settings-instead')}</p>`;
  if (!configured) return nothing;
  const { error, warnings, variants, leftOut, name, headDim } = configured;
  const [plain] = variants;
  return html`${error ? html`<p class="problem" role="alert" data-config-error=${error.code}>${noteText(language, error)}</p>` : nothing}
    ${plain
      ? html`<p data-own>
          ${translate(language, error ? 'position.plain-instead' : 'position.config-read', {
            name: isolate(language, name ?? 'config.json'),
            width: formatInteger(language, headDim),
            base: formatShort(language, plain.parameters.ropeTheta, 7),
            trained: formatInteger(language, trained),
            reach: formatInteger(language, reach),
          })}
        </p>`
      : nothing}
    ${leftOut.map(
      (/** @type {any} */ { layerType, headDim: width }) =>
        html`<p data-left-out=${layerType}>${translate(language, 'position.left-out', { layers: translate(language, `position.layers.${layerType}`), width: formatInteger(language, width) })}</p>`,
    )}
    ${noteList(language, warnings)}`;
}

/** @param {string} language @param {any} command */
function commandState(language, command) {
  if (!command) return nothing;
  const { problem, error, warnings } = command;
  if (problem) return html`<p class="problem" role="alert">${refusalText(language, problem)}</p>`;
  return html`${error ? html`<p class="problem" role="alert">${noteText(language, error)}</p>` : nothing} ${noteList(language, warnings)}`;
}

/** @param {import('../position-figure.js').PositionFigure} figure */
export function sourceBoxes(figure) {
  const { language, data, parameters, idPrefix } = figure;
  const box = (/** @type {'config' | 'command'} */ name, /** @type {unknown} */ state) =>
    pasteBox(language, {
      ...{ id: `${idPrefix}-${name}`, name, label: translate(language, `position.box.${name}`), example: examples[name] },
      text: parameters[name] ?? '',
      onText: (text) => emitChange(figure, name, text),
      onFile: null,
      onClear: parameters[name] ? () => emitChange(figure, name, '') : null,
      state,
    });
  return html`<div class="paste-boxes" data-picture="omit">${box('config', configState(language, data))} ${box('command', commandState(language, data.llama.command))}</div>`;
}
