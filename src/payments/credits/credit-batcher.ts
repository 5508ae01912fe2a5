import type { CreditApplied } from '../../../activities/payments/contract.js';
import { isLockTimeout } from '../../platform/database/outage.js';
import { BatchQueue, BatchSize, type Waiting } from './batch-queue.js';

export interface PostedCredit {
  readonly creditId: string;
  readonly done: CreditApplied;
}

/** A credit that was not posted, because its merchant's credits are posted in a queue of their own. */
export interface LeftApart {
  readonly creditId: string;
  readonly merchantId: string;
}

export interface PostingTerms {
  /** Merchants whose credits this call must leave out. */
  readonly apart: readonly string[];
  readonly lockWaitMs: number;
}

export interface CreditPosting {
  /** Posts these credits in one transaction. Returns the ones that exist. */
  post(
    creditIds: readonly string[],
    terms: PostingTerms,
  ): Promise<readonly (PostedCredit | LeftApart)[]>;
  /** Returns the merchants, other than those in `apart`, that have a locked row which these credits need. */
  lockedMerchants(
    creditIds: readonly string[],
    apart: readonly string[],
  ): Promise<readonly string[]>;
}

type Batch = readonly Waiting<string, CreditApplied>[];

/**
 * The wait for a lock while the credits of all merchants in a batch wait for it, although one merchant may be the
 * cause.
 */
const briefMs = 50;
/** The wait for a lock that delays only the credits that need it, or that nobody seems to hold for long. */
const patientMs = 250;

/**
 * Posts credits in batches. Two calls in flight keep the database busy while one of them commits; more would only queue
 * for the accounts that everybody posts to.
 *
 * A merchant with a locked row gets a queue of its own until one of its batches is posted, so that the credits of other
 * merchants do not wait.
 */
export class CreditBatcher {
  readonly #posting: CreditPosting;
  readonly #size = new BatchSize();
  readonly #shared = new BatchQueue(2, this.#size, (batch: Batch) => this.#postShared(batch));
  readonly #apart = new Map<string, BatchQueue<string, CreditApplied>>();

  constructor(posting: CreditPosting) {
    this.#posting = posting;
  }

  /** Rejects with the error of the credit's own posting, never with an error of a neighbour's data. */
  add(creditId: string): Promise<CreditApplied> {
    return this.#shared.add(creditId);
  }

  /** The loop ends: each pass, except one with a longer wait, moves another merchant to a queue of its own. */
  async #postShared(batch: Batch): Promise<void> {
    const creditIds = batch.map(({ item }) => item);
    for (let lockWaitMs = briefMs; ;) {
      const apart = [...this.#apart.keys()];
      try {
        const results = await this.#posting.post(creditIds, { apart, lockWaitMs });
        this.#answer(batch, results);
        return;
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
        const locked = await this.#posting.lockedMerchants(creditIds, apart);
        if (locked.length === 0 && lockWaitMs === patientMs) throw error;
        lockWaitMs = locked.length === 0 ? patientMs : briefMs;
        locked.forEach((merchantId) => this.#queueOf(merchantId));
      }
    }
  }

  async #postApart(merchantId: string, batch: Batch): Promise<void> {
    const creditIds = batch.map(({ item }) => item);
    const results = await this.#posting.post(creditIds, { apart: [], lockWaitMs: patientMs });
    this.#answer(batch, results);
    if (this.#queueOf(merchantId).isEmpty) this.#apart.delete(merchantId);
  }

  #answer(batch: Batch, results: readonly (PostedCredit | LeftApart)[]): void {
    const byId = new Map(results.map((result) => [result.creditId, result]));
    for (const each of batch) {
      const result = byId.get(each.item);
      if (result === undefined) {
        each.reject(new Error(`No checkout has received a credit ${each.item}`));
      } else if ('done' in result) {
        each.resolve(result.done);
      } else {
        this.#queueOf(result.merchantId).push(each);
      }
    }
  }

  #queueOf(merchantId: string): BatchQueue<string, CreditApplied> {
    const known = this.#apart.get(merchantId);
    if (known !== undefined) return known;
    const queue = new BatchQueue(1, this.#size, (batch: Batch) =>
      this.#postApart(merchantId, batch),
    );
    this.#apart.set(merchantId, queue);
    return queue;
  }
}
