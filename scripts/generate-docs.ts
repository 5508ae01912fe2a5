/**
 * Writes the files that are made from code: the types of the SQL functions, the OpenAPI documents, pages of docs/, parts of
 * sdk/. The option --check makes it write nothing and exit 1 when one differs; --but-imports leaves out the page of the
 * imports, and --sql leaves out all but the types of the SQL functions.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkoutStatesPage } from './docs/checkout-states.ts';
import { errorsPage, operatorErrorsPage } from './docs/errors.ts';
import { foldersPage } from './docs/folders.ts';
import { rulesPage } from './docs/rules.ts';
import { permissionsPage } from './docs/operators.ts';
import { generatedClientsPage } from './docs/generated-clients.ts';
import { apiDocuments, documentText } from './docs/open-api.ts';
import { apiOperationsPage } from './docs/api-operations.ts';
import { curlPage } from './docs/curl-examples.ts';
import { sqlFunctionsFile } from './docs/sql-functions.ts';
import { sdkResources } from './docs/sdk/resources.ts';
import { sdkSchema } from './docs/sdk/schema.ts';

const root = join(import.meta.dirname, '..');
const given = new Set(process.argv.slice(2));
const checkOnly = given.has('--check');
const outdated: string[] = [];

// First, because the build needs them, and the documents are made from the build.
bring('src/platform/database/generated/sql-functions.ts', await sqlFunctionsFile());
if (!given.has('--sql')) await bringDocuments();

if (!checkOnly) {
  console.log(outdated.length > 0 ? `wrote ${outdated.join(', ')}` : 'docs are up to date');
} else if (outdated.length > 0) {
  console.error(`${outdated.join(', ')} differ from the code: run "npm run fix" and commit them.`);
  process.exitCode = 1;
}

async function bringDocuments(): Promise<void> {
  const { merchants, providers, exact, operators } = await apiDocuments();
  const pages: Readonly<Record<string, () => string | Promise<string>>> = {
    'docs/checkout-states.md': checkoutStatesPage,
    'docs/errors.md': errorsPage,
    'docs/operator-errors.md': operatorErrorsPage,
    'docs/permissions.md': permissionsPage,
    'docs/rules.md': rulesPage,
    'docs/generated-clients.md': generatedClientsPage,
    // scripts/check-imports.ts checks it as well, and has read all imports anyway.
    ...(given.has('--but-imports') ? {} : { 'docs/folders.md': () => foldersPage() }),
    'openapi.json': () => documentText(merchants),
    'openapi-providers.json': () => documentText(providers),
    'openapi-operators.json': () => documentText(operators),
    'docs/api-operations.md': () => apiOperationsPage(merchants),
    'docs/curl.md': () => curlPage([merchants, providers]),
    'sdk/src/generated/schema.ts': () => sdkSchema(merchants, exact),
    'sdk/src/generated/resources.ts': () => sdkResources(merchants, exact),
  };
  for (const [name, makePage] of Object.entries(pages)) bring(name, await makePage());
}

function bring(name: string, page: string): void {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  if (existsSync(path) && readFileSync(path, 'utf8') === page) return;
  outdated.push(name);
  if (!checkOnly) writeFileSync(path, page);
}
