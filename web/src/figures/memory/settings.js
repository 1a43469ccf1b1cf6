/** Between the parameters of the page and the settings of llama.cpp. */

/** @typedef {import('../../state/parameters.js').Values} Values @typedef {import('../../memory/plan-settings.js').PlanSettings} PlanSettings */

const flash = /** @type {Record<string, string>} */ ({ auto: 'auto', on: 'enabled', off: 'disabled' });
const gibibyte = 2 ** 30;

/** @param {number | null} gibibytes */
export const wholeBytes = (gibibytes) => (gibibytes === null ? null : Math.round(gibibytes * gibibyte));

/** @param {Values} values @param {number | null} weightBytes  of a dropped file @returns {PlanSettings & { nCtx: number }} */
export function settingsOf(values, weightBytes) {
  return {
    app: values.app,
    nCtx: values.ctx,
    nParallel: values.np ?? (values.app === 'server' ? -1 : 1),
    kvUnified: values.kvu === 'on',
    flashAttn: flash[values.fa],
    cacheTypeK: values.ctk,
    cacheTypeV: values.ctv,
    nBatch: values.b,
    nUbatch: values.ub,
    swaFull: values.swafull === 'on',
    weightBytes: wholeBytes(values.weights) ?? weightBytes,
  };
}

/** What a pasted command sets. @param {import('../../memory/read-llama-command.js').LlamaSettings} settings @returns {[string, any][]} */
export function parametersOf(settings) {
  const isOn = (/** @type {boolean} */ value) => (value ? 'on' : 'off');
  return [
    ['app', settings.app],
    ['ctx', Math.max(0, settings.nCtx)],
    ['np', settings.nParallel > 0 && (settings.app === 'server' || settings.nParallel > 1) ? settings.nParallel : null],
    ['kvu', isOn(settings.kvUnified)],
    ['fa', settings.flashAttn === 'auto' ? 'auto' : isOn(settings.flashAttn === 'enabled')],
    ['ctk', settings.cacheTypeK],
    ['ctv', settings.cacheTypeV],
    ['b', settings.nBatch],
    ['ub', settings.nUbatch],
    ['swafull', isOn(settings.swaFull)],
  ];
}
