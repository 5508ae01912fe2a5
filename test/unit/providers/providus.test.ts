import { describe, expect, it } from 'vitest';
import { parseNaira } from '../../../src/domain/naira.js';
import type { CreditNotice } from '../../../src/providers/notice.js';
import type { ProviderGiven } from '../../../src/providers/contract.js';
import type { HttpAsk, HttpCaller } from '../../../src/providers/http-caller.js';
import { ProvidusAccounts } from '../../../src/providers/providus/accounts.js';
import { ProvidusBankRail } from '../../../src/providers/providus/bank.adapter.js';
import { readProvidusSettings } from '../../../src/providers/providus/settings.js';
import { providusTime } from '../../../src/providers/providus/dates.js';
import { providusSignature } from '../../../src/providers/providus/notice.js';
import { isSameSecret, namedSecrets } from '../../../src/providers/named-secrets.js';
import { parseLosslessObject, textField } from '../../../src/providers/lossless-json.js';

describe('the signature', () => {
  it.each([
    ['123', '456', /^2ea3a61a94b44ec66a2c02e2ef735161.*4d902e15$/],
    ['manilla-test', 'secret-1', /^b2fb79c1ebeeb7bb6bfd2594.*57d2dafd31148698$/],
    [
      'dGVzdF9Qcm92aWR1cw==',
      '29A492021F4B709A8D1152C3EF4D32DC5A7092723ECAC4C511781003584B48873CCBFEBDEAE89CF22ED1CB1A836213549BC6638A3B563CA7FC009BEB3BC30CF8',
      /^be09bee831cf262226b426e39bd1092af84dc63076d4174fac78a2261f9a3d6e59744983b8326b69cdf2963fe314dfc89635cfa37a40596508dd6eaab09402c7$/,
    ],
  ])('of %s is the published one', (id, secret, expected) => {
    expect(providusSignature(id, secret)).toMatch(expected);
  });

  it('is compared whole', () => {
    const right = providusSignature('123', '456');
    expect(isSameSecret(right, right)).toBe(true);
    expect(isSameSecret(right.slice(0, -1), right)).toBe(false);
    expect(isSameSecret('', right)).toBe(false);
  });
});

describe('a time', () => {
  it.each([
    ['2021-03-01 18:06:20', '2021-03-01T17:06:20.000Z'],
    ['2021-03-01 18:06:20.0', '2021-03-01T17:06:20.000Z'],
    ['2021-03-01 18:06:20.000', '2021-03-01T17:06:20.000Z'],
    ['2/13/2021 4:11:09 PM', '2021-02-13T15:11:09.000Z'],
    ['2/13/2021 12:11:09 AM', '2021-02-12T23:11:09.000Z'],
    ['2021-03-01T18:06:20+01:00', '2021-03-01T17:06:20.000Z'],
    ['01-Mar-21 00:30:00', '2021-02-28T23:30:00.000Z'],
  ])('%s is read', (text, iso) => {
    expect(providusTime(text)?.toISOString()).toBe(iso);
  });

  it.each([
    '',
    '01-Mar-21',
    '2021-02-31 10:00:00',
    '13/2/2021 4:11:09 PM',
    '2/13/2021 13:00:00 PM',
  ])('%s is none', (text) => {
    expect(providusTime(text)).toBeUndefined();
  });
});

describe('money', () => {
  it.each([
    ['1', 100n],
    ['1.2', 120n],
    ['4.35', 435n],
    ['1000.50', 100_050n],
    ['1,000.00', 100_000n],
    ['9007199254740.93', 900_719_925_474_093n],
    ['9,007,199,254,740.93', 900_719_925_474_093n],
    ['1.2300', 123n],
    ['-5.00', -500n],
    ['0', 0n],
  ])('%s is %s kobo', (text, kobo) => {
    expect(parseNaira(text)).toBe(kobo);
  });

  it.each(['', '1.235', '1,00', '1e5', ' ', 'NaN', '1.2.3', '₦5', '0x10', '1.', '.5'])(
    '%s is no amount',
    (text) => {
      expect(parseNaira(text)).toBeUndefined();
    },
  );

  it('keeps what a number was written as', () => {
    const parsed =
      parseLosslessObject('{"a":1.20,"id":12345678901234567890,"b":" null ","c":null}') ?? {};
    expect(['a', 'id', 'b', 'c', 'd'].map((name) => textField(parsed, name))).toEqual([
      '1.20',
      '12345678901234567890',
      undefined,
      undefined,
      undefined,
    ]);
  });
});

/** The bank, which answers each call so. */
function bankWith(secrets: string, answerTo: (ask: HttpAsk) => object) {
  const settings = readProvidusSettings({
    values: new Map([['CLIENT_SECRET', secrets]]),
    simulatorUrl: 'http://127.0.0.1:9',
  } as unknown as ProviderGiven);
  const http = {
    call: (ask: HttpAsk) =>
      Promise.resolve({ failure: null, status: 200, text: JSON.stringify(answerTo(ask)) }),
  } as unknown as HttpCaller;
  const accounts = new ProvidusAccounts(settings, http);
  return { accounts, rail: new ProvidusBankRail(settings, http, accounts) };
}

it('a list of banks with something else in it is read all the same', async () => {
  const banks = [null, 'a bank', { bankCode: '000013', bankName: 'GTB' }];
  const { rail } = bankWith('secret-1', () => ({ banks }));
  expect(await rail.banks()).toMatchObject([{ institutionCode: '000013', name: 'GTB' }]);
});

it.each(['new:secret-2,old:secret-1', 'old:secret-1,new:secret-2'])(
  'while the secret changes (%s) the bank may know either of the two',
  async (secrets) => {
    for (const known of ['secret-1', 'secret-2']) {
      const signature = providusSignature('manilla-test', known);
      const { accounts } = bankWith(secrets, ({ headers, path }) => {
        if (headers?.['X-Auth-Signature'] !== signature) return { responseCode: '05' };
        return path.startsWith('/PiPverify')
          ? {}
          : { responseCode: '00', account_number: '9977000001' };
      });
      expect(
        await accounts.open({ accountName: 'ADA', kind: 'PASSING', reference: 'r', minutes: 30 }),
      ).toMatchObject({
        outcome: 'OPENED',
      });
      expect(await accounts.confirm({ key: '1' } as CreditNotice)).toEqual({ outcome: 'ABSENT' });
      expect(await accounts.repush('1')).toBe(true);
    }
  },
);

it('a sign-in that fails by every secret is a refusal, and no secret is tried twice', async () => {
  let calls = 0;
  const { accounts } = bankWith('new:secret-2,old:secret-1', () => {
    calls += 1;
    return { responseCode: '05' };
  });
  expect(
    await accounts.open({ accountName: 'ADA', kind: 'PASSING', reference: 'r', minutes: 30 }),
  ).toMatchObject({
    outcome: 'REFUSED',
    code: '05',
  });
  expect(calls).toBe(2);
});

describe('secrets with names', () => {
  it.each([
    ['abc', ['abc']],
    ['new:abc, old:def', ['abc', 'def']],
    // A secret with a colon has a name before it.
    ['only:ab12:xyz', ['ab12:xyz']],
    ['a:1,a:2', undefined],
    [',', undefined],
  ])('%s', (text, secrets) => {
    expect(namedSecrets(text)?.map(({ secret }) => secret)).toEqual(secrets);
  });
});
