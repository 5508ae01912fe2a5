import type { BankRail, RailOutcome } from '../../domain/bank-rail.port.js';
import type { Found } from '../../platform/findings/finding.js';
import type { OpenProvider } from '../../providers/contract.js';
import type { CreditNotice } from '../../providers/notice.js';
import type { AskedOutcome, PaymentToAsk, PgAskedAtBank } from './by-query.store.js';

interface Asked {
  readonly asked: number;
  /** False also when the bank has answered nothing: it is asked again in the next run. */
  readonly hasMore: boolean;
  /** True when the bank was asked about all payments, and has answered about one at least. */
  readonly isWhole: boolean;
  readonly findings: readonly Found[];
}

/** What an answer about a transfer says of a transfer that our books have as successful. */
const outcomes = {
  ...{ SUCCESS: 'SAME', FAILED: 'OTHER', ABSENT: 'ABSENT' },
  ...{ WAITING: 'UNKNOWN', UNKNOWN: 'UNKNOWN' },
} as const satisfies Record<RailOutcome, AskedOutcome>;

const pageSize = 200;
const atOnce = 4;

/**
 * Compares our books with a bank that has no statement, by asking the bank about each credit and each transfer. A
 * payment that the bank does not know, or knows differently, waits for a person. Money that the bank has and never
 * reported cannot be found this way; only the bank's notices or a file of its lines report such money.
 */
export class ByQuery {
  constructor(
    private readonly asked: Pick<PgAskedAtBank, 'toAsk' | 'note'>,
    private readonly providers: ReadonlyMap<string, Pick<OpenProvider, 'confirm'>>,
    private readonly banks: ReadonlyMap<string, Pick<BankRail, 'query'>>,
  ) {}

  async run(provider: string, untilMs: number): Promise<Asked> {
    const payments = await this.asked.toAsk(provider, pageSize);
    const findings: Found[] = [];
    let [count, answered] = [0, 0];
    for (let at = 0; at < payments.length && performance.now() < untilMs; at += atOnce) {
      const some = payments.slice(at, at + atOnce);
      const answers = await Promise.all(some.map((each) => this.#one(provider, each)));
      findings.push(...answers.flatMap(({ found }) => found));
      count += some.length;
      answered += answers.filter(({ outcome }) => outcome !== 'UNKNOWN').length;
    }
    const isEnd = count === payments.length && count < pageSize;
    const isSilent = count > 0 && answered === 0;
    return { asked: count, hasMore: !isEnd && !isSilent, isWhole: isEnd && !isSilent, findings };
  }

  async #one(provider: string, payment: PaymentToAsk) {
    const outcome =
      payment.what === 'CREDIT'
        ? await this.#askCredit(provider, payment)
        : await this.#askTransfer(provider, payment);
    return { outcome, found: await this.asked.note(provider, payment, outcome) };
  }

  async #askCredit(provider: string, payment: PaymentToAsk): Promise<AskedOutcome> {
    const confirm = this.providers.get(provider)?.confirm;
    // A provider without `confirm` sends notices that prove themselves, so there is nothing to ask.
    if (!confirm) return 'SAME';
    return (await confirm(noticeOf(payment))).outcome;
  }

  async #askTransfer(provider: string, payment: PaymentToAsk): Promise<AskedOutcome> {
    const { sessionId, amountMinor } = payment;
    const answer = await this.banks.get(provider)?.query(sessionId, amountMinor);
    return outcomes[answer?.outcome ?? 'UNKNOWN'];
  }
}

function noticeOf({ creditKey, sessionId, accountNumber, ...payment }: PaymentToAsk): CreditNotice {
  const { amountMinor, currency } = payment;
  return {
    ...{ key: creditKey ?? sessionId, sessionId, accountNumber: accountNumber ?? '' },
    ...{ amountMinor, currency, narration: null, sentAt: null },
    source: { accountNumber: null, accountName: null, bankCode: null, bankName: null },
    ...{ feeMinor: null, vatMinor: null, settledMinor: null, endToEndId: null, uetr: null },
  };
}
