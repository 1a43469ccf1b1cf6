/**
 * Tells the page around how tall the figure is, each time that changes: `{ type: 'attention-lab:height', height }`. To any
 * page: the number is no secret. The element's own box is measured, which the height of the frame has no part in.
 * @param {HTMLElement} element
 */
export function tellHeight(element) {
  let told = 0;
  new ResizeObserver(([{ borderBoxSize }]) => {
    const height = Math.ceil(borderBoxSize[0].blockSize);
    if (height === told || height === 0 || parent === self) return;
    told = height;
    parent.postMessage({ type: 'attention-lab:height', height }, '*');
  }).observe(element);
}
