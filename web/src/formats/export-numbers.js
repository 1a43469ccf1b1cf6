/**
 * What a figure shows as CSV and JSON. The header says what made the numbers.
 * @typedef {{ version: string, module: string, figure: string, parameters: Record<string, string> }} Origin
 * @typedef {{ columns: readonly string[], rows: readonly (readonly unknown[])[] }} Table
 */

/** @param {Origin} origin @param {Table} table */
export function csvText({ version, module, figure, parameters }, { columns, rows }) {
  const lines = [
    `# Attention Lab ${version}, module ${module}, figure ${figure}`,
    ...Object.entries(parameters).map(([key, value]) => `# ${key}: ${value.replace(/[\r\n]+/g, ' ')}`),
    columns.map(cell).join(','),
    ...rows.map((row) => row.map(cell).join(',')),
  ];
  return `${lines.join('\n')}\n`;
}

/** What is not there is an empty cell; what overflowed is written as Python's `float` and readers of CSV take it. @param {unknown} value */
function cell(value) {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'number' && !Number.isFinite(value) ? String(value).toLowerCase().replace('infinity', 'inf') : String(value);
  return /[",\r\n]/.test(text) || /^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {Origin} origin @param {unknown} data plain data, typed arrays as lists */
export function jsonText({ version, module, figure, parameters }, data) {
  return `${JSON.stringify({ lab: 'Attention Lab', version, module, figure, parameters, data }, plain)}\n`;
}

/** What JSON has no number for is a text: "Infinity", "NaN". @param {string} _key @param {unknown} value */
function plain(_key, value) {
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) return String(value);
  return ArrayBuffer.isView(value) && !(value instanceof DataView) ? Array.from(/** @type {any} */ (value)) : value;
}
