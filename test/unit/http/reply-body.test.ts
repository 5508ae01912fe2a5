import { describe, expect, it } from 'vitest';
import { replyBody } from '../../../src/http/reply-body.js';

describe('the body of a reply', () => {
  it('is text while it is short', () => {
    expect(replyBody({ amountFormatted: '₦1.00' })).toBe('{"amountFormatted":"₦1.00"}');
  });

  it.each(['₦', 'é', 'a', '🛒', '中', '\uD83D', '\u0000'])(
    'is the same in UTF-8 when it is long, with %j in it',
    (character) => {
      const payload = { items: Array.from({ length: 5_000 }, () => character) };
      const body = replyBody(payload);
      expect(body).toBeInstanceOf(Buffer);
      expect(body.toString()).toBe(JSON.stringify(payload));
    },
  );
});
