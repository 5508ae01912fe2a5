import { beforeEach, describe, expect, it } from 'vitest';
import {
  RailUnavailableError,
  type BankRail,
  type RailBank,
} from '../../../../src/domain/bank-rail.port.js';
import type { MerchantProfile } from '../../../../src/http/access/merchant.js';
import { BankDirectory } from '../../../../src/payouts/banks/bank-directory.js';

const gtb = { institutionCode: '000013', cbnCode: '058', name: 'Guaranty Trust Bank' };
const access = { institutionCode: '000014', cbnCode: '044', name: 'Access Bank' };
const merchant = { prefixes: [] } as unknown as MerchantProfile;
const minuteMs = 60_000;
const unknown = { reason: 'UNKNOWN_BANK_CODE', details: { errors: [{ field: 'bankCode' }] } };

/** A bank that tells what the test says, and counts how often it is asked. */
class Bank {
  readonly provider = 'bank';
  told: readonly RailBank[] | Error = [gtb, access];
  asked = 0;

  banks(): Promise<readonly RailBank[]> {
    this.asked += 1;
    return this.told instanceof Error ? Promise.reject(this.told) : Promise.resolve(this.told);
  }
}

let now: number;
let bank: Bank;
let directory: BankDirectory;
beforeEach(() => {
  now = 0;
  bank = new Bank();
  const rails = new Map([['bank', bank as unknown as BankRail]]);
  directory = new BankDirectory(rails, () => now);
});
const away = new RailUnavailableError('bank', 'TIMEOUT');

describe('the directory of banks', () => {
  it('finds a bank by either code', async () => {
    const found = { institutionCode: '000013', name: 'Guaranty Trust Bank' };
    expect(await directory.find(merchant, '000013')).toMatchObject(found);
    expect(await directory.find(merchant, '058')).toMatchObject(found);
    expect(await directory.list(merchant)).toEqual([access, gtb]);
  });

  it('asks once for all who ask at once, and then not for an hour', async () => {
    await Promise.all(['058', '044'].map((code) => directory.find(merchant, code)));
    now = 59 * minuteMs;
    await directory.find(merchant, '058');
    expect(bank.asked).toBe(1);
    now = 60 * minuteMs;
    await directory.find(merchant, '058');
    expect(bank.asked).toBe(2);
  });

  it('asks for a newer list before it refuses a code, once a minute', async () => {
    await expect(directory.find(merchant, '000099')).rejects.toMatchObject(unknown);
    await expect(directory.find(merchant, '000099')).rejects.toMatchObject(unknown);
    expect(bank.asked).toBe(1);
    now = minuteMs;
    bank.told = [gtb, { institutionCode: '000099', cbnCode: null, name: 'New Bank' }];
    expect(await directory.find(merchant, '000099')).toMatchObject({ name: 'New Bank' });
    expect(bank.asked).toBe(2);
  });

  it('goes by the list it has when the bank’s list cannot be read', async () => {
    await directory.list(merchant);
    bank.told = new TypeError('no list');
    now = 90 * minuteMs;
    expect(await directory.list(merchant)).toEqual([access, gtb]);
  });

  it('goes by the list it has while the bank is away', async () => {
    await directory.list(merchant);
    bank.told = away;
    now = 90 * minuteMs;
    expect(await directory.find(merchant, '058')).toMatchObject({ institutionCode: '000013' });
    await expect(directory.find(merchant, '000099')).rejects.toMatchObject(unknown);
    expect(bank.asked).toBe(2);
  });

  it('without a list lets the code of NIP pass, and no other', async () => {
    bank.told = away;
    const passed = { institutionCode: '888888', name: null };
    expect(await directory.find(merchant, '888888')).toEqual(passed);
    const unavailable = { reason: 'PROVIDER_UNAVAILABLE' };
    await expect(directory.find(merchant, '058')).rejects.toMatchObject(unavailable);
    await expect(directory.list(merchant)).rejects.toMatchObject(unavailable);
    expect(bank.asked).toBe(1);
    now = minuteMs;
    bank.told = [gtb];
    expect(await directory.find(merchant, '058')).toMatchObject({ institutionCode: '000013' });
  });
});
