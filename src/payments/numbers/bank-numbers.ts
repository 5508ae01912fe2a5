import type { AccountOpening, AccountWish, BankRail } from '../../domain/bank-rail.port.js';
import type { OfferedNumber } from './number.js';

/** A spare number must be ours for at least this long, because otherwise its payer would be too late. */
const leastLeftMs = 5 * 60_000;

/**
 * Numbers that a bank opens one by one. The bank takes them back at a time of its own, never at our request. A number
 * that was opened and not used is kept for the next account of the same kind and name at that bank.
 */
export class BankNumbers {
  readonly #spare = new Map<string, OfferedNumber[]>();

  constructor(private readonly rails: ReadonlyMap<string, BankRail>) {}

  /**
   * Returns a number of the bank, or the reason that there is none. A spare number goes only to the name for which it
   * was opened, because the bank shows that name.
   */
  async take(provider: string, wish: AccountWish): Promise<OfferedNumber | AccountOpening> {
    const spare = this.#takeSpare(provider, wish);
    if (spare !== undefined) return spare;
    const rail = this.rails.get(provider);
    const opening = await (rail?.openAccount?.(wish) ??
      Promise.resolve({ outcome: 'REFUSED', code: null, failure: 'NO_SUCH_CALL' } as const));
    if (opening.outcome !== 'OPENED') return opening;
    const [{ accountNumber, ...opened }] = opening.numbers;
    return { accountNumber, generation: null, opened };
  }

  giveBack(provider: string, wish: AccountWish, number: OfferedNumber): void {
    const key = keyOf(provider, wish);
    const spare = this.#spare.get(key) ?? [];
    spare.push(number);
    this.#spare.set(key, spare);
  }

  #takeSpare(provider: string, wish: AccountWish): OfferedNumber | undefined {
    const key = keyOf(provider, wish);
    const wantedMs = wish.minutes === null ? 0 : Math.max(wish.minutes * 60_000, leastLeftMs);
    const usable = (this.#spare.get(key) ?? []).filter(({ opened }) =>
      isLeft(opened?.oursUntil ?? null, wantedMs),
    );
    const taken = usable.pop();
    if (usable.length === 0) this.#spare.delete(key);
    else this.#spare.set(key, usable);
    return taken;
  }
}

function isLeft(until: Date | null, wantedMs: number): boolean {
  return until === null || until.getTime() >= Date.now() + wantedMs;
}

function keyOf(provider: string, { kind, accountName }: AccountWish): string {
  return JSON.stringify([provider, kind, accountName]);
}
