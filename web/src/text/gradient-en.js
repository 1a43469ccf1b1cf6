/** @type {import('./index.js').Words} */
export const words = {
  'gradient.title': 'What a gradient gets through',
  'gradient.before-1':
    'Training reaches q and k only through the softmax, whose derivative for a row of weights w is the matrix diag(w) − w wᵀ. For a one-hot row it is zero: nothing passes, whatever the loss says. For a uniform row of m keys its Frobenius norm is √(m − 1)/m. The spectral norm says how much gets through in the best direction, at most 1/2, when two keys share the weight.',
  'gradient.before-2':
    'That is half of the story. The output row depends on its query through the logits as well, and there the scale factor multiplies the gradient: the last column is the whole derivative of the output row with respect to its query. Dividing opens the softmax and at the same time shortens what passes it; the two effects are to be seen together.',
  'gradient.after-1':
    'A row that is nearly one-hot passes nearly nothing, but the mean over rows need not vanish: a few rows with two close winners pass a great deal. Undivided, such rows are few and their gradients are long, so training sees rare large steps; divided, every row passes a little. Look at the rows before believing a mean.',
  'gradient.sentence': ({ rule, jacobian, derivative }) => `${rule}: mean Jacobian norm ${jacobian}, mean derivative of the output ${derivative}.`,
  'gradient.rows': ({ rule }) => `Gradients of the rows: ${rule}`,
  'gradient.means': 'Means: Jacobian, spectral, derivative:',
  'gradient.row': 'Row',
  'gradient.weights': 'Weights',
  'gradient.jacobian': 'Jacobian norm',
  'gradient.spectral': 'Spectral norm',
  'gradient.derivative': '‖∂o/∂q‖',
  'gradient.cut': ({ shown, n }) => `The first ${shown} of ${n} rows; all are in the table.`,
  'gradient.jacobian-chart': 'The mean Jacobian norm over {dk}',
  'gradient.derivative-chart': ({ dv }) => `The derivative of the output row over {dk}, with {dv} = ${dv}`,
  'gradient.jacobian-label': 'Mean Jacobian norm over d_k with the band of 90% of 200 seeds. The numbers are in the table below.',
  'gradient.derivative-label': ({ dv }) => `Norm of the derivative of an output row with respect to its query over d_k, d_v = ${dv}, with the band of 90% of the rows of 8 seeds. The numbers are in the table below.`,
  'gradient.mean': 'mean',
  'gradient.low': '5%',
  'gradient.high': '95%',
};
