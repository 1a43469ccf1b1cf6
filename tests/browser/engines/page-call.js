/** The text of a call, for protocols that take text. @param {(...given: any[]) => unknown} work @param {unknown[]} given */
export const pageCall = (work, given) => `(${work})(${given.map((value) => JSON.stringify(value)).join(', ')})`;
