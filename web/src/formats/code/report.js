/** What Python programs say of rows, the same whatever computed them. */

export const mean = ['def mean(values):', '    return sum(values) / len(values) if values else math.nan'];

/** Means over the rows that are not left out. */
export const summary = [
  ...mean,
  '',
  '',
  'def summary(rows):',
  '    rows = [row for row in rows if row]',
  '    shares = [row["entropy"] / math.log(len(row["keys"])) for row in rows if len(row["keys"]) > 1]',
  '    return {',
  '        "max weight": max((max(row["weights"]) for row in rows), default=math.nan),',
  '        "entropy": mean([row["entropy"] for row in rows]),',
  '        "share": mean(shares),',
  '        "effective keys": mean([math.exp(row["entropy"]) for row in rows]),',
  '        "logit": mean([z * z for row in rows for z in row["logits"]]),',
  '        "scaled": mean([s * s for row in rows for s in row["scaled"]]),',
  '        "norm": mean([row["norm"] for row in rows]),',
  '    }',
];

/** @param {boolean} withWeights */
export const printRows = (withWeights) => [
  'def print_rows(rows):',
  '    for i, row in enumerate(rows, 1):',
  '        if row is None:',
  '            print(f"  row {i}: left out")',
  '            continue',
  withWeights
    ? '        print(f"  row {i}: entropy {row[\'entropy\']:.4f}, weights", *(f"{w:.6f}" for w in row["weights"]))'
    : '        print(f"  row {i}: entropy {row[\'entropy\']:.4f}")',
  '    found = summary(rows)',
  '    print(f"  max weight {found[\'max weight\']:.6f}")',
  '    print(f"  mean entropy {found[\'entropy\']:.4f}")',
  '    print(f"  share {100 * found[\'share\']:.0f} %")',
  '    print(f"  rms logit {math.sqrt(found[\'logit\']):.2f}, scaled {math.sqrt(found[\'scaled\']):.2f}")',
  '    print(f"  mean Jacobian norm {found[\'norm\']:.4f}")',
];

/** The seeds in which a number is defined are averaged. */
export const overSeeds = [
  'def over_seeds(runs, name):',
  '    return mean([run[name] for run in runs if not math.isnan(run[name])])',
];
