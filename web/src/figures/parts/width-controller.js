/** A sheet of A4 or Letter has room for this. */
const paperWidth = 640;

/** Tells a figure how wide it is, so that charts are drawn in real pixels and their text keeps its size on a phone. */
export class WidthController {
  /** @param {import('lit').ReactiveControllerHost & Element} host @param {number} [initial] */
  constructor(host, initial = 640) {
    this.host = host;
    this.width = initial;
    this.isOnPaper = false;
    this.observer = new ResizeObserver(([entry]) => this.isOnPaper || this.use(this.fit(entry.contentRect.width)));
    this.onPaper = () => {
      this.isOnPaper = true;
      this.use(Math.min(this.width, paperWidth));
    };
    this.onScreen = () => {
      this.isOnPaper = false;
      this.use(this.fit(host.clientWidth));
    };
    host.addController(this);
  }

  /** Also a figure that is loaded while the page is laid out for paper fits it. @param {number} width */
  fit(width) {
    return Math.min(Math.round(width), matchMedia('print').matches ? paperWidth : Infinity);
  }

  /** @param {number} width */
  use(width) {
    if (width === 0 || width === this.width) return;
    this.width = width;
    this.host.requestUpdate();
  }

  hostConnected() {
    this.observer.observe(this.host);
    addEventListener('beforeprint', this.onPaper);
    addEventListener('afterprint', this.onScreen);
  }

  hostDisconnected() {
    this.observer.disconnect();
    removeEventListener('beforeprint', this.onPaper);
    removeEventListener('afterprint', this.onScreen);
  }
}
