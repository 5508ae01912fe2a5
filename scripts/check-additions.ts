/**
 * `npm run check:additions -- REF`: what openapi.json takes away from who was written for the document of that commit. A new operation, a new
 * field of a reply, and a new field that need not be sent are additions, and are not told. Ends with 1 when there is anything else.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Comparison, type ComparedDocument } from './docs/additions.ts';
import { projectRoot } from './stack/layout.ts';

const [ref] = process.argv.slice(2);
if (ref === undefined) {
  console.error('Name the commit whose document the present one is compared with.');
  process.exit(1);
}
const written = execFileSync('git', ['show', `${ref}:openapi.json`], {
  cwd: projectRoot,
  encoding: 'utf8',
  maxBuffer: 64 * 1_024 * 1_024,
});
const present = readFileSync(join(projectRoot, 'openapi.json'), 'utf8');
const [before, now] = [written, present].map((text) => JSON.parse(text) as ComparedDocument) as [
  ComparedDocument,
  ComparedDocument,
];
const changes = new Comparison(before, now).run();
for (const change of changes) console.log(change);
console.log(
  changes.length === 0 ? 'Only additions.' : `${changes.length} changes that are no additions.`,
);
process.exitCode = changes.length === 0 ? 0 : 1;
