import { setTimeout as sleep } from 'node:timers/promises';
import type { HookReply } from '../../control-client.js';
import type { Hooks } from '../hooks.js';
import type { ChargeRow } from './charges.js';
import type { ChargebackRow, ChargebackTerms, Settlement } from './money.js';

const provider = 'simulator-acquirer';

/** The waits of the acquirer before it repeats an event that was not received. */
const againAfterMs = [250, 500, 1_000, 2_000];

/** Calls Manilla's hook; each thing that happens has one event id, however often it is reported. */
export class CardEvents {
  constructor(private readonly hooks: Hooks) {}

  ofCharge({ charge_id: chargeId, state }: ChargeRow): Promise<HookReply> {
    return this.#tell({ eventId: `chg-${chargeId}-${state}`, kind: 'CHARGE', chargeId });
  }

  ofReversal({ charge_id: chargeId, amount }: ChargeRow): Promise<HookReply> {
    return this.#tell({ eventId: `rev-${chargeId}`, kind: 'REVERSAL', chargeId, amount });
  }

  ofSettlement({ settlementId, gross, fee }: Settlement): Promise<HookReply> {
    const eventId = settlementId;
    return this.#tell({ eventId, kind: 'SETTLEMENT', settlementId, amount: gross, fee });
  }

  ofChargeback(chargeback: ChargebackRow & ChargebackTerms): Promise<HookReply> {
    const { number, charge_id: chargeId, amount, status, reason } = chargeback;
    const chargebackId = `cbk-${number}`;
    const eventId = `${chargebackId}-${status.toLowerCase()}`;
    return this.#tell({
      ...{ eventId, kind: `CHARGEBACK_${status}`, chargeId, chargebackId, amount, reason },
      evidenceDueAt: chargeback.evidence_due_at,
    });
  }

  async #tell(event: object): Promise<HookReply> {
    const message = { ...event, at: new Date().toISOString() };
    let reply = await this.hooks.tell(provider, 'card-event', message);
    for (const waitMs of againAfterMs) {
      if (!wasLost(reply)) break;
      await sleep(waitMs);
      reply = await this.hooks.tell(provider, 'card-event', message);
    }
    return reply;
  }
}

/** Tells whether an event was lost: nobody answered, or the server could not take it. */
const wasLost = ({ status }: HookReply): boolean => status === 0 || status >= 500;
