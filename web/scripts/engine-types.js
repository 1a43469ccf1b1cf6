import { cp, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

// node engine-types.js SOURCES DECLARATIONS OUTPUT: the declarations that tsc made from the engine's JSDoc, as one file. tsc leaves
// out the .d.ts among the sources (the public interface, Emscripten's description of the modules): they are added first.
const [sources, declarations, output] = process.argv.slice(2);
await cp(sources, declarations, { recursive: true, filter: (path) => extname(path) === '' || path.endsWith('.d.ts') });
const entry = `${declarations}/engine/public.d.ts`;
await writeFile(entry, "export * from './index.js';\nexport type * from './api.js';\n");
const bundle = await rollup({ input: entry, plugins: [dts()], external: [/^#/] });
await bundle.write({ file: output, format: 'es' });
await bundle.close();
