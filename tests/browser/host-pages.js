import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveFolder } from '../../web/scripts/static-server.js';

/**
 * Pages of someone else, on an origin of their own.
 *
 * @param {Record<string, string>} pages their text by file name
 * @param {Record<string, string>} [headers]
 */
export async function servePages(pages, headers) {
  const folder = mkdtempSync(join(tmpdir(), 'attention-host-'));
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, name), `<!doctype html>\n<meta charset="utf-8"><link rel="icon" href="data:,">${text}`);
  const server = await serveFolder(folder, { headers });
  return {
    address: server.address,
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
