/**
 * <heads-figure>: every head of a layer as a small matrix under each rule, one of them opened in full, and a place to
 * drop heads of one's own. Emits `provide` with what was read from files, or null for what is built in.
 * data: { name, own, modelRule, labels, n, keys, dK, keyHeads, rules, heads: statistics[head][rule], opened, configurations }
 */
import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { emitChange } from '../controls/change-event.js';
import { formatInteger, formatPercent, isolate } from '../text/numbers.js';
import { translate } from '../text/index.js';
import { ruleText, valueText } from '../text/value-text.js';
import { FigureElement } from './parts/figure-element.js';
import { comparedRule, flagOf, headOrder, spread } from './heads/head-order.js';
import { headsTable } from './heads/heads-table.js';
import { heatLegend } from './parts/heat-legend.js';
import { ruleHeading } from './parts/rule-heading.js';
import { statistic } from './parts/statistic.js';
import './heads/own-heads.js';
import './heads/weight-thumbnail.js';
import './rows-figure.js';

/** Heads drawn in one go: the page must answer between two, also where there are hundreds. */
const batch = 4;
/** More than stand on a screen. */
const manyHeads = 24;

export class HeadsFigure extends FigureElement {
  static properties = {
    dragging: { state: true },
    drawn: { state: true },
  };

  constructor() {
    super();
    this.dragging = false;
    /** How many heads stand on the page, in their order. */
    this.drawn = 0;
    /** @type {any} whose heads they are */
    this.drawnOf = null;
    /** @type {{ configurations: any } | null} */
    this.openedRun = null;
    this.addEventListener('dragover', (event) => this.drag(event, true));
    this.addEventListener('dragleave', (event) => this.drag(event, false));
    this.addEventListener('drop', (event) => this.drop(event));
  }

  willUpdate() {
    if (this.drawnOf === this.data?.heads) return;
    this.drawnOf = this.data?.heads;
    this.drawn = batch;
  }

  updated() {
    if (this.drawn >= (this.data?.heads.length ?? 0)) return;
    setTimeout(() => {
      this.drawn += batch;
    });
  }

  /** @param {DragEvent} event @param {boolean} dragging */
  drag(event, dragging) {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.dragging = dragging;
  }

  /** @param {DragEvent} event */
  drop(event) {
    this.dragging = false;
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    /** @type {import('./heads/own-heads.js').OwnHeads | null} */ (this.querySelector('own-heads'))?.open(files);
  }

  /** @param {number} rule @param {string} key */
  spreadText(rule, key) {
    const { language } = this;
    const { rules, heads } = this.data;
    const { low, high, collapsed, uniform } = spread(heads, rule);
    return translate(language, low === null ? 'heads.no-range' : key, {
      rule: ruleText(language, rules[rule]),
      low: formatPercent(language, low),
      high: formatPercent(language, high),
      collapsed: formatInteger(language, collapsed),
      uniform: formatInteger(language, uniform),
      heads: formatInteger(language, heads.length),
    });
  }

  get summary() {
    return (this.data?.rules ?? []).map((/** @type {any} */ _, /** @type {number} */ rule) => this.spreadText(rule, 'heads.sentence')).join(' ');
  }

  /** For export: the file, and that a layer of the built-in sentence plays no part in one's own. */
  get origin() {
    const { name, own } = this.data;
    return { source: name, unused: own ? ['layer'] : [] };
  }

  /** For export. */
  get table() {
    const { rules, heads } = this.data;
    const columns = ['head', 'rule', 'mean-entropy', 'share', 'effective-keys', 'max-weight', 'jacobian', 'flag'];
    const rows = heads.flatMap((/** @type {any[]} */ head, /** @type {number} */ at) =>
      head.map((statistics, rule) => {
        const { meanEntropy, share, effectiveKeys, maxWeight, jacobian } = statistics;
        return [at + 1, String(rules[rule]), meanEntropy, share, effectiveKeys, maxWeight, jacobian, flagOf(statistics)];
      }),
    );
    return { columns, rows };
  }

  /** @param {number} head */
  openHead(head) {
    emitChange(this, 'head', head + 1);
    this.querySelector('.opened-head')?.scrollIntoView({ block: 'nearest' });
  }

