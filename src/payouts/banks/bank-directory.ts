import type { BankRail, RailBank } from '../../domain/bank-rail.port.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import { institutionCodePattern } from '../../domain/reference.js';
import { ApiError } from '../../http/api-error.js';
import { railOf } from './name-enquiry.js';

/** The list of banks changes about once a month, so a list may be an hour old. */
const maxAgeMs = 3_600_000;
/** A new list is asked for at most this often, when a code is on no list or the bank did not answer. */
const askAgainMs = 60_000;

/** The bank that a request names; its name is null when no list of banks could be had. */
export interface NamedBank {
  readonly institutionCode: string;
  readonly name: string | null;
}

/** The last list of banks that one rail gave. */
interface KeptList {
  banks: readonly RailBank[] | undefined;
  readAt: number;
  askedAt: number;
  asking: Promise<void> | undefined;
}

/** Lists the banks that money can be sent to through the merchant's own bank. */
export class BankDirectory {
  readonly #lists = new Map<string, KeptList>();

  constructor(
    private readonly rails: ReadonlyMap<string, BankRail>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Sorted by name. @throws ApiError PROVIDER_UNAVAILABLE when the bank gives no list now and never gave one. */
  async list(merchant: MerchantProfile): Promise<readonly RailBank[]> {
    const banks = await this.#banksOf(railOf(this.rails, merchant), maxAgeMs);
    if (banks === undefined) throw new ApiError('PROVIDER_UNAVAILABLE');
    return banks.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  }

  /**
   * Returns the bank with this NIP or CBN code. A code that is not on the list is refused. While there is no list, any
   * code of six digits passes: the name enquiry before any money moves shows whether the bank exists.
   *
   * @throws ApiError UNKNOWN_BANK_CODE with the field, or PROVIDER_UNAVAILABLE for a CBN code without a list.
   */
  async find(merchant: MerchantProfile, code: string, field = 'bankCode'): Promise<NamedBank> {
    const rail = railOf(this.rails, merchant);
    for (const oldestMs of [maxAgeMs, askAgainMs]) {
      const banks = await this.#banksOf(rail, oldestMs);
      const found = banks && bankIn(banks, code);
      if (found !== undefined) return found;
      if (banks !== undefined) continue;
      if (institutionCodePattern.test(code)) return { institutionCode: code, name: null };
      throw new ApiError('PROVIDER_UNAVAILABLE');
    }
    const message = `${field} is the code of no bank that can be sent to; GET /api/v1/banks lists them`;
    throw new ApiError('UNKNOWN_BANK_CODE', {
      message: `${message}.`,
      errors: [{ field, rule: 'oneOf', message }],
    });
  }

  async #banksOf(rail: BankRail, oldestMs: number): Promise<readonly RailBank[] | undefined> {
    const list = this.#lists.get(rail.provider) ?? newList();
    this.#lists.set(rail.provider, list);
    const isDue = this.now() - list.readAt >= oldestMs && this.now() - list.askedAt >= askAgainMs;
    if (isDue) list.asking ??= this.#ask(rail, list);
    await list.asking;
    return list.banks;
  }

  /** If the bank gives no list, the last list stays. */
  async #ask(rail: BankRail, list: KeptList): Promise<void> {
    list.askedAt = this.now();
    try {
      list.banks = await rail.banks();
      list.readAt = list.askedAt;
    } catch {
      // Whatever it was, the metrics count it as UNAVAILABLE.
    } finally {
      list.asking = undefined;
    }
  }
}

function newList(): KeptList {
  const never = Number.NEGATIVE_INFINITY;
  return { banks: undefined, readAt: never, askedAt: never, asking: undefined };
}

function bankIn(banks: readonly RailBank[], code: string): NamedBank | undefined {
  return (
    banks.find(({ institutionCode }) => institutionCode === code) ??
    banks.find(({ cbnCode }) => cbnCode === code)
  );
}
