import { parseNaira } from '../../domain/naira.js';
import type { RailOutcome } from '../../domain/bank-rail.port.js';
import type { ProviderGiven, ProviderSetting } from '../contract.js';
import { namedSecrets, type NamedSecret } from '../named-secrets.js';
import { SettingReader } from '../setting-reader.js';

/**
 * The agreements of the bank with each client, and the points that its public pages leave open or describe in two ways.
 * README.md has the reasons.
 */
export const providusSettings = [
  must('URL', 'address of the account API (DCS), with its path'),
  must('TRANSFER_URL', 'address of the transfer API, with its path'),
  must('CLIENT_ID', 'Client-Id of the account API'),
  secret(
    'CLIENT_SECRET',
    'secret of the account API; NAME:SECRET,NAME:SECRET while one follows another. A secret with a colon needs a name before it (only:SECRET), and none can have a comma',
  ),
  must('USERNAME', 'user name of the transfer API'),
  secret('PASSWORD', 'password of the transfer API'),
  must('SOURCE_ACCOUNT', 'number of our account that transfers leave'),
  must('SOURCE_NAME', 'name of that account, as beneficiaries see it'),
  must('ACCOUNT_MINUTES', 'minutes for which the bank leaves us a dynamic account number'),
  must(
    'CUT_OFF_MINUTES',
    'minutes after which a transfer that the bank has no record of cannot go through any more',
  ),
  must('TRANSFER_LIMIT', 'the largest single transfer, in naira'),
  may(
    'OWN_BANK',
    'APART',
    'APART: accounts of the bank itself are paid by ProvidusFundTransfer; NIP: by NIP like all others',
  ),
  may(
    'VERIFY_BY',
    'PATH',
    'PATH: PiPverifyTransaction_settlementid; QUERY: PiPverifyTransaction with settlement_id',
  ),
  may('AMOUNTS', 'TEXT', 'how amounts of transfers are sent: TEXT "2000.45", or NUMBER'),
  may(
    'ANSWER_DUPLICATE',
    '01',
    'code for a credit that was told before: 01, or 00 if only that has it swept',
  ),
  may(
    'ANSWER_SUCCESSFUL',
    'ALWAYS',
    'requestSuccessful of our answers: ALWAYS true, or only WITH_00',
  ),
  may(
    'FAILURES',
    '',
    'more codes of transfers after which certainly nothing has moved, with commas between them',
  ),
  may(
    'BANK_NAMES',
    '',
    "codes of payers' banks by the name that notices have, such as GTBank=000013,...",
  ),
] as const satisfies readonly ProviderSetting[];

export interface ProvidusSettings {
  readonly url: string;
  readonly transferUrl: string;
  readonly clientId: string;
  readonly clientSecrets: readonly [NamedSecret, ...NamedSecret[]];
  readonly userName: string;
  readonly password: string;
  readonly sourceAccount: string;
  readonly sourceName: string;
  readonly accountMinutes: number;
  readonly cutOffMinutes: number;
  readonly transferLimitMinor: bigint;
  readonly ownBankApart: boolean;
  readonly verifyBy: 'PATH' | 'QUERY';
  readonly amounts: 'TEXT' | 'NUMBER';
  readonly answerDuplicate: '00' | '01';
  readonly answerSuccessful: 'ALWAYS' | 'WITH_00';
  /** The table of the bank's codes, where it differs from ours. */
  readonly codes: ReadonlyMap<string, RailOutcome>;
  /** The codes of banks, by names in lower case. */
  readonly bankNames: ReadonlyMap<string, string>;
}

/** The settings of the test server, which the simulator plays. */
export const testSettings = {
  CLIENT_ID: 'manilla-test',
  CLIENT_SECRET: 'first:secret-1',
  USERNAME: 'manilla',
  PASSWORD: 'password-1',
  SOURCE_ACCOUNT: '9900000001',
  SOURCE_NAME: 'MANILLA',
  ACCOUNT_MINUTES: '60',
  CUT_OFF_MINUTES: '30',
  TRANSFER_LIMIT: '10000000.00',
  BANK_NAMES: 'Simulator Bank=999998',
} as const;

/** @throws SettingsFault */
export function readProvidusSettings({ values, simulatorUrl }: ProviderGiven): ProvidusSettings {
  const simulated =
    simulatorUrl === null
      ? null
      : {
          ...testSettings,
          ...{
            URL: `${simulatorUrl}/providus/dcs`,
            TRANSFER_URL: `${simulatorUrl}/providus/transfer`,
          },
        };
  const given = new SettingReader(providusSettings, values, simulated);
  const read: ProvidusSettings = {
    url: given.url('URL'),
    transferUrl: given.url('TRANSFER_URL'),
    clientId: given.text('CLIENT_ID'),
    clientSecrets: given.read(
      'CLIENT_SECRET',
      'must be a secret, or NAME:SECRET,...',
      namedSecrets,
    ),
    userName: given.text('USERNAME'),
    password: given.text('PASSWORD'),
    sourceAccount: given.read('SOURCE_ACCOUNT', 'must be ten digits', matching(/^\d{10}$/)),
    sourceName: given.text('SOURCE_NAME'),
    accountMinutes: given.whole('ACCOUNT_MINUTES', [1, 10_080]),
    cutOffMinutes: given.whole('CUT_OFF_MINUTES', [1, 10_080]),
    transferLimitMinor: given.read(
      'TRANSFER_LIMIT',
      'must be naira, such as 5000000.00',
      parseNaira,
    ),
    ownBankApart: given.oneOf('OWN_BANK', ['APART', 'NIP']) === 'APART',
    verifyBy: given.oneOf('VERIFY_BY', ['PATH', 'QUERY']),
    amounts: given.oneOf('AMOUNTS', ['TEXT', 'NUMBER']),
    answerDuplicate: given.oneOf('ANSWER_DUPLICATE', ['01', '00']),
    answerSuccessful: given.oneOf('ANSWER_SUCCESSFUL', ['ALWAYS', 'WITH_00']),
    codes: given.read('FAILURES', 'must be codes such as 06,12', failures) ?? new Map(),
    bankNames: given.read('BANK_NAMES', 'must be NAME=000013,...', bankNames) ?? new Map(),
  };
  given.refuse();
  return read;
}

function matching(pattern: RegExp) {
  return (text: string): string | undefined => (pattern.test(text) ? text : undefined);
}

function failures(text: string): ReadonlyMap<string, RailOutcome> | undefined {
  const codes = text.split(',').map((code) => code.trim());
  const isEach = codes.every((code) => /^\d{2,4}$/.test(code) && code !== '00');
  return isEach ? new Map(codes.map((code) => [code, 'FAILED'])) : undefined;
}

function bankNames(text: string): ReadonlyMap<string, string> | undefined {
  const pairs = text.split(',').map((pair) => /^\s*(.+?)\s*=\s*(\d{6})\s*$/.exec(pair));
  if (pairs.includes(null)) return undefined;
  return new Map(pairs.map((pair) => [String(pair?.[1]).toLowerCase(), String(pair?.[2])]));
}

function must(name: string, about: string): ProviderSetting {
  return { name, isSecret: false, otherwise: null, about };
}

function secret(name: string, about: string): ProviderSetting {
  return { name, isSecret: true, otherwise: null, about };
}

function may(name: string, otherwise: string, about: string): ProviderSetting {
  return { name, isSecret: false, otherwise, about };
}
