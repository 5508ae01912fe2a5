import pg from 'pg';
import type { CreditApplied } from '../../../activities/payments/contract.js';
import { isLockTimeout, isOutage, isStatementTimeout } from '../../platform/database/outage.js';

export interface PostedCredit {
  readonly creditId: string;
  readonly done: CreditApplied;
}

/** A credit that was left as it is, because its merchant's credits are posted apart. */
export interface LeftApart {
  readonly creditId: string;
  readonly merchantId: string;
}

export interface PostingTerms {
  /** Merchants whose credits are left as they are. */
  readonly apart: readonly string[];
  readonly lockWaitMs: number;
}

export interface CreditPosting {
  /** Posts these credits in one transaction; answers those it knows. */
  post(
    creditIds: readonly string[],
    terms: PostingTerms,
  ): Promise<readonly (PostedCredit | LeftApart)[]>;
  /** The merchants, other than those in `apart`, of whose rows somebody holds one that these credits need. */
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

/** Credits that are posted together, so many calls at a time. */
interface BatchQueue {
  readonly callsInFlight: number;
  readonly waiting: Waiting[];
  running: number;
}

const mostAtOnce = 200;
/**
 * The wait for a lock that may be held because of one merchant, and that the credits of all merchants in a batch wait
 * for.
 */
const briefMs = 50;
/** The wait for a lock that delays only the credits that need it, or that nobody seems to hold for long. */
const patientMs = 250;

/**
 * Lets many callers share one transaction without waiting for company: a credit that comes while a call may start goes at
 * once, those that come while calls are running go together with the next. Two calls in flight keep the database busy
 * while one of them commits; more would only queue for the accounts everybody posts to.
 *
 * A merchant whose rows somebody holds gets a queue of its own until one of its batches is posted, so that the credits of
 * the other merchants do not wait for them.
 */
export class CreditBatcher {
  readonly #posting: CreditPosting;
  readonly #shared: BatchQueue = { callsInFlight: 2, waiting: [], running: 0 };
  readonly #apart = new Map<string, BatchQueue>();
  /** Less after a batch that took too long, and more again after a full one that did not. */
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

  /** A batch that fails by its data is halved until the credit at fault stands alone; its neighbours are posted on the way. */
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

  /** Ends: each turn but one puts another merchant apart. */
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

/** A database that is away or full, a lock and a statement that took too long fail every half alike: do not ask again. */
function isAboutTheData(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isOutage(error);
}
