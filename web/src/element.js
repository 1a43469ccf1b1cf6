/** The module attention-lab.js: defines <attention-lab> once, however often the page loads it. */
import { AttentionLab } from './lab/attention-lab.js';

const address = import.meta.url;
AttentionLab.folder = new URL('.', address).href;
if (!customElements.get('attention-lab')) customElements.define('attention-lab', AttentionLab);
