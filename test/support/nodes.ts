import { existsSync } from 'node:fs';
import { join } from 'node:path';

const node20 = join(import.meta.dirname, '../../tools/node-20/node_modules/node/bin/node');
if (!existsSync(node20)) throw new Error(`${node20} is missing: npm ci installs it`);

/** The oldest Node that merchants' programs may run on, and ours: name and path. */
export const nodes = [
  ['Node 20', node20],
  ['Node 24', process.execPath],
] as const;
