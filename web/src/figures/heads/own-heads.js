/**
 * <own-heads>: heads from the reader's files, dropped, chosen or pasted. Reads them here, asks what the files leave
 * open, and emits `provide` with the plan of the heads; what is wrong is said and changes nothing.
 */
import { LitElement, html, nothing } from 'lit';
import { readFiles } from '../../formats/read-files.js';
import { findHeadSets, planHeads } from '../../formats/heads.js';
import { tokenLabels } from '../../formats/token-labels.js';
import { fileErrorText } from '../../text/file-error-text.js';
import { parseNumber } from '../../text/numbers.js';
import { translate } from '../../text/index.js';

/** @typedef {import('../../formats/tensor.js').FileContents} FileContents @typedef {import('../../formats/heads.js').HeadSet} HeadSet */

const roles = /** @type {const} */ (['q', 'k', 'v', 'mask']);
let instances = 0;

export class OwnHeads extends LitElement {
  static properties = {
    language: { type: String },
    own: { type: Boolean },
    contents: { state: true },
    chosen: { state: true },
    heads: { state: true },
    batch: { state: true },
    tokens: { state: true },
    error: { state: true },
    reading: { state: true },
    pasted: { state: true },
  };

  constructor() {
    super();
    this.language = 'en';
    /** The figure shows the reader's heads. */
    this.own = false;
    /** @type {(FileContents & { name: string }) | null} */
    this.contents = null;
    /** @type {HeadSet[]} */
    this.sets = [];
    /** @type {Partial<HeadSet>} */
    this.chosen = {};
    this.heads = 1;
    this.batch = 0;
    this.tokens = '';
    /** @type {unknown} */
    this.error = null;
    this.reading = false;
    this.pasted = '';
    instances += 1;
    this.idPrefix = `own-heads-${instances}`;
  }

  createRenderRoot() {
    return this;
  }

  /** @param {readonly File[]} files */
  open(files) {
    return this.read(files.map((file) => ({ name: file.name, blob: file })));
  }

  /** @param {{ name: string, blob: Blob }[]} files */
  async read(files) {
    this.error = null;
    this.reading = true;
    try {
      const contents = await readFiles(files);
      this.contents = { ...contents, name: files.map(({ name }) => name).join(', ') };
      this.sets = findHeadSets(contents.tensors);
      this.chosen = this.sets[0] ?? {};
      this.heads = 1;
      this.batch = 0;
      this.tokens = '';
      this.use();
    } catch (error) {
      this.error = error;
    } finally {
      this.reading = false;
    }
  }

  /** Offers the chosen arrays to the computation, once there are queries and keys. */
  use() {
    const { contents, chosen, heads, batch, tokens } = this;
    const { q, k, v = null, mask = null } = chosen;
    if (!contents || !q || !k) return;
    this.error = null;
    try {
      const set = { label: chosen.label ?? '', q, k, v, mask };
      const plan = planHeads(set, { heads, batch });
      const words = tokens.trim().split(/\s+/).filter(Boolean);
      const metadata = words.length > 0 ? { tokens: JSON.stringify(words) } : contents.metadata;
      const labels = tokenLabels({ ...contents, metadata }, set, plan);
      const detail = { name: contents.name, own: true, plan, mask, scale: contents.metadata.scale, labels };
      this.dispatchEvent(new CustomEvent('provide', { detail, bubbles: true }));
    } catch (error) {
      this.error = error;
    }
  }

  /** @param {Partial<{ chosen: Partial<HeadSet>, heads: number, batch: number, tokens: string }>} changes */
  change(changes) {
    Object.assign(this, changes);
    this.use();
  }

  backToBuiltIn() {
    this.contents = null;
    this.error = null;
    this.dispatchEvent(new CustomEvent('provide', { detail: null, bubbles: true }));
  }

  /** @param {string} id @param {unknown} label @param {unknown} control */
  field(id, label, control) {
    return html`<div class="field"><label for=${`${this.idPrefix}-${id}`}>${label}</label>${control}</div>`;
  }

  /** @param {(typeof roles)[number]} role */
  renderRole(role) {
    const { contents, chosen, language } = this;
    const tensors = contents?.tensors ?? [];
    const now = tensors.findIndex((tensor) => tensor === chosen[role]);
    const pick = (/** @type {Event} */ event) =>
      this.change({ chosen: { ...chosen, [role]: tensors[Number(/** @type {HTMLSelectElement} */ (event.target).value)] ?? null } });
    return this.field(
      role,
      translate(language, 'heads.array', { name: role === 'mask' ? translate(language, 'parameter.mask') : role }),
      html`<select id=${`${this.idPrefix}-${role}`} dir="ltr" data-role=${role} @change=${pick}>
        <option value="-1" .selected=${now < 0}>${translate(language, 'heads.nothing')}</option>
        ${tensors.map((tensor, at) => html`<option value=${at} .selected=${at === now}>${tensor.name} [${tensor.shape.join(', ')}]</option>`)}
      </select>`,
    );
  }

