/** @type {import('./index.js').Words} */
export const words = {
  'variance.title': 'Why the root',
  'variance.before-1':
    'A logit is a sum of {dk} products. If the entries of q and k are independent, with mean 0 and variance 1, each product has variance 1 as well, and variances of independent terms add up: the logits follow {normal-dk}, and a typical one is as large as {sqrt-dk}. The wider the head, the further apart its logits.',
  'variance.before-2':
    'Softmax only feels differences. A lead of 4.6 makes one weight a hundred times another, whatever the head’s width; that is the ruler under each picture. Undivided, two logits drawn at random are often further apart than the ruler is long. Divided by {sqrt-dk} they have variance 1 again, for every width.',
  'variance.after-1':
    'Dividing by {dk} itself, as the μP rule does, shrinks the logits too far here: their spread falls as 1/{sqrt-dk} and the rows approach the uniform one. That rule is made for trained networks, where q and k have learned to point the same way and q·k grows like {dk}, not like its root.',
  'variance.sample': ({ logits, runs, dk }) =>
    runs === '1' ? `${logits} logits of this run, d_k = ${dk}.` : `${logits} logits: this run and the seeds after it, ${runs} runs in all, d_k = ${dk}.`,
  'variance.measured': 'rms measured',
  'variance.predicted': 'predicted',
  'variance.sentence': ({ rule, measured, predicted }) => `${rule}: rms of the logits ${measured}, predicted ${predicted}.`,
  'variance.ruler': '100 : 1',
  'variance.ruler-wide': '100 : 1 is wider than this axis',
  'variance.growth': 'How large logits get as {dk} grows',
  'variance.growth-label': 'Root mean square of the scaled logits over d_k: measured points on predicted lines. The numbers are in the table below.',
  'variance.rms-axis': 'rms',
};
