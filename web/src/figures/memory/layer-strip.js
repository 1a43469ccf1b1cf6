/** One bar for each layer, as high as its cache: the pattern of windows at a glance. */
import { html, svg } from 'lit';
import { formatInteger } from '../../text/numbers.js';
import { translate } from '../../text/index.js';

const height = 72;

/** @param {string} language @param {import('../../memory/memory-plan.js').MemoryPlan} plan @param {number} width */
export function layerStrip(language, plan, width) {
  const { layers } = plan;
  const largest = Math.max(1, ...layers.map(({ bytesK, bytesV }) => bytesK + bytesV));
  const step = Math.min(18, width / layers.length);
  const label = translate(language, 'memory.layers-label', { count: formatInteger(language, layers.length) });
  return html`<svg class="chart layer-strip" dir="ltr" width=${Math.ceil(step * layers.length)} height=${height} role="img" aria-label=${label}>
    ${layers.map(({ kind, bytesK, bytesV }, at) => {
      const size = ((bytesK + bytesV) / largest) * (height - 2);
      const high = Math.max(2, size);
      return svg`<rect class=${`part-${kind}`} x=${at * step} y=${height - high} width=${Math.max(step - 1.5, 0.5)} height=${high} />`;
    })}
  </svg>`;
}
