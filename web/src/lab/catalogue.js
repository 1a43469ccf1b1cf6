/**
 * The figures, in the order of the page.
 *
 * @typedef {Object} CatalogueEntry
 * @property {readonly string[]} keys      parameters the computation depends on: when one changes it runs again
 * @property {readonly string[]} [controls]  parameters set in a panel of the figure's own (the others stand in the page's panel)
 * @property {boolean} [factorsOnly]    only rules that are one factor on all logits make sense in it
 * @property {string} height               reserved before the figure is there, so that the page does not jump
 * @property {string} [narrowHeight]       the same on a phone, where differs
 * @property {() => Promise<unknown>} load  defines the element ID-figure
 * @property {() => Promise<{ compute: Compute }>} compute
 *
 * @typedef {Object} Run
 * @property {AbortSignal} signal
 * @property {(progress: { done: number, total: number }) => void} onProgress
 * @property {(data: any) => void} onPartial  shows a first part of the answer while the rest is computed
 * @property {any} given                   what the figure provided besides parameters (the reader's files), or null
 * @property {boolean} isAsked  whether the reader asked for this run in the figure itself, by its event `compute`
 * @typedef {(engine: any, values: import('../state/parameters.js').Values, run: Run) => Promise<any>} Compute
 */

/** What every figure that attends to one sample depends on. */
const sample = ['n', 'keys', 'dk', 'dv', 'seed'];
const attention = [...sample, 'scale', 'temperature', 'mask', 'window', 'softmax', 'precision'];

/** @type {Readonly<Record<string, CatalogueEntry>>} */
export const catalogue = Object.freeze({
  rows: {
    keys: attention,
    controls: ['show'],
    height: '51rem',
    narrowHeight: '78rem',
    load: () => import('../figures/rows-figure.js'),
    compute: () => import('./computations/rows.js'),
  },
  variance: {
    factorsOnly: true,
    keys: [...attention, 'seeds'],
    controls: ['axis'],
    height: '44rem',
    narrowHeight: '64rem',
    load: () => import('../figures/variance-figure.js'),
    compute: () => import('./computations/variance.js'),
  },
  trend: {
    keys: ['n', 'dks', 'seeds', 'scale', 'temperature', 'mask', 'window'],
    controls: ['dks', 'seeds'],
    height: '21rem',
    narrowHeight: '28rem',
    load: () => import('../figures/trend-figure.js'),
    compute: () => import('./computations/trend.js'),
  },
  collapse: {
    factorsOnly: true,
    keys: ['n', 'dk', 'runs', 'widths', 'scale', 'temperature', 'mask', 'window'],
    controls: ['runs', 'widths', 'level'],
    height: '88rem',
    narrowHeight: '104rem',
    load: () => Promise.all([import('../figures/collapse-figure.js'), import('../style/collapse.css')]),
    compute: () => import('./computations/collapse.js'),
  },
  gradient: {
    factorsOnly: true,
    keys: [...sample, 'scale', 'temperature', 'mask', 'window'],
    height: '70rem',
    narrowHeight: '96rem',
    load: () => Promise.all([import('../figures/gradient-figure.js'), import('../style/gradient.css')]),
    compute: () => import('./computations/gradient.js'),
  },
  overflow: {
    factorsOnly: true,
    keys: ['n', 'keys', 'dk', 'seed', 'scale', 'temperature', 'gain', 'query'],
    controls: ['gain', 'query', 'format'],
    height: '76rem',
    narrowHeight: '92rem',
    load: () => Promise.all([import('../figures/overflow-figure.js'), import('../style/overflow.css')]),
    compute: () => import('./computations/overflow.js'),
  },
  cost: {
    keys: [], // nothing is measured again, and nothing measured is dropped, before the reader asks
    controls: ['upto', 'tokens', 'numbers', 'mheads', 'mlayers', 'batch', 'ram'],
    height: '44rem',
    narrowHeight: '52rem',
    load: () => Promise.all([import('../figures/cost-figure.js'), import('../style/curves.css'), import('../style/cost.css')]),
    compute: () => import('./computations/cost.js'),
  },
  memory: {
    keys: [],
    controls: ['model', 'ctx', 'np', 'ctk', 'ctv', 'fa', 'cache', 'weights', 'budget', 'app', 'kvu', 'swafull', 'b', 'ub'],
    height: '60rem',
    load: () => Promise.all([import('../figures/memory-figure.js'), import('../style/select.css'), import('../style/paste.css'), import('../style/memory.css')]),
    compute: () => import('./computations/memory.js'),
  },
  position: {
    keys: [
      ...['n', 'keys', 'dk', 'seed', 'temperature', 'mask', 'window', 'precision'],
      ...['rope', 'theta', 'trained', 'stretch', 'step', 'ropemodel', 'config', 'command'],
    ],
    controls: ['rope', 'ropemodel', 'theta', 'trained', 'stretch', 'step'],
    height: '90rem',
    narrowHeight: '130rem',
    load: () =>
      Promise.all([
        import('../figures/position-figure.js'),
        ...[import('../style/select.css'), import('../style/paste.css'), import('../style/curves.css'), import('../style/position.css')],
      ]),
    compute: () => import('./computations/position.js'),
  },
  length: {
    keys: ['dk', 'temperature', 'curves', 'longest', 'lengthseeds', 'queries', 'lengthrope', 'theta', 'trained'],
    controls: ['curves', 'measure', 'longest', 'lengthseeds', 'queries', 'lengthrope'],
    height: '60rem',
    narrowHeight: '76rem',
    load: () => Promise.all([import('../figures/length-figure.js'), import('../style/select.css'), import('../style/curves.css'), import('../style/length.css')]),
    compute: () => import('./computations/length.js'),
  },
  heads: {
    keys: ['layer', 'head', 'headscale', 'temperature', 'mask', 'window', 'softmax', 'precision'],
    controls: ['layer', 'headscale', 'order', 'head'],
    height: '60rem',
    load: () => Promise.all([import('../figures/heads-figure.js'), import('../style/heads.css')]),
    compute: () => import('./computations/heads.js'),
  },
});
