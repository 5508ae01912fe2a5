import { keyHolder } from './actors.js';
import { inject } from 'vitest';
import { disputeAnswerWorkflowId } from '../../src/domain/ids.js';
import type { DisputeEvidence } from '../../src/domain/card-rail.port.js';
import type { Fact } from '../../src/platform/temporal/fact.js';
import { PgDisputeStore } from '../../src/payments/disputes/dispute.store.js';
import { newId } from '../../src/platform/database/new-id.js';
import { PgRailEventStore } from '../../src/payments/cards/rail-event.store.js';
import { hookKeysOf } from './key-sets.js';
import { SimulatorCardRail } from '../../src/providers/simulator/card.adapter.js';
import { Acquirer } from './scenarios/acquirer.js';
import { chargeback } from './card-sale.js';
import { railTimeoutMs, type RailWorld } from './rail-world.js';

export const evidence: DisputeEvidence = {
  explanation: 'The customer signed for the shoes.',
  deliveredAt: null,
  deliveryReference: 'GIG-1029384756',
  documents: [{ type: 'PROOF_OF_DELIVERY', url: 'https://shop.example.ng/proof.pdf' }],
};

const dayMs = 86_400_000;

export interface OpenChargeback {
  /** The acquirer's. */
  readonly number: number;
  readonly disputeId: string;
}

/** Card payments that are disputed at the simulator's acquirer, and merchants who answer. */
export class DisputeWorld implements AsyncDisposable {
  readonly acquirer: Acquirer;
  readonly disputes: PgDisputeStore;
  readonly #rail: SimulatorCardRail;

  constructor(readonly rails: RailWorld) {
    const url = rails.simulator.baseUrl;
    const keys = hookKeysOf(inject('stack').env);
    this.acquirer = new Acquirer(url);
    this.disputes = new PgDisputeStore(rails.world.pool);
    this.#rail = new SimulatorCardRail({ url, keys, timeoutMs: railTimeoutMs });
  }

  /** @param dueAtAcquirer when the acquirer's own deadline is not the one that it told us of */
  async open({ dueAtAcquirer = new Date(Date.now() + dayMs) } = {}): Promise<OpenChargeback> {
    const { world } = this.rails;
    const amountMinor = 1_000_000n;
    const { checkout } = await world.initiate({ amountMinor, cardExpectedMinor: amountMinor });
    const [creditId, chargeId] = [newId('txn'), newId('att')];
    const charge = { chargeId, amountMinor, currency: 'NGN', returnUrl: null };
    await this.#rail.charge({ ...charge, token: 'card_approved' });
    await world.pool.query(
      `insert into inward_credit (credit_id, provider, session_id, checkout_id, merchant_id, amount_minor, channel)
         values ($1, $2, $3, $4, $5, $6, 'Card')`,
      [
        ...[creditId, this.#rail.provider, chargeId],
        ...[checkout.checkoutId, world.merchantId, amountMinor],
      ],
    );
    await world.pool.query('select post_journals(judge_credit($1, false))', [creditId]);
    const { number } = await this.acquirer.openChargeback(
      chargeId,
      dueAtAcquirer.toISOString(),
      false,
    );
    const about = { evidenceDueAt: new Date(Date.now() + dayMs) };
    await new PgRailEventStore(world.pool).receive(
      chargeback('CHARGEBACK_OPENED', chargeId, `cbk-${number}`, about),
    );
    const filter = { since: null, before: null, reference: creditId };
    const slice = { after: null, offset: 0, limit: 2 };
    const [found] = await this.disputes.list(world.merchantId, filter, slice);
    return { number, disputeId: found?.item.disputeId ?? '' };
  }

  /** The merchant answers; nobody carries the answer yet. */
  async answer(disputeId: string, kind: 'ACCEPT' | 'EVIDENCE'): Promise<Fact> {
    const { fact } = await this.disputes.answer({
      ...{ answerId: newId('dsa'), merchantId: this.rails.world.merchantId, disputeId, kind },
      evidence: kind === 'EVIDENCE' ? evidence : null,
      requestHash: Buffer.from(kind),
      by: keyHolder('mid_test'),
    });
    if (fact === null) throw new Error('the answer was refused');
    return fact;
  }

  find(disputeId: string) {
    return this.disputes.find(this.rails.world.merchantId, disputeId);
  }

  workflow({ subjectId }: Fact) {
    const id = disputeAnswerWorkflowId(subjectId ?? '');
    return this.rails.world.client.workflow.getHandle(id);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#rail.close();
  }
}
