import type { Currency } from '../../domain/currency.js';
import { withoutPans } from '../../domain/luhn.js';
import { senderTime } from '../../domain/nip-session.js';
import type { CreditSource, NoticeDetails } from './credit.js';
import type { PgCreditStore } from './credit.store.js';
import type { Fact, FactCheckout } from '../../platform/temporal/fact.js';
import { newId } from '../../platform/database/new-id.js';

/** The longest narration that NIP carries. A longer one is cut, because it is no reason to refuse money. */
const narrationLength = 100;

/** A transfer into one of our numbers, as reported by a bank's hook or statement. */
export interface ReportedCredit {
  /** The whole raw session id. */
  readonly sessionId: string;
  readonly accountNumber: string;
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly source: CreditSource;
  readonly narration: string | null;
  /**
   * The time at which the payer sent the transfer, from a provider that is trusted. Left out: the session id may hold
   * it.
   */
  readonly sentAt?: Date | null;
  readonly details?: NoticeDetails;
}

export interface BookedCredit {
  readonly creditId: string;
  readonly duplicate: boolean;
  /** The checkout whose workflow is notified, for the log. */
  readonly checkout: FactCheckout | null;
}

/**
 * Receives transfers, whoever reports them. A credit that was reported before gets the same answer and changes nothing.
 */
export class CreditIntake {
  constructor(
    private readonly credits: Pick<PgCreditStore, 'receive'>,
    private readonly facts: { send(fact: Fact): void },
  ) {}

  /** Returns once the credit is committed; the workflow that needs the credit is notified afterwards. */
  async receive(provider: string, credit: ReportedCredit): Promise<BookedCredit> {
    const received = await this.credits.receive({
      ...credit,
      creditId: newId('txn'),
      provider,
      narration: narrationOf(credit),
      sentAt: credit.sentAt ?? senderTime(credit.sessionId, new Date()),
      details: credit.details ?? null,
    });
    const { fact, creditId, duplicateNotification: duplicate } = received;
    if (fact !== null) this.facts.send(fact);
    return { creditId, duplicate, checkout: fact?.checkout ?? null };
  }
}

/** Payers write any text, so all but the last four digits of a card number in it are hidden. */
function narrationOf({ narration }: ReportedCredit): string | null {
  // Twice the length is read, so that a card's number across the cut is still recognized by its whole length.
  const read = narration?.slice(0, 2 * narrationLength);
  return read === undefined ? null : withoutPans(read).slice(0, narrationLength);
}
