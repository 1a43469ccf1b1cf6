import { numpy, pytorch } from './array-python.js';
import { cppAttendAndPrint, cppPrintRows, cppRequest, cppSample, cppScaling, cppStart } from './cpp.js';
import { plain } from './plain-python.js';
import { printRows, summary } from './report.js';
import { cppPositions, ropeFunction, ropeFunctions } from './rope.js';
import { aboutRun, defined, preface, printsWeights, pythonNumber, sizesOf } from './run.js';

/** @import { Library } from './plain-python.js' @import { Values, Writer } from './run.js' */

/** The sizes of the rows that are shown: no more than fit on the screen, as wide as a head of the model. @param {Values} values @param {any} data @returns {Values} */
const shownRun = (values, { headDim, rows: [{ attention }] }) => ({ ...values, n: attention.n, keys: attention.keys, dk: headDim, dv: 1 });

/** As a string of Python and C++: parts of it come from a config that was pasted. @param {{ id: string, layerType: string | null }} variant */
const nameOf = ({ id, layerType }) => JSON.stringify(layerType ? `${id}, ${layerType}` : id);

/** @param {any} data */
const usable = ({ variants }) => variants.filter((/** @type {any} */ { frequencies }) => frequencies !== null);

/** What the frequencies of the page's own settings are computed from. @param {Values} values @param {any} data @param {any[]} variants */
const formulas = ({ theta, trained, stretch }, { reach }, variants) => ({
  functions: ropeFunctions(variants.map(({ id }) => id)),
  settings: [`theta, trained, stretch, reach = ${pythonNumber(theta)}, ${trained}, ${pythonNumber(stretch)}, ${reach}`],
  table: variants.map((variant) => `    ${nameOf(variant)}: ${ropeFunction(variant.id)}(stretch, reach),`),
});

/** The frequencies themselves, where a model's config or a command says them. @param {any[]} variants */
const numbers = (variants) => ({
  functions: [],
  settings: [],
  table: variants.map((variant) => `    ${nameOf(variant)}: ([${[...variant.frequencies.invFreq].join(', ')}], ${pythonNumber(variant.frequencies.attentionFactor)}, ${pythonNumber(variant.logitFactor ?? 1)}),`),
});

/** The same rows without positions and turned by each variant. @param {Library} library @returns {Writer} */
const python = (library) => (values, version, data) => {
  const run = shownRun(values, data);
  const { n, keys, dK } = sizesOf(run);
  const variants = usable(data);
  const isSaid = data.configured || data.llama.commanded;
  const { functions, settings, table } = isSaid ? numbers(variants) : formulas(values, data, variants);
  return [
    ...preface(version, aboutRun(run), library.needs).map((line) => `# ${line}`),
    ...library.imports(values),
    '',
    `n, keys, d_k, step = ${n}, ${keys}, ${dK}, ${data.step}`,
    `temperature = ${pythonNumber(values.temperature)}`,
    ...settings,
    ...defined(
      library.narrow(values.precision), library.draw(values), library.dots(values), library.attend({ ...values, softmax: 'stable' }),
      library.rotate(values), ...functions, summary, printRows(printsWeights(keys)),
    ),
    '',
    '',
    'variants = {',
    ...table,
    '}',
    `generator = random.Random(${values.seed})`,
    'q, k = draw(generator, n, d_k), draw(generator, keys, d_k)',
    'factor = 1 / math.sqrt(d_k) / temperature',
    'print("none")',
    'print_rows(attend(dots(q, k), factor))',
    `for name, (frequencies, magnitude${isSaid ? ', times' : ''}) in variants.items():`,
    '    print(name)',
    '    turned_q = rotate(q, (keys - n) * step, step, frequencies, magnitude)  # the last query stands at the last key',
    `    print_rows(attend(dots(turned_q, rotate(k, 0, step, frequencies, magnitude)), ${isSaid ? 'times * ' : ''}factor))`,
    '',
  ].join('\n');
};

/** @type {Writer} */
const cpp = (values, version, data) => {
  const run = { ...shownRun(values, data), softmax: 'stable' };
  const { keys, dK } = sizesOf(run);
  const variants = usable(data).map((/** @type {any} */ variant) => {
    const { headDim, step, reach: sequenceLength } = data;
    return { name: nameOf(variant), times: variant.logitFactor ?? 1, positions: cppPositions({ ...variant.parameters, headDim, step, sequenceLength }, { dK, length: keys }) };
  });
  return [
    ...cppStart(version, aboutRun(run), ['attend', 'rope/rotary_positions', 'sample'], ['utility'], cppPrintRows(printsWeights(keys))),
    ...cppSample(run),
    '',
    ...variants.flatMap((/** @type {any} */ { positions }, /** @type {number} */ at) => positions.divisors.map(
      (/** @type {any} */ { name, numbers: list }) => `  const std::vector<double> v${at}_${name} = {${list.join(', ')}};`,
    )),
    '  const struct {',
    '    const char* name;',
    '    double times;  // all logits',
    '    Positions positions;',
    '  } variants[] = {',
    '      {"none", 1, {}},',
    ...variants.flatMap((/** @type {any} */ { name, times, positions }, /** @type {number} */ at) => [
      `      {${name}, ${pythonNumber(times)},`, ...positions.text(`v${at}`).map((/** @type {string} */ line) => `       ${line}`), '      },',
    ]),
    '  };',
    `  const Scaling scaling = ${cppScaling('sqrt', values.temperature)};`,
    '  Attention attention;',
    '  for (const auto& [name, times, positions] : variants) {',
    ...cppRequest(run),
    '    request.scaling.temperature /= times;',
    '    RotaryPositions rotation(positions);',
    '    if (positions.rotate) request.rotation = &rotation;',
    ...cppAttendAndPrint,
  ].join('\n');
};

export const writers = { python: python(plain), numpy: python(numpy), pytorch: python(pytorch), cpp };
