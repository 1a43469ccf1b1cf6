/** What a rule multiplies the logits by: the prediction that measurements are held against. @param {import('../../state/parameters.js').Rule} rule @param {number} dk */
export function ruleFactor(rule, dk) {
  if (rule === 'none') return 1;
  if (rule === 'sqrt') return 1 / Math.sqrt(dk);
  if (rule === 'linear') return 1 / dk;
  return rule;
}
