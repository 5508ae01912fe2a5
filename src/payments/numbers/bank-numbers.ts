import type { AccountOpening, AccountWish, BankRail } from '../../domain/bank-rail.port.js';
import type { OfferedNumber } from './number.js';

/** A spare number is not given out in its last minutes: its payer would be too late. */
const leastLeftMs = 5 * 60_000;

/**
 * Numbers that a bank opens one by one, and takes back by itself. A number that was opened and not used waits for the next account of its
 * kind at the same bank; no bank takes one back when asked.
 */
export class BankNumbers {
  readonly #spare = new Map<string, OfferedNumber[]>();

  constructor(private readonly rails: ReadonlyMap<string, BankRail>) {}

  /** The bank's number, or why there is none. A spare one is only for whoever it was opened for: the bank shows that name. */
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
