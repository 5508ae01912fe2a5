import { describe, expect, it } from 'vitest';
import { arrivalGraceMs, clockSkewMs, isLate } from '../../../../support/oracles/lateness.js';

const expiresAt = new Date('2026-11-20T14:30:00.000Z');
const after = (ms: number): Date => new Date(expiresAt.getTime() + ms);

describe('lateness', () => {
  it('allows 60 seconds for clocks and 5 minutes for the way', () => {
    expect(clockSkewMs).toBe(60_000);
    expect(arrivalGraceMs).toBe(300_000);
  });

  it.each([
    ['sent before expiry, heard of minutes later', after(-2_000), after(240_000), false],
    ['sent before expiry, heard of a day later', after(-1_000), after(86_000_000), false],
    ['sent at expiry', after(0), after(1_000), false],
    ['sent at the last instant of the skew', after(60_000), after(61_000), false],
    ['sent a millisecond past the skew', after(60_001), after(61_000), true],
    ['sent 90 seconds past expiry', after(90_000), after(91_000), true],
    ['sent past expiry by a clock that runs ahead of ours', after(90_000), after(0), true],
    ['no sender time, arrived in time', null, after(-1), false],
    ['no sender time, arrived at the end of the grace', null, after(300_000), false],
    ['no sender time, arrived a millisecond past the grace', null, after(300_001), true],
  ])('%s', (_what, sentAt, receivedAt, late) => {
    expect(isLate({ sentAt, receivedAt, expiresAt })).toBe(late);
  });
});
