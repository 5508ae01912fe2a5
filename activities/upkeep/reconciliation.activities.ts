import type { PgBooksProof } from '../../src/ledger/proof/books-proof.store.js';
import type { Found } from '../../src/platform/findings/finding.js';
import type { Reconciler } from '../../src/upkeep/reconciliation/reconciler.js';
import type { BooksProofActivities, FoundThing, ReconciliationActivities } from './contract.js';
import { beating } from '../platform/heartbeat.js';

/** For the worker of the task queue `rails`. */
export function reconciliationActivities(
  reconciler: Reconciler,
  booksProof: PgBooksProof,
): ReconciliationActivities & BooksProofActivities {
  return {
    async pullStatement({ provider }) {
      const { findings, ...pulled } = await reconciler.pullStatement(provider);
      return { ...pulled, findings: findings.map(thing) };
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
  };
}

function thing({ kind, subject, action }: Found): FoundThing {
  return { kind, subject, action };
}
