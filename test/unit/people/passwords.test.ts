import { describe, expect, it } from 'vitest';
import { Passwords } from '../../../src/people/passwords.js';

describe('a password', () => {
  const passwords = new Passwords();

  it('is kept as argon2id with the cost that OWASP asks for, and a salt of its own', async () => {
    const [one, two] = await Promise.all([passwords.hash('the same'), passwords.hash('the same')]);
    expect(one).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    );
    expect(two).not.toBe(one);
  });

  it('is known again, also as another keyboard writes it, and no other is', async () => {
    const stored = await passwords.hash('ca\u0301dence of rain');
    expect(await passwords.verify('c\u00e1dence of rain', stored)).toBe(true);
    expect(await passwords.verify('cadence of rain', stored)).toBe(false);
    expect(await passwords.verify('', stored)).toBe(false);
  });

  it('is read with the cost that it was kept with', async () => {
    // A cheaper hash of "password", as argon2's own command line writes it: argon2 somesalt -id -t 1 -k 256 -p 1
    const { argon2Sync } = await import('node:crypto');
    const [salt, cost] = [
      Buffer.from('somesaltsomesalt'),
      { memory: 256, passes: 1, parallelism: 1 },
    ];
    const message = Buffer.from('password');
    const tag = argon2Sync('argon2id', { message, nonce: salt, tagLength: 32, ...cost });
    const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
    const stored = `$argon2id$v=19$m=256,t=1,p=1$${text(salt)}$${text(tag)}`;
    expect(await passwords.verify('password', stored)).toBe(true);
    expect(await passwords.verify('Password', stored)).toBe(false);
  });

  it('of nobody is none, after the same work', async () => {
    await passwords.verify('warm', null);
    const began = performance.now();
    expect(await passwords.verify('anything', null)).toBe(false);
    expect(performance.now() - began).toBeGreaterThan(5);
  });

  it('of nobody is judged after a flood that was there before the first one', async () => {
    const busy = new Passwords();
    const tries = Array.from({ length: 60 }, () => busy.hash('flood'));
    await expect(busy.verify('anything', null)).rejects.toMatchObject({ reason: 'RATE_LIMITED' });
    await Promise.allSettled(tries);
    expect(await busy.verify('anything', null)).toBe(false);
  });

  it('is hashed for two at once; who would be the 43rd is asked to come again', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 60 }, () => passwords.verify('flood', null)),
    );
    const refused = tries.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(18);
    expect(refused[0]).toMatchObject({ reason: { reason: 'RATE_LIMITED' } });
    expect(await passwords.verify('after the flood', null)).toBe(false);
  });
});
