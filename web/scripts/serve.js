import { serveFolder } from './static-server.js';

// node serve.js FOLDER PORT
const [folder, port] = process.argv.slice(2);
try {
  const { address } = await serveFolder(folder, { port: Number(port), compressed: true });
  console.log(`Attention Lab is at ${address} (Ctrl+C ends it)`);
} catch (error) {
  console.error(`build.sh: cannot serve on port ${port}: ${/** @type {Error} */ (error).message}`);
  process.exitCode = 1;
}
