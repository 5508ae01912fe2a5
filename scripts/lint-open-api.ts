/** Checks openapi.json with a spec linter: the strict rules, less the few that are a matter of taste. */
import { join } from 'node:path';
import { createConfig, formatProblems, getTotals, lint } from '@redocly/openapi-core';
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
    // `query/{reference}` (GET) and `{reference}/cancel` (POST) look alike to the rule; they differ in method.
    'no-ambiguous-paths': 'off',
  },
});
const problems = await lint({ ref: join(projectRoot, 'openapi.json'), config });
formatProblems(problems, { totals: getTotals(problems), version: '', cwd: projectRoot });
if (problems.length > 0) {
  console.error(
    'Correct the DTO or the controller that the path above comes from, then "npm run fix". A string with a pattern needs an `example`; an operation needs a sentence above its method.',
  );
  process.exitCode = 1;
} else {
  console.log('openapi.json has no faults');
}
