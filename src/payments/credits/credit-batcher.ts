import pg from 'pg';
import type { CreditApplied } from '../../../activities/payments/contract.js';
import { isLockTimeout, isOutage, isStatementTimeout } from '../../platform/database/outage.js';

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

interface Waiting {
  readonly creditId: string;
  readonly resolve: (result: CreditApplied) => void;
  readonly reject: (error: unknown) => void;
}

/** Credits that are posted together, with at most `callsInFlight` calls at a time. */
interface BatchQueue {
  readonly callsInFlight: number;
  readonly waiting: Waiting[];
  running: number;
}

const mostAtOnce = 200;
/**
 * The wait for a lock while the credits of all merchants in a batch wait for it, although one merchant may be the
 * cause.
 */
const briefMs = 50;
/** The wait for a lock that delays only the credits that need it, or that nobody seems to hold for long. */
const patientMs = 250;

/**
 * Lets many callers share one transaction without waiting for company. A credit that arrives while a call may start
 * goes at once; credits that arrive while calls are running go together with the next call. Two calls in flight keep
 * the database busy while one of them commits; more would only queue for the accounts that everybody posts to.
 *
 * A merchant with a locked row gets a queue of its own until one of its batches is posted, so that the credits of other
 * merchants do not wait.
 */
export class CreditBatcher {
  readonly #posting: CreditPosting;
  readonly #shared: BatchQueue = { callsInFlight: 2, waiting: [], running: 0 };
  readonly #apart = new Map<string, BatchQueue>();
  /** The size is halved after a batch that took too long, and doubled after a full batch that did not. */
  #batchSize = mostAtOnce;

  constructor(posting: CreditPosting) {
    this.#posting = posting;
  }

  /** Rejects with the error of the credit's own posting, never with an error of a neighbour's data. */
  add(creditId: string): Promise<CreditApplied> {
    return new Promise((resolve, reject) => {
      this.#shared.waiting.push({ creditId, resolve, reject });
      this.#next(this.#shared, (batch) => this.#postShared(batch));
    });
  }

  #next(queue: BatchQueue, post: (batch: readonly Waiting[]) => Promise<void>): void {
    if (queue.running >= queue.callsInFlight || queue.waiting.length === 0) return;
    const batch = queue.waiting.splice(0, this.#batchSize);
    queue.running += 1;
    void this.#run(batch, post).finally(() => {
      queue.running -= 1;
      this.#next(queue, post);
    });
  }

  /**
   * A batch that fails because of its data is halved until the faulty credit is alone; the other credits are posted on
   * the way.
   */
  async #run(
    batch: readonly Waiting[],
    post: (batch: readonly Waiting[]) => Promise<void>,
  ): Promise<void> {
    try {
      await post(batch);
      if (batch.length === this.#batchSize)
        this.#batchSize = Math.min(2 * batch.length, mostAtOnce);
    } catch (error) {
      if (isStatementTimeout(error)) this.#batchSize = Math.ceil(batch.length / 2);
      if (batch.length === 1 || !isAboutTheData(error)) {
        batch.forEach(({ reject }) => reject(error));
        return;
      }
      const middle = Math.ceil(batch.length / 2);
      await this.#run(batch.slice(0, middle), post);
      await this.#run(batch.slice(middle), post);
    }
  }

  /** The loop ends: each pass, except one with a longer wait, moves another merchant to a queue of its own. */
  async #postShared(batch: readonly Waiting[]): Promise<void> {
    const creditIds = batch.map(({ creditId }) => creditId);
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

  async #postApart(merchantId: string, batch: readonly Waiting[]): Promise<void> {
    const creditIds = batch.map(({ creditId }) => creditId);
    const results = await this.#posting.post(creditIds, { apart: [], lockWaitMs: patientMs });
    this.#answer(batch, results);
    if (this.#queueOf(merchantId).waiting.length === 0) this.#apart.delete(merchantId);
  }

  #answer(batch: readonly Waiting[], results: readonly (PostedCredit | LeftApart)[]): void {
    const byId = new Map(results.map((result) => [result.creditId, result]));
    for (const each of batch) {
      const result = byId.get(each.creditId);
      if (result === undefined) {
        each.reject(new Error(`No checkout has received a credit ${each.creditId}`));
      } else if ('done' in result) {
        each.resolve(result.done);
      } else {
        this.#addApart(result.merchantId, each);
      }
    }
  }

  #addApart(merchantId: string, waiting: Waiting): void {
    const queue = this.#queueOf(merchantId);
    queue.waiting.push(waiting);
    this.#next(queue, (batch) => this.#postApart(merchantId, batch));
  }

  #queueOf(merchantId: string): BatchQueue {
    const queue = this.#apart.get(merchantId) ?? { callsInFlight: 1, waiting: [], running: 0 };
    this.#apart.set(merchantId, queue);
    return queue;
  }
}

/**
 * Errors of other kinds (the database is away or full, a lock or a statement took too long) would fail every half
 * alike, so no half is tried.
 */
function isAboutTheData(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isOutage(error);
}
