import type { Found } from '../src/domain/ports/reconciliation-store.port.js';
import type { Reconciler } from '../src/reconciliation/reconciler.js';
import type { FoundThing, ReconciliationActivities } from './contract.js';

/** For the worker of the task queue `rails`. */
export function reconciliationActivities(
  reconciler: Pick<Reconciler, 'pullStatement' | 'closeStatement' | 'sweep'>,
): ReconciliationActivities {
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
  };
}

function thing({ kind, subject, action }: Found): FoundThing {
  return { kind, subject, action };
}
