/** Checks the OpenAPI documents with a spec linter (its strict rules, less the few that are a matter of taste) and our own rules. */
import { join } from 'node:path';
import { createConfig, formatProblems, getTotals, lint } from '@redocly/openapi-core';
import { readFileSync } from 'node:fs';
import { faultsOfDocument } from './docs/document-rules.ts';
import { projectRoot } from './stack/layout.ts';

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    'operation-operationId-unique': 'error',
    'operation-operationId-url-safe': 'error',
    'operation-summary': 'error',
    'operation-tag-defined': 'error',
    'tag-description': 'error',
    'no-invalid-media-type-examples': 'error',
    'no-invalid-parameter-examples': 'error',
    'no-unused-components': 'error',
    // The failures that any operation can have are in `default`.
    'operation-4xx-response': 'off',
    // `query/{reference}` (GET) and `{reference}/cancel` (POST) look alike to the rule; they differ in method.
    'no-ambiguous-paths': 'off',
  },
});
for (const name of ['openapi.json', 'openapi-providers.json', 'openapi-operators.json'])
  await check(name);
if (process.exitCode === undefined) console.log('The OpenAPI documents have no faults');

async function check(name: string): Promise<void> {
  const path = join(projectRoot, name);
  const all = await lint({ ref: path, config });
  // The envelope as the source document names it: each operation has an envelope of its own.
  const problems = all.filter(({ message }) => !message.includes('"ApiResponseEnvelope" is never'));
  const faults = faultsOfDocument(JSON.parse(readFileSync(path, 'utf8')) as object);
  if (problems.length === 0 && faults.length === 0) return;
  formatProblems(problems, { totals: getTotals(problems), version: '', cwd: projectRoot });
  for (const fault of faults) console.error(`${name}: ${fault}`);
  console.error(
    'Correct the DTO or the controller that it comes from, or src/http/open-api-glossary.ts, which says what a name means everywhere; then "npm run fix". A string with a pattern needs an `example`; an operation needs a sentence above its method.',
  );
  process.exitCode = 1;
}
