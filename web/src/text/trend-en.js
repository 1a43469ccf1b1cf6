/** @type {import('./index.js').Words} */
export const words = {
  'trend.title': 'Not one lucky draw',
  'trend.before-1':
    'One seed is an anecdote. Here every line is several independent draws, for three widths: without the division the share of entropy sinks as heads get wider, with it the width no longer matters.',
  'trend.caption': ({ seeds, n, maximum }) => `${seeds} ${seeds === '1' ? 'seed' : 'seeds'}, n = ${n}; the entropy of a uniform row is ${maximum} nats`,
  'trend.table': 'Statistics over seeds',
  'trend.dk': 'Width {dk}',
  'trend.largest': 'Max weight, largest of the seeds',
  'trend.mean-largest': 'mean of the seeds',
  'trend.share-interval': 'Share, 95% interval of the mean',
  'trend.plus-minus': ({ deviation }) => `± ${deviation}`,
  'trend.interval': ({ low, high }) => `${low} to ${high}`,
  'trend.convention':
    'As in the article, the max weight is the largest over the seeds and the entropy their mean; the mean max weight and the standard deviation of the entropy stand beside them.',
  'trend.sentence-alone': ({ rule, dk }) => `${rule}, d_k = ${dk}: no row has a second key to weigh.`,
  'trend.sentence': ({ rule, dk, share }) => `${rule}, d_k = ${dk}: entropy at ${share} of its maximum.`,
};
