import { describe, expect, it } from 'vitest';
import { refuseStale } from '../../../../activities/payouts/stale-sending.js';

describe('a sending', () => {
  it('leaves when it was written down a moment ago', () => {
    expect(() => refuseStale('SENT', Date.now() - 1_000)).not.toThrow();
  });

  it('does not leave after its process was frozen', () => {
    expect(() => refuseStale('SENT', Date.now() - 3_600_000)).toThrow('not open');
  });

  it.each(['UNKNOWN', 'FAILED', 'SUCCESSFUL', 'RETURNED', null] as const)(
    'does not leave when it is %s: somebody has judged it, or nobody has written it down',
    (status) => expect(() => refuseStale(status, Date.now())).toThrow('not open'),
  );
});
