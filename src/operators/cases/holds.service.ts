import { toJsonAmount } from '../../domain/money.js';
import { holdText, isBankHold } from '../../domain/outgoing-hold.js';
import { titleOfProvider } from '../../providers/registry.js';
import type { HoldsView, HoldView, WaitingSendingView } from './holds.dto.js';
import type { PgHolds, ProviderHold, WaitingSending } from './hold.store.js';

const shownWaiting = 100;

/** Shows the holds that stop money from leaving, for the operators who resolve them. */
export class HoldsService {
  constructor(private readonly store: PgHolds) {}

  async find(): Promise<HoldsView> {
    const [holds, waiting] = await Promise.all([this.#holds(), this.store.waiting(shownWaiting)]);
    return { holds: holds.map(holdView), waiting: waiting.map(waitingView) };
  }

  /** Lists the holds that stop all sending through a bank. */
  async ofBanks(): Promise<HoldView[]> {
    const holds = await this.#holds();
    return holds.map(holdView).filter(({ isOfBank }) => isOfBank);
  }

  async #holds(): Promise<ProviderHold[]> {
    const holds = await this.store.holds();
    return holds.map((each) => ({ ...each, bankName: titleOfProvider(each.bankName) }));
  }
}

function holdView(found: ProviderHold): HoldView {
  const { hold, provider, bankName, since, cases, refunds, payouts, amountMinor } = found;
  return {
    ...{ hold, isOfBank: isBankHold(hold), provider, bankName, since: since.toISOString() },
    ...{ caseNumbers: cases.map(Number), refunds, payouts, amount: toJsonAmount(amountMinor) },
    text: holdText(found),
  };
}

function waitingView(found: WaitingSending): WaitingSendingView {
  const { amountMinor, caseNumber, dueSince, sendsFrom, ...rest } = found;
  return {
    ...rest,
    amount: toJsonAmount(amountMinor),
    caseNumber: caseNumber === null ? null : Number(caseNumber),
    waitsSince: dueSince.toISOString(),
    sendsFrom: sendsFrom?.toISOString() ?? null,
  };
}
