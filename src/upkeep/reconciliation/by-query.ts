import type { BankRail } from '../../domain/bank-rail.port.js';
import type { Found } from '../../platform/findings/finding.js';
import type { OpenProvider } from '../../providers/contract.js';
import type { CreditNotice } from '../../providers/notice.js';
import type { AskedOutcome, PaymentToAsk, PgAskedAtBank } from './by-query.store.js';

interface Asked {
  readonly asked: number;
  readonly hasMore: boolean;
  readonly findings: readonly Found[];
}

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
    let count = 0;
    for (let at = 0; at < payments.length && performance.now() < untilMs; at += atOnce) {
      const some = payments.slice(at, at + atOnce);
      const found = await Promise.all(some.map((each) => this.#one(provider, each)));
      findings.push(...found.flat());
      count += some.length;
    }
    return { asked: count, hasMore: payments.length === pageSize, findings };
  }

  async #one(provider: string, payment: PaymentToAsk): Promise<readonly Found[]> {
    const outcome =
      payment.what === 'CREDIT'
        ? await this.#askCredit(provider, payment)
        : await this.#askTransfer(provider, payment);
    // The bank is asked again in a minute, because a missing answer proves nothing.
    return outcome === null ? [] : this.asked.note(provider, payment, outcome);
  }

  async #askCredit(provider: string, payment: PaymentToAsk): Promise<AskedOutcome | null> {
    const confirm = this.providers.get(provider)?.confirm;
    // A provider without `confirm` sends notices that prove themselves, so there is nothing to ask.
    if (!confirm) return 'SAME';
    const { outcome } = await confirm(noticeOf(payment));
    return outcome === 'UNKNOWN' ? null : outcome;
  }

  async #askTransfer(provider: string, payment: PaymentToAsk): Promise<AskedOutcome | null> {
    const { sessionId, amountMinor } = payment;
    const answer = await this.banks.get(provider)?.query(sessionId, amountMinor);
    const outcomes = { SUCCESS: 'SAME', FAILED: 'OTHER', ABSENT: 'ABSENT' } as const;
    const outcome = answer?.outcome ?? 'UNKNOWN';
    return outcome === 'UNKNOWN' || outcome === 'WAITING' ? null : outcomes[outcome];
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
