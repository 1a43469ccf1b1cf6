import { html } from 'lit';

/** A number of a figure: the digits shown, and the full value for tests and other readers. */
/** @param {string} name @param {number | null | undefined} value @param {string} text */
export const statistic = (name, value, text) =>
  html`<span data-stat=${name} data-value=${value === null || value === undefined ? '' : String(value)}>${text}</span>`;