  renderSource() {
    const { data, language, parameters } = this;
    const { name, own, labels, heads, n, keys, dK, keyHeads } = data;
    const grouped = keyHeads < heads.length;
    return html`<div class="heads-source">
      ${!own && labels.queries
        ? html`<p><strong>${translate(language, 'heads.sentence-label')}</strong> <q lang="en" dir="ltr">${labels.queries.join(' ')}</q></p>`
        : nothing}
      <p class="figure-note">
        ${translate(language, 'heads.sizes', {
          name: own ? isolate(language, name) : translate(language, 'heads.layer-name', { layer: valueText(language, 'layer', parameters.layer) }),
          heads: formatInteger(language, heads.length),
          n: formatInteger(language, n),
          keys: formatInteger(language, keys),
          dk: formatInteger(language, dK),
        })}
        ${grouped ? translate(language, 'heads.grouped', { groups: formatInteger(language, keyHeads) }) : nothing}
        ${own ? nothing : translate(language, 'heads.attribution')}
      </p>
    </div>`;
  }

  /** The same object for the same run, so that drawing further heads draws nothing else again. @param {any} configurations */
  openedData(configurations) {
    if (this.openedRun?.configurations !== configurations) this.openedRun = { configurations };
    return this.openedRun;
  }

  /** @param {number} head @param {number} rule */
  renderTile(head, rule) {
    const { language } = this;
    const { heads, opened } = this.data;
    const statistics = heads[head][rule];
    const flag = flagOf(statistics);
    const share = formatPercent(language, statistics.share);
    const number = formatInteger(language, head + 1);
    return html`<button
      type="button"
      class="head-tile"
      data-head=${head + 1}
      data-picture="keep"
      aria-pressed=${head === opened ? 'true' : 'false'}
      @click=${() => this.openHead(head)}
    >
      <weight-thumbnail .attention=${statistics.small} .style=${`aspect-ratio: ${statistics.small.keys} / ${statistics.small.n}`}></weight-thumbnail>
      <span class="visually-hidden">${translate(language, 'heads.open', { head: number, share })} ${flag ? translate(language, `heads.${flag}`) : nothing}</span>
      <span class="head-caption" aria-hidden="true">
        <span>${number}</span> ${statistic('share', statistics.share, share)}
        ${flag ? html`<span class="head-flag ${flag}">${translate(language, `heads.${flag}`)}</span>` : nothing}
      </span>
    </button>`;
  }

  render() {
    const { data, language, parameters } = this;
    const { rules = [], heads = [], modelRule = null, opened = 0, labels, configurations } = data ?? {};
    const order = headOrder(heads, parameters.order ?? 'file', comparedRule(rules, modelRule)).slice(0, this.drawn);
    const isWhole = order.length === heads.length;
    return html`
      <div class=${this.dragging ? 'dropping' : ''}>
        <own-heads .language=${language} .own=${data?.own ?? false}></own-heads>
      </div>
      ${data
        ? html`${this.renderSource()}
            <div class=${heads.length > manyHeads ? 'head-rules many' : 'head-rules'}>
              ${rules.map(
                (/** @type {any} */ rule, /** @type {number} */ at) => html`<section class="head-rule" data-scale=${String(rule)}>
                  <div class="head-rule-title">
                    ${ruleHeading(language, rule)}
                    ${rule === modelRule ? html`<span class="model-rule">${translate(language, 'heads.model-rule')}</span>` : nothing}
                  </div>
                  <p class="figure-note">${this.spreadText(at, 'heads.range')}</p>
                  <div class="head-tiles">
                    ${repeat(order, (head) => head, (head) => guard([heads[head][at], head === opened, language], () => this.renderTile(head, at)))}
                  </div>
                </section>`,
              )}
            </div>
            ${heatLegend(language, null)} ${headsTable(language, order, data, (head) => this.openHead(head))}
            ${isWhole
              ? html`<section class="opened-head">
                  <h3>${translate(language, 'heads.opened', { head: formatInteger(language, opened + 1) })}</h3>
                  <rows-figure .data=${this.openedData(configurations)} .parameters=${parameters} .language=${language} .names=${labels}></rows-figure>
                </section>`
              : nothing}`
        : nothing}
    `;
  }
}

customElements.define('heads-figure', HeadsFigure);
