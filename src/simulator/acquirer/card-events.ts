import type { HookReply } from '../control-client.js';
import type { Hooks } from '../hooks.js';
import type { ChargeRow } from './charges.js';
import type { ChargebackRow, ChargebackTerms, Settlement } from './money.js';

const provider = 'simulator-acquirer';

/** Tells Manilla's hook; each thing that happens has one event id, however often it is told. */
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

  #tell(event: object): Promise<HookReply> {
    return this.hooks.tell(provider, 'card-event', { ...event, at: new Date().toISOString() });
  }
}
