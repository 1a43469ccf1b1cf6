/** Every weight of every configuration as a table: one line per configuration and query. */
import { html } from 'lit';
import { formatInteger, formatNumber, formatPercent } from '../../text/numbers.js';
import { translate } from '../../text/index.js';
import { ruleText } from '../../text/value-text.js';
import '../parts/number-table.js';

/** @param {string} language @param {any} attention @param {number} row */
function cells(language, attention, row) {
  const { keys, weights, scaled } = attention;
  return Array.from({ length: keys }, (_, key) =>
    scaled[row * keys + key] === -Infinity ? translate(language, 'rows.masked') : formatNumber(language, weights[row * keys + key], 6),
  );
}

/** @param {string} language @param {{ rule: any, attention: any }[]} configurations */
export function rowsTable(language, configurations) {
  const keys = configurations[0]?.attention.keys ?? 0;
  const columns = [
    translate(language, 'rows.configuration'),
    translate(language, 'rows.query'),
    translate(language, 'stat.entropy'),
    translate(language, 'stat.share'),
    ...Array.from({ length: keys }, (_, key) => translate(language, 'rows.key-name', { key: formatInteger(language, key + 1) })),
  ];
  const rows = () =>
    configurations.flatMap(({ rule, attention }) =>
      Array.from({ length: attention.n }, (_, row) => [
        ruleText(language, rule),
        formatInteger(language, row + 1),
        formatNumber(language, attention.rowEntropy[row], 6),
        formatPercent(language, attention.rowShare[row], 1),
        ...cells(language, attention, row),
      ]),
    );
  return html`<number-table .language=${language} .columns=${columns} .rows=${rows}></number-table>`;
}
