/**
 * <memory-figure>: what a context window costs in memory. Reads a pasted or dropped config.json, a .gguf header and a
 * llama.cpp command; plans at once, without the engine. What was pasted stays in this element.
 * data: { models: config.json by preset }
 */
import { html, nothing } from 'lit';
import { memoryPlan, readLlamaCommand, readModelConfig, readModelFile } from '../memory/index.js';
import { emitChange } from '../controls/change-event.js';
import { binaryBytes } from '../text/byte-text.js';
import { formatInteger } from '../text/numbers.js';
import { translate } from '../text/index.js';
import { planView } from './memory/plan-view.js';
import { FigureElement } from './parts/figure-element.js';
import { pasteBox } from './parts/paste-box.js';
import { foundTable } from './memory/found-table.js';
import { noteList, noteText, refusalText } from './parts/notes.js';
import { parametersOf, settingsOf } from './memory/settings.js';
import { WidthController } from './parts/width-controller.js';

/** @typedef {import('../memory/memory-plan.js').MemoryPlan} MemoryPlan */

/** The same in every language. */
const examples = {
  config: '{ "hidden_size": 4096, "num_hidden_layers": 32, \u2026 }',
  command: 'llama-server -m model.gguf -c 32768 -np 4 -fa on -ctk q8_0 -ctv q8_0',
};
const rules = /** @type {const} */ (['llama.cpp', 'dense', 'windowed']);

let figures = 0;

/** @extends {FigureElement<{ models: Record<string, object> }>} */
export class MemoryFigure extends FigureElement {
  static properties = {
    configText: { state: true },
    commandText: { state: true },
    own: { state: true },
    command: { state: true },
    configRefusal: { state: true },
    commandRefusal: { state: true },
    copied: { state: true },
  };

  constructor() {
    super();
    this.configText = '';
    this.commandText = '';
    /** @type {any} what a pasted or dropped file says, or null */
    this.own = null;
    /** @type {ReturnType<typeof readLlamaCommand> | null} */
    this.command = null;
    /** @type {unknown} */
    this.configRefusal = null;
    /** @type {unknown} */
    this.commandRefusal = null;
    this.copied = false;
    this.size = new WidthController(this);
    figures += 1;
    this.idPrefix = `memory-${figures}`;
    /** Counts files, so that a slow one does not overtake a newer one. */
    this.files = 0;
  }

  /** @param {string} text */
  readConfig(text) {
    this.files += 1;
    this.configText = text;
    this.take(() => (text.trim() === '' ? null : { ...readModelConfig(text), name: null, weightBytes: null }));
  }

  /** @param {() => any} read */
  take(read) {
    try {
      this.own = read();
      this.configRefusal = null;
    } catch (error) {
      this.own = null;
      this.configRefusal = error;
    }
  }

  /** @param {File} file */
  async readFile(file) {
    this.files += 1;
    const turn = this.files;
    this.configText = '';
    try {
      const read = await readModelFile(file);
      if (turn === this.files) this.take(() => ({ ...read, name: read.name ?? file.name }));
    } catch (error) {
      if (turn === this.files) this.take(() => {
        throw error;
      });
    }
  }

  /** The command's settings become the page's own, so that they stand in its address. @param {string} text */
  readCommand(text) {
    this.commandText = text;
    this.command = null;
    this.commandRefusal = null;
    if (text.trim() === '') return;
    try {
      this.command = readLlamaCommand(text);
    } catch (error) {
      this.commandRefusal = error;
      return;
    }
    for (const [key, value] of parametersOf(this.command.settings)) emitChange(this, key, value);
  }

  /** @returns {{ config: any, found: Record<string, string>, warnings: any[], error: any, name: string | null, weightBytes: number | null }} */
  get model() {
    if (this.own) return this.own;
    const preset = this.data?.models[this.parameters.model] ?? {};
    return { ...readModelConfig(JSON.stringify(preset)), name: this.parameters.model, weightBytes: null };
  }

  get settings() {
    return settingsOf(this.parameters, this.model.weightBytes);
  }

  /** @returns {MemoryPlan[]} @throws where the model and the settings allow no plan */
  get plans() {
    const { config } = this.model;
    return rules.map((rule) => memoryPlan(config, this.settings, { rule }));
  }

  /** For export, in place of the presets. */
  get shown() {
    const { model, settings, plans } = this;
    return { model: model.name, config: model.config, settings, plans };
  }

  get summary() {
    if (!this.data) return '';
    try {
      const plan = this.plans.find(({ rule }) => rule === this.parameters.cache);
      return translate(this.language, 'memory.sentence', {
        context: formatInteger(this.language, plan?.nCtx ?? 0),
        cache: binaryBytes(this.language, plan?.bytesTotal ?? 0),
        all: binaryBytes(this.language, plan?.bytesAll ?? 0),
      });
    } catch (error) {
      return refusalText(this.language, error);
    }
  }

  renderConfigBox() {
    const { language, own, configRefusal } = this;
    const notes = (own?.warnings ?? []).filter((/** @type {any} */ { part }) => part !== 'rope');
    const state = configRefusal
      ? html`<p class="problem" role="alert">${refusalText(language, configRefusal)}</p>`
      : own
        ? html`<p data-own>${translate(language, 'memory.own-used', { name: own.name ?? 'config.json' })}</p>
            ${own.error && own.error.part !== 'rope'
              ? html`<p class="problem" role="alert">${noteText(language, own.error)}</p>`
              : nothing}
            ${noteList(language, notes)}`
        : nothing;
    return pasteBox(language, {
      id: `${this.idPrefix}-config`,
      name: 'config',
      label: translate(language, 'memory.box.config'),
      example: examples.config,
      text: this.configText,
      onText: (text) => this.readConfig(text),
      onFile: (file) => this.readFile(file),
      onClear: own || configRefusal || this.configText ? () => this.readConfig('') : null,
      state,
    });
  }

  renderCommandBox() {
    const { language, command, commandRefusal } = this;
    const state = commandRefusal
      ? html`<p class="problem" role="alert">${refusalText(language, commandRefusal)}</p>`
      : command
        ? html`<p data-own>${translate(language, `memory.command-read.${command.app}`)}</p>
            ${command.error ? html`<p class="problem" role="alert">${noteText(language, command.error)}</p>` : nothing}
            ${noteList(language, command.warnings)}`
        : nothing;
    return pasteBox(language, {
      id: `${this.idPrefix}-command`,
      name: 'command',
      label: translate(language, 'memory.box.command'),
      example: examples.command,
      text: this.commandText,
      onText: (text) => this.readCommand(text),
      onFile: null,
      onClear: this.commandText ? () => this.readCommand('') : null,
      state,
    });
  }

  renderPlan() {
    const { language, parameters } = this;
    try {
      const plans = this.plans;
      const plan = plans.find(({ rule }) => rule === parameters.cache) ?? plans[0];
      return planView(this, plan, plans);
    } catch (error) {
      return html`<p class="problem" role="alert">${refusalText(language, error)}</p>`;
    }
  }

  render() {
    if (!this.data) return nothing;
    return html`<div class="paste-boxes" data-picture="omit">${this.renderConfigBox()} ${this.renderCommandBox()}</div>
      ${this.renderPlan()} ${foundTable(this.language, this.model)}`;
  }
}

customElements.define('memory-figure', MemoryFigure);
