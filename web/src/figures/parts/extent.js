/** The largest finite absolute value; by a loop, because large arrays overflow an argument list. @param {ArrayLike<number>} numbers */
export function largestSize(numbers) {
  let largest = 0;
  for (let at = 0; at < numbers.length; at += 1) {
    const size = Math.abs(numbers[at]);
    if (size > largest && size < Infinity) largest = size;
  }
  return largest;
}
