/**
 * Requests that the settings of the page cannot make, but an address, a config or a caller of the elements may.
 * @type {import('./index.js').Words}
 */
export const words = {
  'error.not-a-number': ({ label, given }) => `${label}: “${given}” is not a number.`,
  'error.not-whole': ({ label, given }) => `${label}: ${given} is not a whole number.`,
  'error.not-finite': ({ label }) => `${label}: every number has to be finite.`,
  'error.not-even': ({ label, given }) => `${label}: rotation turns pairs, so ${given} has to be an even number.`,
  'error.wrong-length': ({ label, given, highest }) => `${label}: ${given} entries, where ${highest} are needed.`,
  'error.unknown-choice': ({ label, given }) => `${label}: “${given}” is not known.`,
  'error.unexpected': ({ key }) => `“${key}” has no place in this request.`,
  'error.wrong-kind': ({ key }) => `${key}: something of another kind is needed.`,
  'error.not-an-array': ({ label }) => `${label}: a list of numbers is needed.`,
  'error.not-an-object': ({ label }) => `${label}: an object is needed.`,
  'error.empty-list': ({ label }) => `${label}: at least one entry is needed.`,
  'error.wrong-shape': ({ label }) => `${label}: rows and columns do not agree with the sizes.`,
  'error.no-rope': 'This model has no rotary positions, or none in these layers.',
  'error.closed': 'The engine was stopped. Reload the page to start it again.',
  'error.no-relaxed-simd': 'This browser has no relaxed SIMD; the other module works here.',
  'field.lengths': 'length of the context',
  'field.points': 'points of the curve',
  'field.sinks': 'number of sinks',
  'field.positions': 'positions',
};
