import type { Mutant } from './mutant.ts';

const cli = 'test/integration/programs/cli/operators.test.ts';

/** What only whole programs saw before, and a cheaper test sees now. */
export const movedDown: readonly Mutant[] = [
  {
    name: 'token-by-shared-secret',
    cost: 'Whoever knows the public key makes tokens of any merchant.',
    file: 'src/http/access/access-tokens.ts',
    replace: `        algorithms: [algorithm],\n        typ: type,\n`,
    by: '',
    seenBy: { file: 'test/unit/http/access/access-tokens.test.ts', test: 'another type' },
  },
  {
    name: 'formula-in-decisions',
    cost: 'A formula that somebody gave as a reason runs in the spreadsheet of whoever looks at decisions.',
    file: 'src/operators/desk/pages/decisions.tsx',
    replace: 'csvText(each.reason)',
    by: `each.reason ?? ''`,
    seenBy: { file: 'test/edge/desk/cases.test.ts', test: 'in which no formula runs' },
  },
  {
    name: 'wrong-words-end-as-refused',
    cost: 'A script cannot tell a word that is misspelt from a refusal, and tries it for ever.',
    file: 'src/programs/cli/run.ts',
    replace: 'error instanceof UsageError ? 2 :',
    by: 'error instanceof UsageError ? 1 :',
    seenBy: { file: cli, test: 'is written wrongly: exit code 2' },
  },
];
