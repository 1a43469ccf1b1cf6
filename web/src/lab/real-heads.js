/** The built-in heads: fetched when the figure is opened, or carried inside where the page is one file. */
import { AttentionError } from '../engine/attention-error.js';

const layers = [
  new URL('./real-heads/animal-street-layer0.safetensors', import.meta.url),
  new URL('./real-heads/animal-street-layer1.safetensors', import.meta.url),
];

/** @param {number} layer @returns {Promise<Blob>} */
export async function realHeads(layer) {
  const address = layers[layer];
  // A page opened from a file may not fetch, not even an address that carries its data.
  if (address.protocol === 'data:') {
    const text = atob(address.href.slice(address.href.indexOf(',') + 1));
    return new Blob([Uint8Array.from(text, (character) => character.charCodeAt(0))]);
  }
  const response = await fetch(address);
  if (!response.ok) throw new AttentionError('data-load', { field: 'heads', given: response.status });
  return response.blob();
}
