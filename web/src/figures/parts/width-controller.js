/** Tells a figure how wide it is, so that charts are drawn in real pixels and their text keeps its size on a phone. */
export class WidthController {
  /** @param {import('lit').ReactiveControllerHost & Element} host @param {number} [initial] */
  constructor(host, initial = 640) {
    this.host = host;
    this.width = initial;
    this.observer = new ResizeObserver(([entry]) => {
      const width = Math.round(entry.contentRect.width);
      if (width === 0 || width === this.width) return;
      this.width = width;
      host.requestUpdate();
    });
    host.addController(this);
  }

  hostConnected() {
    this.observer.observe(this.host);
  }

  hostDisconnected() {
    this.observer.disconnect();
  }
}
