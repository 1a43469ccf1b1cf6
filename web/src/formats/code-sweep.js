import { pythonFactor, pythonNumber, ruleName } from './code-run.js';

/**
 * The trend table in Python's standard library: several seeds for every rule and width, summed up by the article's
 * convention (the largest weight over the seeds, the mean of their entropies).
 * @param {import('../state/parameters.js').Values} values @param {string} version
 */
export function sweepCode(values, version) {
  const { n, dks, seeds, scale, temperature, mask, window } = values;
  const sees = mask === 'causal' ? 'j <= i' : `i - ${window} < j <= i`;
  return [
    `# Attention Lab ${version}: ${n} queries and keys, ${seeds.length} seeds, several widths d_k.`,
    '# Needs Python 3. Prints the numbers of the page.',
    'import math',
    'import random',
    '',
    `n, temperature = ${n}, ${pythonNumber(temperature)}`,
    `widths = [${dks.join(', ')}]`,
    `seeds = ${pythonSeeds(seeds)}`,
    'rules = {',
    ...scale.map((/** @type {any} */ rule) => `    "${ruleName(rule)}": lambda d_k: ${pythonFactor(rule)},`),
    '}',
    '',
    '',
    'def run(seed, d_k, factor):',
    '    generator = random.Random(seed)',
    '    q, k = ([[generator.gauss(0, 1) for _ in range(d_k)] for _ in range(n)] for _ in "qk")',
    '    largest, entropies, shares = [], [], []',
    '    for i in range(n):',
    mask === 'none' ? '        visible = range(n)' : `        visible = [j for j in range(n) if ${sees}]`,
    '        scaled = [sum(a * b for a, b in zip(q[i], k[j])) * factor for j in visible]',
    '        powers = [math.exp(x - max(scaled)) for x in scaled]',
    '        *rest, top = sorted(power / sum(powers) for power in powers)',
    '        log_top = math.log1p(-min(sum(rest), 0.5)) if top > 0.5 else math.log(top)',
    '        entropy = 0.0 - sum(w * math.log(w) for w in rest if w > 0) - top * log_top',
    '        largest.append(top)',
    '        entropies.append(entropy)',
    '        if len(visible) > 1:',
    '            shares.append(entropy / math.log(len(visible)))',
    '    mean = lambda values: sum(values) / len(values) if values else math.nan',
    '    return max(largest), mean(entropies), mean(shares)',
    '',
    '',
    'for name, rule in rules.items():',
    '    for d_k in widths:',
    '        runs = [run(seed, d_k, rule(d_k) / temperature) for seed in seeds]',
    '        weights, entropies, shares = zip(*runs)',
    '        mean_weight, entropy, share = (sum(column) / len(runs) for column in (weights, entropies, shares))',
    '        print(f"{name} d_k {d_k}: max weight {max(weights):.5f}, mean {mean_weight:.5f}, entropy {entropy:.2f}, share {100 * share:.0f} %")',
    '',
  ].join('\n');
}

/** Runs of consecutive seeds as a range. @param {readonly number[]} seeds */
function pythonSeeds(seeds) {
  const isRun = seeds.length > 2 && seeds.every((seed, at) => seed === seeds[0] + at);
  return isRun ? `range(${seeds[0]}, ${seeds[0] + seeds.length})` : `[${seeds.join(', ')}]`;
}
