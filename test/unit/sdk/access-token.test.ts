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

it('a token that was refused is asked for anew, once for all who wait, and a newer one is kept', async () => {
  let asked = 0;
  const token = new AccessToken(async () => ({
    value: `token ${(asked += 1)}`,
    expiresInSeconds: 3_600,
  }));
  expect(await Promise.all([token.get(), token.get()])).toEqual(['token 1', 'token 1']);
  token.forget('token 1');
  expect(await Promise.all([token.get(), token.get()])).toEqual(['token 2', 'token 2']);
  // The refusal of another call comes later.
  token.forget('token 1');
  expect(await token.get()).toBe('token 2');
});

it('a token that could not be had is asked for again', async () => {
  let asked = 0;
  const token = new AccessToken(async () => {
    asked += 1;
    if (asked === 1) throw new Error('away');
    return { value: `token ${asked}`, expiresInSeconds: 3_600 };
  });
  await expect(token.get()).rejects.toThrow('away');
  expect(await token.get()).toBe('token 2');
});
