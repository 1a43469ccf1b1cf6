/** @type {import('./index.js').Words} */
export const words = {
  'predict.off': 'no',
  'predict.on': 'yes',
  'lesson.label': 'First, your prediction',
  'lesson.note': 'A number or a few words. The figure appears once you have committed to them; they are kept nowhere.',
  'lesson.empty': 'Write a prediction first: a number or a few words.',
  'lesson.show': 'Show the figure',
  'lesson.predicted': 'You predicted',
  'lesson.result': 'The figure says',
  'lesson.again': 'Predict again',
  'lesson.leave': 'The whole lab',
};
