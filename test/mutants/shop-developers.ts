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
];
