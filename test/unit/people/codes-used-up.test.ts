import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/http/api-error.js';
import { ForgottenPasswords } from '../../../src/people/forgotten-passwords.js';
import { OwnPassword } from '../../../src/people/own-password.js';
import type { Credentials } from '../../../src/people/person.store.js';

const ada: Credentials = {
  ...{ personId: 'psn_1', name: 'Ada', isDisabled: false, passwordHash: 'old hash' },
  secondFactorSealed: null,
};
const [password, newPassword] = ['the former password', 'another horse battery'];
const from = { address: '192.0.2.1' };
const busy = { hash: () => Promise.reject(new ApiError('RATE_LIMITED')) };
let codesUsed: number;
const signIns = {
  prove: () => {
    codesUsed += 1;
    return Promise.resolve(ada);
  },
  proveByCode: () => {
    codesUsed += 1;
    return Promise.resolve();
  },
};
beforeEach(() => {
  codesUsed = 0;
});

describe('a right code is not used up while too many passwords wait', () => {
  it('by a change of the own password', async () => {
    const own = new OwnPassword({ changePassword: () => Promise.resolve(true) }, busy, signIns);
    const by = { kind: 'PERSON', actor: 'Ada', door: 'PORTAL' } as never;
    const who = { personId: 'psn_1', name: 'Ada', login: 'a@b.example', kind: 'PERSON' } as const;
    const typed = { password, newPassword, again: newPassword, code: '123456' };
    const changed = own.change(by, { ...who, doorId: 'pse_1' }, typed, from.address);
    await expect(changed).rejects.toMatchObject({ reason: 'RATE_LIMITED' });
    expect(codesUsed).toBe(0);
  });

  it('by a forgotten password', async () => {
    const forgotten = new ForgottenPasswords(
      {
        give: () => Promise.resolve(true),
        personOf: () =>
          Promise.resolve({ personId: 'psn_1', name: 'Ada', email: 'a@b.example' } as never),
        reset: () => Promise.resolve(true),
      },
      { credentials: () => Promise.resolve([ada]) },
      ...([busy, signIns, {} as never, {} as never] as const),
    );
    const typed = { password: newPassword, again: newPassword, code: '123456' };
    await expect(forgotten.reset('a'.repeat(43), typed, from)).rejects.toMatchObject({
      reason: 'RATE_LIMITED',
    });
    expect(codesUsed).toBe(0);
  });
});
