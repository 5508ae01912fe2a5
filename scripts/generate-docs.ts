/**
 * Writes the pages of docs/ that are made from code. With --check it writes nothing and exits 1 when one differs.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutStatesPage } from './docs/checkout-states.ts';
import { errorsPage } from './docs/errors.ts';
import { foldersPage } from './docs/folders.ts';

const folder = join(import.meta.dirname, '..', 'docs');
const pages: Readonly<Record<string, () => string | Promise<string>>> = {
  'checkout-states.md': checkoutStatesPage,
  'errors.md': errorsPage,
  'folders.md': foldersPage,
};

const checkOnly = process.argv.includes('--check');
const outdated: string[] = [];
mkdirSync(folder, { recursive: true });
for (const [name, makePage] of Object.entries(pages)) {
  const path = join(folder, name);
  const page = await makePage();
  if (existsSync(path) && readFileSync(path, 'utf8') === page) continue;
  outdated.push(`docs/${name}`);
  if (!checkOnly) writeFileSync(path, page);
}

if (!checkOnly) {
  console.log(outdated.length > 0 ? `wrote ${outdated.join(', ')}` : 'docs are up to date');
} else if (outdated.length > 0) {
  console.error(`${outdated.join(', ')} differ from the code: run "npm run fix" and commit them.`);
  process.exitCode = 1;
}
