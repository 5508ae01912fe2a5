import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextSessionId, senderTime, sessionId } from '../../../src/domain/nip-session.js';

const hourMs = 60 * 60 * 1_000;

describe('the time in a NIP session id', () => {
  it.each([
    [
      'a bank whose local clock read 09:35:29',
      '999169230607093526326281438501',
      '2023-06-07T08:35:26.000Z',
    ],
    [
      'an id one hour ahead of the UTC field beside it',
      '090110231112165943586797955171',
      '2023-11-12T15:59:43.000Z',
    ],
    ['a third provider', '999037230913163757005000082268', '2023-09-13T15:37:57.000Z'],
    ['the API reference', '000013261120151233000000000001', '2026-11-20T14:12:33.000Z'],
  ])('is Lagos local time: %s', (_who, id, sentAt) => {
    expect(senderTime(id, new Date(Date.parse(sentAt) + 2_000))?.toISOString()).toBe(sentAt);
  });

  it('is read from the leading 30 digits when a provider appends its own', () => {
    const id = '0000132611201512330000000000010123456789012345';
    expect(senderTime(id, new Date('2026-11-20T14:13:00Z'))?.toISOString()).toBe(
      '2026-11-20T14:12:33.000Z',
    );
  });

  it.each([
    ['22 digits of a sandbox', '0000132611201512330001'],
    ['29 digits', '00001326112015123300000000000'],
    ['a letter within', '00001326112015123300000000000A'],
    ['full-width digits', '０00013261120151233000000000001'],
    ['a leading space', ' 000013261120151233000000000001'],
    ['month 13', '000013261320151233000000000001'],
    ['30 February', '000013260230151233000000000001'],
    ['hour 24', '000013261120241233000000000001'],
    ['second 60', '000013261120151260000000000001'],
    ['nothing', ''],
  ])('is not believed: %s', (_what, id) => {
    expect(senderTime(id, new Date('2026-11-20T14:12:33Z'))).toBeNull();
  });

  it('is believed up to 24 hours from the arrival, either way, and no further', () => {
    const id = '000013261120151233000000000001';
    const sent = Date.parse('2026-11-20T14:12:33Z');
    for (const direction of [-1, 1]) {
      expect(senderTime(id, new Date(sent + direction * 24 * hourMs))).not.toBeNull();
      expect(senderTime(id, new Date(sent + direction * (24 * hourMs + 1)))).toBeNull();
    }
  });

  it('reads back what was minted, to the second', () => {
    const dates = fc.date({
      min: new Date('2020-01-01T00:00:00Z'),
      max: new Date('2090-01-01T00:00:00Z'),
    });
    fc.assert(
      fc.property(dates, fc.bigInt({ min: 0n, max: 999_999_999_999n }), (sentAt, unique) => {
        fc.pre(!Number.isNaN(sentAt.getTime()));
        const id = sessionId('000013', sentAt, unique.toString());
        expect(id).toMatch(/^[0-9]{30}$/);
        expect(senderTime(id, sentAt)?.getTime()).toBe(
          Math.floor(sentAt.getTime() / 1_000) * 1_000,
        );
      }),
    );
  });

  it('is not minted from malformed parts', () => {
    expect(() => sessionId('13', new Date(0), '1')).toThrow(RangeError);
    expect(() => sessionId('000013', new Date(0), '1234567890123')).toThrow(RangeError);
  });
});

describe('the session id of the next sending', () => {
  const next = { openedAt: new Date('2026-11-22T22:59:59.900Z'), tail: '012345678901' };

  it('is made of the institution, the time at which it was written down, and what is sent', () => {
    expect(nextSessionId('090547', { ...next, onStatement: null })).toBe(
      '090547261122235959012345678901',
    );
  });

  it('is the one that the bank has already, when its statement shows the sending', () => {
    const onStatement = '090547261121080000012345678901';
    expect(nextSessionId('090547', { ...next, onStatement })).toBe(onStatement);
  });
});
