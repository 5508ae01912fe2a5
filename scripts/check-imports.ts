/** Holds every import against .dependency-cruiser.cjs, and docs/folders.md against the imports. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'dependency-cruiser';
import { foldersPage, readImports } from './docs/folders.ts';
import { projectRoot } from './stack/layout.ts';

const folders = ['src', 'workflows', 'activities', 'scripts', 'test', 'sdk/src'];
const imports = await readImports(folders);
if (imports.summary.violations.length > 0) {
  const { output } = await format(imports, { outputType: 'err-long' });
  console.error(output);
  process.exitCode = 1;
}
if (
  readFileSync(join(projectRoot, 'docs', 'folders.md'), 'utf8') !== (await foldersPage(imports))
) {
  console.error('docs/folders.md differs from the imports: run "npm run fix" and commit it.');
  process.exitCode = 1;
}
