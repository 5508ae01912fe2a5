import { describe, expect, it } from 'vitest';
import type { AccountWish, BankRail } from '../../../../src/domain/bank-rail.port.js';
import type { ApiError } from '../../../../src/http/api-error.js';
import { BankNumbers } from '../../../../src/payments/numbers/bank-numbers.js';
import type { OfferedNumber } from '../../../../src/payments/numbers/number.js';
import { SlowOpenings } from '../../../../src/payments/numbers/slow-openings.js';

const wish: AccountWish = { reference: 'va_1', accountName: 'SHOP', kind: 'PASSING', minutes: 30 };

/** A bank that gives each number for so many minutes. */
function bank(minutes: number | null) {
  let opened = 0;
  const openAccount = () => {
    opened += 1;
    const oursUntil = minutes === null ? null : new Date(Date.now() + minutes * 60_000);
    const number = {
      accountNumber: `990000000${opened}`,
      accountName: null,
      providerReference: null,
    };
    return Promise.resolve({
      outcome: 'OPENED' as const,
      numbers: [{ ...number, oursUntil }] as const,
    });
  };
  const rails = new Map([['bank', { openAccount } as unknown as BankRail]]);
  return { numbers: new BankNumbers(rails), opened: () => opened };
}

describe('numbers that a bank opens', () => {
  it('that were not used are given to the next of the same name', async () => {
    const { numbers, opened } = bank(60);
    const first = (await numbers.take('bank', wish)) as OfferedNumber;
    numbers.giveBack('bank', wish, first);
    expect(await numbers.take('bank', { ...wish, accountName: 'OTHER' })).not.toEqual(first);
    expect(await numbers.take('bank', wish)).toEqual(first);
    expect(opened()).toBe(2);
  });

  it('whose time would be over too early are not', async () => {
    const { numbers, opened } = bank(29);
    const first = (await numbers.take('bank', wish)) as OfferedNumber;
    numbers.giveBack('bank', wish, first);
    expect(await numbers.take('bank', wish)).not.toEqual(first);
    expect(opened()).toBe(2);
  });

  it('are not to be had from a bank that opens none', async () => {
    expect(await bank(60).numbers.take('nobody', wish)).toMatchObject({ outcome: 'REFUSED' });
  });
});

describe('an account that takes its bank long', () => {
  const merchant = {
    merchantId: 'mch_1',
    prefixes: [
      { prefix: '501', assigned: true, bankCode: '101', provider: 'bank', numbers: 'THEIRS' },
      { prefix: '502', assigned: true, bankCode: '058', provider: 'own', numbers: 'OURS' },
    ],
  } as const;
  const asked = { prefix: '501', reference: 'ORD-1' };
  const warned: string[] = [];
  const openings = () => new SlowOpenings({ warn: (_, message) => void warned.push(message) }, 20);

  it('is pending, and the same request joins the one under way', async () => {
    const slow = openings();
    let finish: (number: string) => void = () => undefined;
    let asks = 0;
    const issue = () => {
      asks += 1;
      return asks === 1
        ? new Promise<string>((resolve) => (finish = resolve))
        : Promise.resolve('again');
    };
    const pending = (error: ApiError) => error.reason;
    expect(await slow.run(merchant, asked, issue).catch(pending)).toBe('ACCOUNT_PENDING');
    const joined = slow.run(merchant, asked, issue);
    finish('first');
    // It is answered as the same request again, which finds the account.
    expect(await joined).toBe('again');
    expect(asks).toBe(2);
  });

  it('is not waited for with a number of our own', async () => {
    const long = () => new Promise<string>((resolve) => setTimeout(() => resolve('late'), 60));
    expect(await openings().run(merchant, { ...asked, prefix: '502' }, long)).toBe('late');
  });

  it('that fails afterwards is told to the log', async () => {
    const slow = openings();
    let fail: (error: Error) => void = () => undefined;
    const issue = () => new Promise<string>((_resolve, reject) => (fail = reject));
    await slow.run(merchant, asked, issue).catch(() => undefined);
    fail(new Error('away'));
    await expect.poll(() => warned).toEqual(['a bank has opened no account number']);
  });
});
