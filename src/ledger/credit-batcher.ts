import pg from 'pg';
import type { CreditResult } from '../domain/ports/checkout-steps.port.js';

/** Posts these credits in one transaction; answers those it knows. */
export type ApplyCredits = (creditIds: readonly string[]) => Promise<readonly CreditResult[]>;

interface Waiting {
  readonly creditId: string;
  readonly resolve: (result: CreditResult) => void;
  readonly reject: (error: unknown) => void;
}

const batchSize = 200;
const callsInFlight = 2;

/**
 * Lets many callers share one transaction without waiting for company: a credit that comes while a call may start goes at
 * once, those that come while calls are running go together with the next. Two calls in flight keep the database busy
 * while one of them commits; more would only queue for the accounts everybody posts to.
 */
export class CreditBatcher {
  private waiting: Waiting[] = [];
  private running = 0;

  constructor(private readonly apply: ApplyCredits) {}

  /** Rejects with the error of the credit's own posting, never with a neighbour's. */
  add(creditId: string): Promise<CreditResult> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ creditId, resolve, reject });
      this.next();
    });
  }

  private next(): void {
    if (this.running >= callsInFlight || this.waiting.length === 0) return;
    const batch = this.waiting.splice(0, batchSize);
    this.running += 1;
    void this.run(batch).finally(() => {
      this.running -= 1;
      this.next();
    });
  }

  /** A batch that fails is halved until the credit at fault stands alone; its neighbours are posted on the way. */
  private async run(batch: readonly Waiting[]): Promise<void> {
    try {
      settle(batch, await this.apply(batch.map(({ creditId }) => creditId)));
    } catch (error) {
      if (batch.length === 1 || !isAboutTheData(error)) {
        batch.forEach(({ reject }) => reject(error));
        return;
      }
      const middle = Math.ceil(batch.length / 2);
      await this.run(batch.slice(0, middle));
      await this.run(batch.slice(middle));
    }
  }
}

function settle(batch: readonly Waiting[], results: readonly CreditResult[]): void {
  const byId = new Map(results.map((result) => [result.creditId, result]));
  for (const { creditId, resolve, reject } of batch) {
    const result = byId.get(creditId);
    if (result === undefined) reject(new Error(`No checkout has received a credit ${creditId}`));
    else resolve(result);
  }
}

/** A database that is away, full or shutting down (classes 08, 53, 57P) fails every half alike: do not ask it again. */
function isAboutTheData(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(08|53|57P)/.test(error.code ?? '08');
}
