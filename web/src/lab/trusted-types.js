/**
 * The page's policy lets no text become markup or script (Trusted Types). Addresses of workers are let through here, as
 * far as they are the page's own; where browsers do not know Trusted Types, `worker-src` of the same policy says so alone.
 */
const { trustedTypes } = /** @type {any} */ (globalThis);

trustedTypes?.createPolicy('default', {
  createScriptURL: (/** @type {string} */ address) => (new URL(address, document.baseURI).origin === self.origin ? address : null),
});
