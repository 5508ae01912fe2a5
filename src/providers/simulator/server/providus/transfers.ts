import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { toDecimalNaira } from '../../../../domain/money.js';
import { parseNaira } from '../../../../domain/naira.js';
import { sessionId as mintSessionId } from '../../../../domain/nip-session.js';
import { isKnownBank } from '../bank/banks.js';
import { codeOf } from '../behaviour/answer.js';
import type { BehaviourRule } from '../behaviour/rules.js';
import type { SimulatorParts } from '../route-group.js';
import type { ProvidusBook, TransferRow } from './book.js';

const ownBank = '000023';
/** ₦10,000,000.00 */
const transferLimit = 1_000_000_000;
const naira = z.union([z.string(), z.number().transform(String)]);
const nip = z.object({
  beneficiaryAccountName: z.string(),
  transactionAmount: naira,
  currencyCode: z.literal('NGN'),
  narration: z.string(),
  sourceAccountName: z.string(),
  beneficiaryAccountNumber: z.string().regex(/^\d{10}$/),
  beneficiaryBank: z.string().regex(/^(\d{3}|\d{6})$/),
  transactionReference: z.string().min(1).max(50),
});
const own = z.object({
  creditAccount: z.string().regex(/^\d{10}$/),
  debitAccount: z.string().regex(/^\d{10}$/),
  transactionAmount: naira,
  currencyCode: z.literal('NGN'),
  narration: z.string(),
  transactionReference: z.string().min(1).max(50),
});
const asked = z.object({ transactionReference: z.string() });

interface Answered {
  readonly rule: BehaviourRule | undefined;
  readonly body: object;
}

/** Transfers out of Manilla's account at the bank, each way by its own call. */
export class ProvidusTransfers {
  constructor(
    private readonly parts: SimulatorParts,
    private readonly book: ProvidusBook,
  ) {}

  byNip(body: unknown): Answered {
    const read = nip.safeParse(body);
    if (!read.success) return { rule: undefined, body: coded('30', 'Invalid format') };
    const { beneficiaryBank: bankCode, beneficiaryAccountNumber: number } = read.data;
    return this.#send('NIP', { ...read.data, bankCode, number });
  }

  within(body: unknown): Answered {
    const read = own.safeParse(body);
    if (!read.success) return { rule: undefined, body: coded('30', 'Invalid format') };
    return this.#send('OWN', { ...read.data, bankCode: ownBank, number: read.data.creditAccount });
  }

  status(way: TransferRow['way'], body: unknown): Answered {
    const read = asked.safeParse(body);
    const reference = read.success ? read.data.transactionReference : '';
    const row = this.book.transfer(reference);
    const rule = this.parts.behaviours.for({
      ...{ on: 'providus.query', accounts: [row?.number], subject: reference },
    });
    const code = codeOf(rule);
    if (code !== undefined) return { rule, body: coded(code, ' As told') };
    if (row === undefined || row.way !== way) {
      return { rule, body: coded('01', 'Transaction does not exist') };
    }
    return { rule, body: this.#statusOf(row, rule) };
  }

  #statusOf(row: TransferRow, rule: BehaviourRule | undefined): object {
    const amount = row.amount + (rule?.as === 'OTHER_AMOUNT' ? 100 : 0);
    const at = new Date(row.at).toISOString();
    const done = coded(row.state === 'HELD' ? '09' : row.code, ' Approved');
    return {
      amount: toDecimalNaira(BigInt(amount)),
      ...(row.way === 'NIP'
        ? { recipientBankCode: row.bank_code, recipientAccountNumber: row.number, currency: '1' }
        : { creditAccount: row.number, debitAccount: '9900000001' }),
      transactionDateTime: at,
      transactionReference: `${row.reference}| ${row.session_id}`,
      ...done,
    };
  }

  #send(
    way: TransferRow['way'],
    wish: {
      readonly transactionReference: string;
      readonly transactionAmount: string;
      readonly bankCode: string;
      readonly number: string;
    },
  ): Answered {
    const { transactionReference: reference, bankCode, number } = wish;
    const rule = this.parts.behaviours.for({
      ...{ on: 'providus.transfer', accounts: [number], subject: reference },
    });
    const known = this.book.transfer(reference);
    if (known !== undefined) return { rule, body: coded('7709', 'Reference already exists') };
    const amount = Number(parseNaira(wish.transactionAmount) ?? 0n);
    const sessionId = mintSessionId('999037', new Date(), String(randomInt(10 ** 12)));
    const refusal = refusalOf(way, { amount, bankCode });
    const code = codeOf(rule) ?? refusal ?? '00';
    const isDone = rule?.done ?? code === '00';
    if (isDone !== false) {
      this.book.addTransfer({
        ...{ reference, way, session_id: sessionId, amount, number, at: Date.now() },
        ...{ bank_code: bankCode, state: isDone === 'HELD' ? 'HELD' : 'DONE', code: '00' },
      });
    }
    // A failed transfer has words in place of the session id.
    const named = code === '00' ? sessionId : 'Transfer_Not_Successful';
    return {
      rule,
      body: { transactionReference: reference, sessionId: named, ...coded(code, ' As told') },
    };
  }
}

/** The code of a transfer that the bank refuses. Accounts of the bank itself cannot be paid by NIP. */
function refusalOf(
  way: TransferRow['way'],
  { amount, bankCode }: { readonly amount: number; readonly bankCode: string },
): string | undefined {
  if (amount < 1) return '13';
  if (amount > transferLimit) return '61';
  if (way === 'NIP' && bankCode === ownBank) return '57';
  return isKnownBank(bankCode) ? undefined : '16';
}

export function coded(responseCode: string, responseMessage: string): object {
  return { responseCode, responseMessage };
}
