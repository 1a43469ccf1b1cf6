/** Formulas by name, the same in both languages, always left to right. */
import { html, mathml } from 'lit';

const q = mathml`<msub><mi>q</mi><mi>i</mi></msub>`;
const k = mathml`<msub><mi>k</mi><mi>j</mi></msub>`;
const d = mathml`<msub><mi>d</mi><mi>k</mi></msub>`;
const dot = mathml`${q}<mo>&#x22c5;</mo>${k}`;
const rootD = mathml`<msqrt>${d}</msqrt>`;

/** @param {unknown} content */
const inline = (content) => html`<math dir="ltr"><mrow>${content}</mrow></math>`;
/** @param {unknown} content */
const block = (content) => html`<math dir="ltr" display="block"><mrow>${content}</mrow></math>`;

/** @type {Record<string, import('lit').TemplateResult>} */
export const formulas = {
  n: inline(mathml`<mi>n</mi>`),
  keys: inline(mathml`<mi>m</mi>`),
  dk: inline(d),
  dv: inline(mathml`<msub><mi>d</mi><mi>v</mi></msub>`),
  q: inline(mathml`<mi>q</mi>`),
  k: inline(mathml`<mi>k</mi>`),
  v: inline(mathml`<mi>v</mi>`),
  dot: inline(dot),
  'sqrt-dk': inline(rootD),
  'ln-keys': inline(mathml`<mi>ln</mi><mo>&#x2061;</mo><mi>m</mi>`),
  'normal-dk': inline(mathml`<mi>N</mi><mo>(</mo><mn>0</mn><mo>,</mo>${d}<mo>)</mo>`),
  'normal-one': inline(mathml`<mi>N</mi><mo>(</mo><mn>0</mn><mo>,</mo><mn>1</mn><mo>)</mo>`),
  'q-squared': inline(mathml`<msup><mrow><mo>|</mo><mi>q</mi><mo>|</mo></mrow><mn>2</mn></msup>`),
  'n-squared': inline(mathml`<mi>n</mi><mo>&#xd7;</mo><mi>n</mi>`),
  gauss: html`<code dir="ltr">random.Random(seed).gauss(0, 1)</code>`,
  entropy: inline(
    mathml`<msub><mi>H</mi><mi>i</mi></msub><mo>=</mo><mo form="prefix">&#x2212;</mo>
      <munder><mo>&#x2211;</mo><mi>j</mi></munder>
      <msub><mi>w</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mi>ln</mi><mspace width="0.17em"></mspace>
      <msub><mi>w</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub>`,
  ),
  attention: block(
    mathml`<mi mathvariant="normal">attention</mi><mo>(</mo><mi>q</mi><mo>,</mo><mi>k</mi><mo>,</mo><mi>v</mi><mo>)</mo>
      <mo>=</mo><mi mathvariant="normal">softmax</mi><mo>&#x2061;</mo>
      <mrow><mo>(</mo><mfrac><mrow><mi>q</mi><msup><mi>k</mi><mi mathvariant="normal">T</mi></msup></mrow>
      <mrow class="the-division">${rootD}</mrow></mfrac><mo>)</mo></mrow><mi>v</mi>`,
  ),
};
