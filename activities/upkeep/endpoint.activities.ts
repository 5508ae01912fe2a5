import type { ReplayStarter } from '../../src/notify/webhooks/webhook-replay.port.js';
import type { PgReplayStore } from '../../src/notify/webhooks/replay.store.js';
import type { FindingActivities } from './contract.js';

/** Switches endpoints on again, for the worker of the task queue `rails`. */
export function endpointActivities(
  reviver: PgReplayStore,
  starter: ReplayStarter,
): Pick<FindingActivities, 'reviveEndpoint'> {
  return {
    async reviveEndpoint({ merchantId }) {
      const replayId = await reviver.revive(merchantId);
      if (replayId !== null) await starter.startReplay(replayId, merchantId);
    },
  };
}
