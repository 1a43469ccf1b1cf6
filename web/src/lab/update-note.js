/**
 * <update-note>: keeps the site for reading without a network and, when a newer version has arrived, says so. Where browsers
 * allow no such thing the page works all the same.
 */
import { LitElement, html, nothing } from 'lit';
import { reload } from '../state/address.js';
import { translate } from '../text/index.js';

class UpdateNote extends LitElement {
  static properties = {
    language: { type: String },
    newer: { state: true },
  };

  constructor() {
    super();
    this.language = 'en';
    /** @type {ServiceWorker | null} the newer version, waiting until no page is open or it is asked for */
    this.newer = null;
  }

  createRenderRoot() {
    return this;
  }

  firstUpdated() {
    this.register().catch(() => {});
  }

  async register() {
    const registration = await navigator.serviceWorker?.register(new URL('service-worker.js', document.baseURI), { updateViaCache: 'none' });
    if (!registration) return;
    this.newer = registration.waiting;
    registration.addEventListener('updatefound', () => {
      const { installing } = registration;
      installing?.addEventListener('statechange', () => {
        if (installing.state === 'installed' && navigator.serviceWorker.controller) this.newer = installing;
      });
    });
  }

  use() {
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
    this.newer?.postMessage('use');
  }

  render() {
    const { language, newer } = this;
    return html`<div role="status">
      ${newer
        ? html`<div class="note" data-note="update">
            <p>${translate(language, 'update.ready')}</p>
            <button type="button" @click=${this.use}>${translate(language, 'update.use')}</button>
          </div>`
        : nothing}
    </div>`;
  }
}

customElements.define('update-note', UpdateNote);
