/**
 * Arrays of float64 as one .safetensors file, in the order given.
 * @param {readonly { name: string, shape: readonly number[], parts: readonly Float64Array[] }[]} tensors  each array in parts, one after another
 * @param {Record<string, string>} metadata
 * @returns {Blob}
 */
export function writeSafetensors(tensors, metadata) {
  let end = 0;
  const entries = tensors.map(({ name, shape, parts }) => {
    const start = end;
    end += parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return [name, { dtype: 'F64', shape, data_offsets: [start, end] }];
  });
  const json = JSON.stringify({ __metadata__: metadata, ...Object.fromEntries(entries) });
  const header = new TextEncoder().encode(json);
  // Spaces up to a multiple of eight, so that whoever maps the file finds its numbers aligned.
  const padding = (8 - (header.length % 8)) % 8;
  const length = new DataView(new ArrayBuffer(8));
  length.setBigUint64(0, BigInt(header.length + padding), true);
  const numbers = tensors.flatMap(({ parts }) => /** @type {BlobPart[]} */ ([...parts]));
  return new Blob([length.buffer, header, ' '.repeat(padding), ...numbers]);
}
