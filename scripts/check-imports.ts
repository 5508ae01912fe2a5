/** Holds every import against .dependency-cruiser.cjs, the calls between SQL functions against its order, and docs/folders.md against both. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'dependency-cruiser';
import { foldersPage, readImports } from './docs/folders.ts';
import { sqlCallsUpwards } from './docs/rooms.ts';
import { projectRoot } from './stack/layout.ts';

const folders = ['src', 'workflows', 'activities', 'scripts', 'test', 'sdk/src'];
const imports = await readImports(folders);
if (imports.summary.violations.length > 0) {
  const { output } = await format(imports, { outputType: 'err-long' });
  console.error(output);
  process.exitCode = 1;
}
const upwards = sqlCallsUpwards();
if (upwards.length > 0) {
  console.error(`SQL functions of a room call only rooms below it:\n${upwards.join('\n')}`);
  process.exitCode = 1;
}
if (
  readFileSync(join(projectRoot, 'docs', 'folders.md'), 'utf8') !== (await foldersPage(imports))
) {
  console.error('docs/folders.md differs from the imports: run "npm run fix" and commit it.');
  process.exitCode = 1;
}
