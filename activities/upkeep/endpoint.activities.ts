import type { FindingCase } from '../../src/domain/finding-kinds.js';
import type { PgFindingStore } from '../../src/platform/findings/finding.store.js';
import type { ReplayStarter } from '../../src/notify/webhooks/webhook-replay.port.js';
import type { PgReplayStore } from '../../src/notify/webhooks/replay.store.js';
import type { DecidedBy, FindingActivities, OfFinding } from './contract.js';

/** For the worker of the task queue `rails`. */
export function findingActivities(
  findings: PgFindingStore,
  reviver: PgReplayStore,
  starter: ReplayStarter,
): FindingActivities {
  return {
    async openFindings(step) {
      const { total, until, oldest } = await findings.open(caseOf(step));
      return {
        total,
        until: until.toISOString(),
        oldest: oldest.map(({ foundAt, ...rest }) => ({ ...rest, foundAt: foundAt.toISOString() })),
      };
    },
    async resolveFindings(step) {
      await findings.resolve(caseOf(step), new Date(step.until), by(step));
    },
    async adjustFinding(step) {
      await findings.adjust(caseOf(step), by(step));
    },
    async reviveEndpoint({ merchantId }) {
      const replayId = await reviver.revive(merchantId);
      if (replayId !== null) await starter.startReplay(replayId, merchantId);
    },
  };
}

function caseOf({ kind, subject }: OfFinding): FindingCase {
  return { kind, subject: subject ?? null };
}

function by({ operator, reason, partner }: DecidedBy): DecidedBy {
  return { operator, reason, partner };
}
