import type { BooksProof } from '../src/domain/ports/books-proof.port.js';
import type { Found, FindingStore } from '../src/domain/ports/reconciliation-store.port.js';
import type { Reconciliation } from '../src/domain/ports/reconciliation.port.js';
import type {
  BooksProofActivities,
  FindingActivities,
  FoundThing,
  ReconciliationActivities,
} from './contract.js';
import { beating } from './heartbeat.js';

/** For the worker of the task queue `rails`. */
export function reconciliationActivities(
  reconciler: Reconciliation,
  findings: FindingStore,
  booksProof: BooksProof,
): ReconciliationActivities & FindingActivities & BooksProofActivities {
  return {
    async pullStatement({ provider }) {
      const { lines, hasMore, findings } = await reconciler.pullStatement(provider);
      return { lines, hasMore, findings: findings.map(thing) };
    },
    async closeStatement({ provider, runId }) {
      return (await reconciler.closeStatement(provider, runId)).map(thing);
    },
    async sweep() {
      return (await reconciler.sweep()).map(thing);
    },
    async proveBooks() {
      return (await beating(booksProof.prove())).map(thing);
    },
    async openFindings({ kind }) {
      const { total, until, oldest } = await findings.open(kind);
      return {
        total,
        until: until.toISOString(),
        oldest: oldest.map(({ foundAt, ...rest }) => ({ ...rest, foundAt: foundAt.toISOString() })),
      };
    },
    async resolveFindings({ kind, until, operator, reason }) {
      await findings.resolve(kind, new Date(until), { operator, reason });
    },
  };
}

function thing({ kind, subject, action }: Found): FoundThing {
  return { kind, subject, action };
}
