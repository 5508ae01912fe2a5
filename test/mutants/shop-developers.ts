import type { Mutant } from './mutant.ts';

const sdkClient = 'test/unit/sdk/client.test.ts';

/** What a shop's developer meets: the SDK, links and the dialog. */
export const shopDevelopers: readonly Mutant[] = [
  {
    name: 'key-of-another-call',
    cost: 'A shop repeats a refund under the key of another one, and it looks refused.',
    file: 'sdk/src/client.ts',
    replace: 'error.underKey(idempotencyKey)',
    by: 'Object.assign(error, { idempotencyKey })',
    seenBy: { file: sdkClient, test: 'has its own key also when others wait' },
  },
  {
    name: 'call-under-way-is-a-conflict',
    cost: 'A shop takes a charge that is still being made for one that was refused.',
    file: 'sdk/src/errors.ts',
    replace: `  if (reason === 'REQUEST_IN_FLIGHT') return UnavailableError;\n`,
    by: '',
    seenBy: { file: sdkClient, test: 'is not known yet when the same request is still under way' },
  },
];
