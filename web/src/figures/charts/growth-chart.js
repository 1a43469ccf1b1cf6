/** Size of the scaled logits over d_k for each rule: measured points on the lines that theory predicts. */
import { html, svg } from 'lit';
import { line } from 'd3-shape';
import { formatInteger, formatShort } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { ruleName } from '../../text/value-text.js';
import { horizontalAxis, verticalAxis } from './axis.js';
import { ruleFactor } from '../parts/rule-factor.js';
import { scaleLog } from './scale.js';
import { seriesClass, seriesDash, seriesPoint } from './series.js';

const height = 300;
const margin = { top: 34, right: 16, bottom: 48, left: 52 };

/** Powers of ten that lie in the domain. @param {[number, number]} domain */
function decades([low, high]) {
  const powers = [];
  for (let power = Math.ceil(Math.log10(low)); power <= Math.floor(Math.log10(high)); power += 1) powers.push(10 ** power);
  return powers;
}

/** The first and last value on a logarithmic axis, with some room. @param {number[]} values @returns {[number, number]} */
function logarithmicDomain(values) {
  const positive = values.filter((value) => value > 0);
  const [low, high] = positive.length > 0 ? [Math.min(...positive), Math.max(...positive)] : [1, 1];
  return [low / 1.6, high * 1.6];
}

/**
 * @param {string} language @param {any[]} rows  of engine.sweep @param {readonly any[]} rules @param {number} temperature
 * @param {number} current  d_k of the page @param {number} width  in pixels @param {string} label
 */
export function growthChart(language, rows, rules, temperature, current, width, label) {
  const dks = [...new Set(rows.map(({ dK }) => dK))];
  const [first, last] = [dks[0], dks[dks.length - 1]];
  const predicted = (/** @type {any} */ rule, /** @type {number} */ dk) => Math.abs((Math.sqrt(dk) * ruleFactor(rule, dk)) / temperature);
  const x = scaleLog([first, last], [margin.left, width - margin.right]);
  const domain = logarithmicDomain(rows.flatMap(({ scale, dK, rmsScaledLogit }) => [rmsScaledLogit ?? 0, predicted(scale, dK)]));
  const y = scaleLog(domain, [height - margin.bottom, margin.top]);
  const xTicks = dks.filter((_, at) => width > 460 || at % 2 === 0);
  return html`<svg class="chart" dir="ltr" width=${width} height=${height} role="img" aria-label=${label}>
    ${horizontalAxis(x, [margin.left, width - margin.right], height - margin.bottom, {
      format: (value) => formatInteger(language, value, false),
      ticks: xTicks,
      label: 'd\u2096',
    })}
    ${verticalAxis(y, [height - margin.bottom, margin.top], margin.left, {
      format: (value) => formatShort(language, value, 1),
      ticks: decades(domain),
      label: translate(language, 'variance.rms-axis'),
      grid: width - margin.left - margin.right,
    })}
    ${current >= first && current <= last
      ? svg`<line class="now" x1=${x(current)} x2=${x(current)} y1=${margin.top} y2=${height - margin.bottom} />`
      : ''}
    ${rules.map((rule, at) => {
      const ofRule = rows.filter(({ scale, rmsScaledLogit }) => scale === rule && rmsScaledLogit > 0);
      /** @type {[number, number][]} */
      const points = dks.filter((dk) => predicted(rule, dk) > 0).map((dk) => [x(dk), y(predicted(rule, dk))]);
      return svg`<g class=${seriesClass(at)}>
        <path class="prediction" d=${line()(points) ?? ''} stroke-dasharray=${seriesDash(at)} />
        ${ofRule.map(({ dK, rmsScaledLogit }) => seriesPoint(at, x(dK), y(rmsScaledLogit)))}
      </g>`;
    })}
  </svg>`;
}

/** Which shape and dash belongs to which rule. @param {string} language @param {readonly any[]} rules */
export function ruleLegend(language, rules) {
  return html`<ul class="series-legend">
    ${rules.map(
      (rule, at) => html`<li class=${seriesClass(at)}>
        <svg width="36" height="14" aria-hidden="true">
          <line class="prediction" x1="0" x2="36" y1="7" y2="7" stroke-dasharray=${seriesDash(at)} />${seriesPoint(at, 18, 7)}
        </svg>
        <span>${ruleName(language, rule)}</span>
      </li>`,
    )}
  </ul>`;
}
