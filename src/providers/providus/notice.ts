import { type Currency, currencies, homeCurrency } from '../../domain/currency.js';
import { createHash } from 'node:crypto';
import { parseNaira } from '../../domain/naira.js';
import { isSameSecret } from '../named-secrets.js';
import type {
  NoticeAnswer,
  NoticeOutcome,
  NoticeRead,
  NoticeReader,
  RawNotice,
  CreditNotice,
} from '../notice.js';
import { type LosslessJson, parseLosslessObject, textField } from '../lossless-json.js';
import { providusTime } from './dates.js';
import type { ProvidusSettings } from './settings.js';

/** The bank's signature. It is the same on every call, in both directions, and covers nothing of the body. */
export function providusSignature(clientId: string, secret: string): string {
  return createHash('sha512').update(`${clientId}:${secret}`).digest('hex');
}

/**
 * 00: the money may be swept to our account. 01: the notice was a repetition. 02: strands the money, so only callers other
 * than the bank get it. 03: the bank must send the notice again.
 */
const codes: Readonly<Record<NoticeOutcome, string>> = {
  BOOKED: '00',
  DUPLICATE: '01',
  NOT_OURS: '00',
  NOT_GENUINE: '02',
  UNREADABLE: '03',
  NOT_CONFIRMED: '03',
  FAILED: '03',
};
const words: Readonly<Record<string, string>> = {
  '00': 'success',
  '01': 'duplicate transaction',
  '02': 'rejected transaction',
  '03': 'system failure, retry',
};

/** Reads the bank's settlement notices, and answers as the bank wants it. */
export class ProvidusNotices implements NoticeReader {
  readonly #signatures: readonly string[];

  constructor(private readonly settings: ProvidusSettings) {
    const { clientId, clientSecrets } = settings;
    this.#signatures = clientSecrets.map(({ secret }) => providusSignature(clientId, secret));
  }

  /** The bank's pages print the signature in capitals, its clients send small letters. */
  isGenuine({ headers }: RawNotice): boolean {
    const given = String(headers['x-auth-signature'] ?? '')
      .trim()
      .toLowerCase();
    return this.#signatures.map((each) => isSameSecret(given, each)).includes(true);
  }

  read({ body }: RawNotice): NoticeRead {
    const parsed = parseLosslessObject(body.toString('utf8'));
    if (parsed === undefined) return { kind: 'UNREADABLE', why: 'body' };
    const read = creditIn(parsed, this.settings.bankNames);
    return 'wrong' in read
      ? { kind: 'UNREADABLE', why: read.wrong.join(',') }
      : { kind: 'CREDIT', credit: read };
  }

  answer(outcome: NoticeOutcome, { body }: RawNotice): NoticeAnswer {
    const { answerDuplicate, answerSuccessful } = this.settings;
    const responseCode = outcome === 'DUPLICATE' ? answerDuplicate : codes[outcome];
    const parsed = parseLosslessObject(body.toString('utf8')) ?? {};
    return {
      status: 200,
      body: {
        requestSuccessful: answerSuccessful === 'ALWAYS' || responseCode === '00',
        sessionId: textField(parsed, 'sessionId') ?? '',
        responseMessage: words[responseCode],
        responseCode,
      },
    };
  }
}

/** The credit of a notice, or of the answer to a verify, which has the same members; or the names of the members at fault. */
export function creditIn(
  parsed: Readonly<Record<string, LosslessJson>>,
  bankNames: ReadonlyMap<string, string>,
): CreditNotice | { readonly wrong: readonly string[] } {
  const text = (name: string): string | undefined => textField(parsed, name);
  const kobo = (name: string): bigint | undefined => parseNaira(text(name) ?? '');
  const key = text('settlementId');
  const accountNumber = text('accountNumber');
  const amountMinor = kobo('transactionAmount');
  const currency = currencyOf(text('currency'));
  const wrong = [
    ...(key !== undefined && /^[\x21-\x7e]{1,64}$/.test(key) ? [] : ['settlementId']),
    ...(accountNumber !== undefined && /^\d{10}$/.test(accountNumber) ? [] : ['accountNumber']),
    ...(amountMinor !== undefined && amountMinor > 0n ? [] : ['transactionAmount']),
    ...(currency === undefined ? ['currency'] : []),
  ];
  if (wrong.length > 0 || !key || !accountNumber || !amountMinor || !currency) return { wrong };
  const sessionId = text('sessionId') ?? null;
  const bankName = text('sourceBankName') ?? null;
  return {
    key,
    // The raw text is kept as the session id, whatever it looks like (30, 46 or 23 digits).
    sessionId: sessionId !== null && /^[\x21-\x7e]{6,64}$/.test(sessionId) ? sessionId : null,
    ...{ accountNumber, amountMinor, currency },
    source: {
      accountNumber: text('sourceAccountNumber')?.slice(0, 64) ?? null,
      accountName: text('sourceAccountName')?.slice(0, 200) ?? null,
      bankCode:
        nipCodeOf(text('sourceBankCode')) ?? bankNames.get((bankName ?? '').toLowerCase()) ?? null,
      bankName: bankName?.slice(0, 200) ?? null,
    },
    narration: text('tranRemarks') ?? null,
    sentAt: providusTime(text('tranDateTime') ?? '') ?? null,
    ...{ feeMinor: kobo('feeAmount') ?? null, vatMinor: kobo('vatAmount') ?? null },
    settledMinor: kobo('settledAmount') ?? null,
    ...{ endToEndId: text('endToEndId') ?? null, uetr: text('uetr') ?? null },
  };
}

/** Nothing can be sent to a bank by a code of another list, such as the central bank's. */
function nipCodeOf(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{6}$/.test(text) ? text : undefined;
}

/** The bank also writes "1" for naira. Undefined: another currency. */
function currencyOf(text: string | undefined): Currency | undefined {
  if (text === undefined || text === '1') return homeCurrency;
  return currencies.find((each) => each === text.toUpperCase());
}
