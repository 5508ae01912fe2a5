import { currencies, homeCurrency } from '../../domain/currency.js';
import { z } from 'zod';
import { accountNumberPattern } from '../../domain/reference.js';
import { hookHeaders, isHookGenuine, type HookKeys } from '../hook-signature.js';
import type {
  NoticeAnswer,
  NoticeOutcome,
  NoticeRead,
  NoticeReader,
  RawNotice,
} from '../notice.js';

const text = z.string().nullish().default(null);
const noticeSchema = z.object({
  sessionId: z.string().regex(/^[\x21-\x7e]{6,64}$/),
  accountNumber: z.string().regex(accountNumberPattern),
  amount: z.int().min(1),
  currency: z
    .enum(currencies)
    .nullish()
    .transform((currency) => currency ?? homeCurrency),
  narration: text,
  sourceAccountNumber: text,
  sourceAccountName: text,
  sourceBankCode: text,
  sourceBankName: text,
});

const codes: Readonly<Record<NoticeOutcome, string>> = {
  BOOKED: '00',
  DUPLICATE: '00',
  NOT_OURS: '00',
  NOT_GENUINE: '63',
  UNREADABLE: '30',
  NOT_CONFIRMED: '09',
  FAILED: '96',
};
const statuses: Partial<Record<NoticeOutcome, number>> = {
  NOT_GENUINE: 401,
  UNREADABLE: 400,
  FAILED: 503,
};

/** Reads the simulator's notices: JSON in kobo, signed with a time, so that nothing needs to be asked about it. */
export class SimulatorNotices implements NoticeReader {
  constructor(private readonly keys: HookKeys) {}

  isGenuine({ headers, body }: RawNotice): boolean {
    const timestamp = String(headers[hookHeaders.timestamp] ?? '');
    const signature = String(headers[hookHeaders.signature] ?? '');
    return isHookGenuine(this.keys, { timestamp, signature, body }, Date.now());
  }

  read({ body }: RawNotice): NoticeRead {
    const read = noticeSchema.safeParse(jsonOf(body));
    if (!read.success) {
      return {
        kind: 'UNREADABLE',
        why: read.error.issues.map(({ path }) => path.join('.')).join(),
      };
    }
    const { sessionId, amount, ...rest } = read.data;
    return {
      kind: 'CREDIT',
      credit: {
        // NIP's session id serves as the bank's key of the credit.
        ...{ key: sessionId, sessionId, amountMinor: BigInt(amount) },
        ...{ accountNumber: rest.accountNumber, currency: rest.currency },
        source: {
          accountNumber: rest.sourceAccountNumber,
          accountName: rest.sourceAccountName,
          bankCode: rest.sourceBankCode,
          bankName: rest.sourceBankName,
        },
        ...{ narration: rest.narration, sentAt: null },
        ...{ feeMinor: null, vatMinor: null, settledMinor: null, endToEndId: null, uetr: null },
      },
    };
  }

  answer(outcome: NoticeOutcome): NoticeAnswer {
    return { status: statuses[outcome] ?? 200, body: { responseCode: codes[outcome] } };
  }
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
