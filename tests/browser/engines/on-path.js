import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';

const applications = ['Google Chrome', 'Firefox'].map((name) => `/Applications/${name}.app/Contents/MacOS`);
const folders = [...(process.env.PATH ?? '').split(delimiter), ...applications];

/** The first of these programs that this machine has. @param {string[]} names */
export const onPath = (...names) => folders.flatMap((folder) => names.map((name) => `${folder}/${name}`)).find((path) => existsSync(path));
