import { afterEach, expect, it, vi } from 'vitest';
import { AccessToken } from '../../../sdk/src/access-token.ts';

afterEach(() => vi.useRealTimers());

it('a token is used until a minute before its end, and then asked for anew', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let asked = 0;
  const token = new AccessToken(async () => ({
    value: `token ${(asked += 1)}`,
    expiresInSeconds: 3_600,
  }));
  const start = Date.now();
  expect(await token.get()).toBe('token 1');
  vi.setSystemTime(start + 3_540_000 - 1);
  expect(await token.get()).toBe('token 1');
  vi.setSystemTime(start + 3_540_000);
  expect(await token.get()).toBe('token 2');
});
