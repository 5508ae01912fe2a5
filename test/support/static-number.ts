import { keyHolder } from './actors.js';
import type pg from 'pg';
import { newId } from '../../src/platform/database/new-id.js';
import { IdentityHash } from '../../src/payments/accounts/identity-hash.js';
import { PgStaticAccountStore } from '../../src/payments/accounts/static-account.store.js';

let issued = 0;

/** The number of a new customer of the merchant, which takes money. */
export async function issueStaticNumber(
  pool: pg.Pool,
  merchantId: string,
  prefix: string,
): Promise<string> {
  issued += 1;
  const { account } = await new PgStaticAccountStore(pool).issue(
    {
      virtualAccountId: newId('va'),
      merchantId,
      reference: `CUS-${issued}`,
      requestHash: Buffer.alloc(32, 7),
      prefix,
      name: 'Ada Obi',
      owner: {
        accountName: 'Ada Obi',
        firstName: null,
        lastName: null,
        email: 'ada@example.ng',
        phoneNumber: '+2348031234567',
      },
      identity: new IdentityHash(Buffer.alloc(32, 1)).of('BVN', '22123456789'),
      metadata: {},
      accountNumber: prefix + String(9_000_000 + issued),
      generation: 0,
    },
    keyHolder('mid_test'),
  );
  if (account === null) throw new Error('the account was not issued');
  return account.accountNumber;
}