  /** @param {'heads' | 'batch'} name @param {string} label */
  renderCount(name, label) {
    const set = (/** @type {Event} */ event) => {
      const number = parseNumber(/** @type {HTMLInputElement} */ (event.target).value);
      if (number !== null) this.change({ [name]: name === 'batch' ? number - 1 : number });
    };
    return this.field(
      name,
      translate(this.language, label),
      html`<input id=${`${this.idPrefix}-${name}`} type="text" inputmode="numeric" dir="ltr" .value=${String(name === 'batch' ? this.batch + 1 : this.heads)} @change=${set} />`,
    );
  }

  renderChoices() {
    const { contents, chosen, sets, language } = this;
    if (!contents) return nothing;
    const pickSet = (/** @type {Event} */ event) => this.change({ chosen: sets[Number(/** @type {HTMLSelectElement} */ (event.target).value)] });
    return html`<div class="own-choices">
      ${sets.length === 0 ? html`<p class="figure-note">${translate(language, 'heads.choose-arrays')}</p>` : nothing}
      ${sets.length > 1
        ? this.field(
            'set',
            translate(language, 'heads.layer'),
            html`<select id=${`${this.idPrefix}-set`} dir="ltr" @change=${pickSet}>
              ${sets.map((set, at) => html`<option value=${at} .selected=${set === chosen}>${set.label || translate(language, 'heads.no-name')}</option>`)}
            </select>`,
          )
        : nothing}
      ${roles.map((role) => this.renderRole(role))}
      ${chosen.q?.shape.length === 2 ? this.renderCount('heads', 'heads.side-by-side') : nothing}
      ${chosen.q?.shape.length === 4 && chosen.q.shape[0] > 1 ? this.renderCount('batch', 'heads.batch') : nothing}
      ${this.field(
        'tokens',
        translate(language, 'heads.tokens'),
        html`<input
          id=${`${this.idPrefix}-tokens`}
          type="text"
          dir="auto"
          .value=${this.tokens}
          @change=${(/** @type {any} */ event) => this.change({ tokens: event.target.value })}
        />`,
      )}
    </div>`;
  }

  render() {
    const { language, error, pasted, idPrefix } = this;
    const choose = (/** @type {any} */ event) => {
      const files = [...event.target.files];
      event.target.value = '';
      if (files.length > 0) this.open(files);
    };
    return html`<details class="own-heads" ?open=${this.contents !== null || error !== null}>
      <summary>${translate(language, 'heads.own-title')}</summary>
      <p class="figure-note">${translate(language, 'heads.own-note')}</p>
      <div class="export-row">
        <label class="file-button" for=${`${idPrefix}-file`}>${translate(language, 'heads.choose')}</label>
        <input id=${`${idPrefix}-file`} class="visually-hidden" type="file" multiple @change=${choose} />
        ${this.own ? html`<button type="button" class="quiet" @click=${this.backToBuiltIn}>${translate(language, 'heads.built-in')}</button>` : nothing}
      </div>
      <label class="figure-note" for=${`${idPrefix}-paste`}>${translate(language, 'heads.paste')}</label>
      <textarea
        id=${`${idPrefix}-paste`}
        dir="ltr"
        rows="3"
        spellcheck="false"
        .value=${pasted}
        @input=${(/** @type {any} */ event) => (this.pasted = event.target.value)}
        @paste=${(/** @type {ClipboardEvent} */ event) => {
          const files = [...(event.clipboardData?.files ?? [])];
          if (files.length === 0) return;
          event.preventDefault();
          this.open(files);
        }}
      ></textarea>
      <button
        type="button"
        ?disabled=${pasted.trim() === ''}
        @click=${() => this.read([{ name: translate(language, 'heads.pasted'), blob: new Blob([pasted]) }])}
      >${translate(language, 'heads.use-pasted')}</button>
      ${this.reading ? html`<p role="status">${translate(language, 'heads.reading')}</p>` : nothing}
      ${this.renderChoices()}
    </details>
    ${error ? html`<p class="problem" role="alert">${fileErrorText(language, error)}</p>` : nothing}`;
  }
}

customElements.define('own-heads', OwnHeads);
