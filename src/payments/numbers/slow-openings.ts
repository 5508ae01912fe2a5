import { setTimeout as sleep } from 'node:timers/promises';
import type { MerchantProfile } from '../../http/access/merchant.js';
import { ApiError } from '../../http/api-error.js';

/** The time for which a request waits for the bank. Most banks answer in a second or two. */
const patienceMs = 8_000;
const retryAfterSeconds = 5;

/**
 * Handles accounts whose bank is slow to open them. A request waits some seconds and is then answered with 202. The
 * account is issued all the same when the bank has answered, and the same request again, or a query, finds it. The same
 * request at the same time joins the one under way, so that the bank opens one number for it.
 */
export class SlowOpenings {
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(
    private readonly log: { warn(details: object, message: string): void },
    private readonly waitMs = patienceMs,
  ) {}

  /** @throws ApiError ACCOUNT_PENDING when the bank takes longer. Numbers of our own need no waiting. */
  async run<Result>(
    { merchantId, prefixes }: Pick<MerchantProfile, 'merchantId' | 'prefixes'>,
    { prefix, reference }: { readonly prefix: string; readonly reference: string },
    issue: () => Promise<Result>,
  ): Promise<Result> {
    if (prefixes.find((each) => each.prefix === prefix)?.numbers !== 'THEIRS') return issue();
    const key = JSON.stringify([merchantId, reference]);
    const joined = this.#underWay.get(key);
    const work = (joined ?? this.#begin(key, issue())) as Promise<Result>;
    const clock = new AbortController();
    const late = sleep(this.waitMs, 'LATE' as const, { signal: clock.signal }).catch(
      () => 'LATE' as const,
    );
    try {
      const first = await Promise.race([work, late]);
      if (first !== 'LATE') return joined === undefined ? first : await issue();
    } finally {
      clock.abort();
    }
    throw new ApiError('ACCOUNT_PENDING', {
      headers: { 'retry-after': String(retryAfterSeconds) },
      data: { paymentReference: reference, retryAfterSeconds },
    });
  }

  /** A failure that no request waits for any more is written to the log. */
  #begin<Result>(key: string, work: Promise<Result>): Promise<Result> {
    this.#underWay.set(key, work);
    work
      .catch((err: unknown) => this.log.warn({ err }, 'a bank has opened no account number'))
      .finally(() => this.#underWay.delete(key));
    return work;
  }
}
