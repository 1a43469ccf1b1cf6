/** Lets an element paint again when the theme changes, by the reader's system or by the switch around it: canvases keep their colours. */
export class ThemeController {
  /** @param {Element} host @param {() => void} repaint */
  constructor(host, repaint) {
    this.host = host;
    this.repaint = repaint;
    this.scheme = matchMedia('(prefers-color-scheme: dark)');
    this.themes = new MutationObserver(repaint);
  }

  hostConnected() {
    this.scheme.addEventListener('change', this.repaint);
    const root = this.host.closest('[data-theme]');
    if (root) this.themes.observe(root, { attributeFilter: ['data-theme'] });
  }

  hostDisconnected() {
    this.scheme.removeEventListener('change', this.repaint);
    this.themes.disconnect();
  }
}
