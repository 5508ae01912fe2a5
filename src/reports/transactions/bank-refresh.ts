import { homeCurrency } from '../../domain/currency.js';
import {
  RailUnavailableError,
  type BankRail,
  type StatementLine,
} from '../../domain/bank-rail.port.js';
import type { PgBankAsking } from './bank-asking.store.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import type { PgReconciliationStore } from '../../upkeep/reconciliation/reconciliation.store.js';
import { ApiError } from '../../http/api-error.js';
import type { CreditIntake } from '../../payments/credits/credit-intake.js';

/** The least time between two refreshes of one merchant. */
const pauseMs = 10_000;
/**
 * The size of a page, and the most pages of one refresh. Reconciliation imports every minute, so the lines since the
 * last import are far fewer than these pages hold.
 */
const pages = { size: 200, most: 5 } as const;

export interface BankRefreshPorts {
  readonly banks: ReadonlyMap<string, BankRail>;
  readonly statements: Pick<PgReconciliationStore, 'lastLine'>;
  readonly intake: Pick<CreditIntake, 'receive'>;
  readonly asking: PgBankAsking;
}

/**
 * Asks a merchant's banks for transfers that nobody has reported to us, which are on the statement and not imported by
 * reconciliation yet. Such transfers are received like any others, so a later report of them changes nothing.
 */
export class BankRefresh {
  constructor(private readonly ports: BankRefreshPorts) {}

  /** Asks the merchant's banks. @throws ApiError RATE_LIMITED or PROVIDER_UNAVAILABLE. */
  async run({ merchantId, prefixes }: MerchantProfile): Promise<void> {
    const waitMs = await this.ports.asking.take(merchantId, pauseMs);
    if (waitMs > 0) {
      const seconds = String(Math.ceil(waitMs / 1_000));
      throw new ApiError('RATE_LIMITED', { headers: { 'retry-after': seconds } });
    }
    const own = prefixes.filter(({ assigned }) => assigned);
    for (const provider of new Set(own.map((each) => each.provider))) {
      const bank = this.ports.banks.get(provider);
      const numbers = own.filter((each) => each.provider === provider);
      if (bank !== undefined) await this.#ask(bank, new Set(numbers.map(({ prefix }) => prefix)));
    }
  }

  async #ask(bank: BankRail, prefixes: ReadonlySet<string>): Promise<void> {
    try {
      let after = await this.ports.statements.lastLine(bank.provider);
      for (let page = 0; page < pages.most; page += 1) {
        const { lines, hasMore } = await bank.statement(after, pages.size);
        for (const line of lines) await this.#receive(bank.provider, line, prefixes);
        after = lines.at(-1)?.lineId ?? after;
        if (!hasMore) return;
      }
    } catch (error) {
      if (!(error instanceof RailUnavailableError)) throw error;
      throw new ApiError('PROVIDER_UNAVAILABLE', { headers: { 'retry-after': '10' } });
    }
  }

  async #receive(provider: string, line: StatementLine, prefixes: ReadonlySet<string>) {
    const { kind, sessionId, accountNumber, amountMinor, counterpart: source, narration } = line;
    if (kind !== 'CREDIT' || sessionId === null || accountNumber === null) return;
    if (!prefixes.has(accountNumber.slice(0, 3))) return;
    await this.ports.intake.receive(provider, {
      sessionId,
      accountNumber,
      amountMinor,
      currency: homeCurrency,
      source,
      narration,
    });
  }
}
