/** The figures whose numbers can be computed by code of the reader's own, in the languages that each is written in. */
import { writers as collapse } from './collapse.js';
import { writers as cost } from './cost.js';
import { writers as gradient } from './gradient.js';
import { writers as heads } from './heads.js';
import { namingLeftOut } from './left-out.js';
import { writers as length } from './length.js';
import { writers as overflow } from './overflow.js';
import { writers as position } from './position.js';
import { writers as rows } from './rows.js';
import { writers as trend } from './trend.js';
import { writers as variance } from './variance.js';

/** @typedef {'python' | 'numpy' | 'pytorch' | 'cpp'} Target */

/** The end of a file's name. @type {Readonly<Record<Target, string>>} */
export const extensions = Object.freeze({ python: 'py', numpy: 'py', pytorch: 'py', cpp: 'cpp' });

/** @type {Readonly<Record<string, Partial<Record<Target, import('./run.js').Writer>>>>} */
export const codeOf = Object.freeze({ rows: namingLeftOut(rows), variance, trend, collapse, gradient, overflow, cost, position, length, heads });
