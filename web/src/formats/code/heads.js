import { numpy, pytorch } from './array-python.js';
import { cppEnd, cppMask, cppPrintRows, cppRequest, cppRules, cppStart } from './cpp.js';
import { plain } from './plain-python.js';
import { printRows, summary } from './report.js';
import { defined, preface, printsWeights, pythonNumber, pythonRules } from './run.js';

/** @import { Library } from './plain-python.js' @import { Values, Writer } from './run.js' */

/** The file that the page saves beside the code: q and k (and v) of every head, as the page computed with them. */
export const headsFile = 'attention-lab-heads.safetensors';

/** @param {Values} values @param {any} data */
const about = ({ precision }, { name, heads, n, keys, dK }) => `${heads.length} heads of ${name.replace(/[\p{C}\\]/gu, ' ')}, ${n} queries, ${keys} keys, d_k = ${dK}, ${precision}`;

const more = `Reads ${headsFile}, which the page saves.`;

/** Stages of the run: the mask is the file's where it has one. @param {Values} values @param {any} data */
const stagesOf = (values, { mask }) => ({
  ...values,
  scale: values.headscale,
  mask: typeof mask === 'object' ? 'window' : mask,
  window: typeof mask === 'object' ? mask.window : values.window,
});

/** Every head under every rule, and one of them row by row. @param {Library} library @returns {Writer} */
const python = (library) => (values, version, data) => {
  const stages = stagesOf(values, data);
  return [
    ...preface(version, about(values, data), library.needs, more).map((line) => `# ${line}`),
    'import json',
    ...library.imports(stages),
    ...(values.precision === 'f64' || !library.imports(stages).includes('import struct') ? ['import struct'] : []),
    '',
    `d_k, temperature = ${data.dK}, ${pythonNumber(values.temperature)}`,
    ...pythonRules(stages.scale),
    ...defined(
      library.narrow(values.precision), library.matrix(stages), library.dots(stages), library.attend(stages), summary, printRows(printsWeights(data.keys)),
      [
        'def tensor(name):',
        '    """One matrix for each head."""',
        '    heads, rows, columns = header[name]["shape"]',
        '    first, past = header[name]["data_offsets"]',
        '    numbers = struct.unpack(f"<{heads * rows * columns}d", data[first:past])',
        '    size = rows * columns',
        '    return [matrix(numbers[h * size : (h + 1) * size], rows, columns) for h in range(heads)]',
      ],
    ),
    '',
    '',
    `with open("${headsFile}", "rb") as file:`,
    '    (length,) = struct.unpack("<Q", file.read(8))',
    '    header = json.loads(file.read(length))',
    '    data = file.read()',
    'heads = [dots(q, k) for q, k in zip(tensor("q"), tensor("k"))]',
    'for name, factor in rules.items():',
    '    print(name)',
    '    for head, logits in enumerate(heads, 1):',
    '        found = summary(attend(logits, factor / temperature))',
    '        print(f"  head {head}: entropy {found[\'entropy\']:.4f}, share {100 * found[\'share\']:.0f} %", end=", ")',
    '        print(f"effective keys {found[\'effective keys\']:.2f}, max weight {found[\'max weight\']:.6f}, Jacobian norm {found[\'norm\']:.4f}")',
    '',
    `print("head ${data.opened + 1}")`,
    'for name, factor in rules.items():',
    '    print(name)',
    `    print_rows(attend(heads[${data.opened}], factor / temperature))`,
    '',
  ].join('\n');
};

/** @type {Writer} */
const cpp = (values, version, data) => {
  const { heads, n, keys, dK, mask, opened } = data;
  const run = { ...values, n, keys, dk: dK, dv: 1 };
  return [
    ...cppStart(version, `${about(values, data)}. ${more.slice(0, -1)}`, ['attend'], ['fstream', 'utility'], cppPrintRows(printsWeights(keys))),
    `  std::ifstream file("${headsFile}", std::ios::binary);`,
    '  std::uint64_t header = 0;',
    '  file.read(reinterpret_cast<char*>(&header), 8);',
    '  file.seekg(static_cast<std::streamoff>(8 + header));',
    `  std::vector<double> q(${heads.length} * ${n} * ${dK}), k(${heads.length} * ${keys} * ${dK});`,
    '  for (std::vector<double>* numbers : {&q, &k}) {',
    '    file.read(reinterpret_cast<char*>(numbers->data()), static_cast<std::streamsize>(numbers->size() * sizeof(double)));',
    '  }',
    '  if (!file) return 1;',
    '',
    ...cppRules(values.headscale, values.temperature),
    '  Attention attention;',
    '  const auto attend = [&](std::size_t head, const Scaling& scaling) {',
    ...cppRequest(run, cppMask(mask)),
    '    request.has_values = false;',
    `    return attention.attend(request, {q.data() + head * ${n} * ${dK}, k.data() + head * ${keys} * ${dK}});`,
    '  };',
    '  for (const auto& [name, scaling] : rules) {',
    '    std::puts(name);',
    `    for (std::size_t head = 0; head < ${heads.length}; ++head) {`,
    '      if (attend(head, scaling)) return 1;',
    '      double effective = 0, rows = 0;',
    '      for (const RowStatistics& row : attention.rows) {',
    '        if (row.visible == 0 || row.max_weight == 0) continue;',
    '        effective += std::exp(row.entropy);',
    '        rows += 1;',
    '      }',
    '      std::printf("  head %zu: entropy %.4f, share %.0f %%, effective keys %.2f, max weight %.6f, Jacobian norm %.4f\\n", head + 1,',
    '                  attention.mean_entropy, 100 * attention.entropy_share, effective / rows, attention.max_weight, attention.mean_jacobian);',
    '    }',
    '  }',
    '',
    `  std::puts("head ${opened + 1}");`,
    '  for (const auto& [name, scaling] : rules) {',
    `    if (attend(${opened}, scaling)) return 1;`,
    '    std::puts(name);',
    '    print_rows(attention);',
    '  }',
    ...cppEnd,
  ].join('\n');
};

export const writers = { python: python(plain), numpy: python(numpy), pytorch: python(pytorch), cpp };
