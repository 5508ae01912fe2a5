import { createHash } from 'node:crypto';
import type { Actor } from '../../domain/actor.js';
import { momentOf } from '../../domain/moment.js';
import type { DisputeEvidence } from '../../domain/card-rail.port.js';
import type { Fact } from '../../platform/temporal/fact.js';
import type { PgDisputeStore } from './dispute.store.js';
import { ApiError } from '../../http/api-error.js';
import { pageOf, sliceOf, timeCursors, type Page } from '../../http/paging.js';
import { changePeriodOf, periodOf } from '../../http/query-fields.js';
import { newId } from '../../platform/database/new-id.js';
import { disputeView } from './dispute-view.js';
import { DisputeEvidenceRequest } from './answer.dto.js';
import { DisputeView, ListDisputesQuery } from './dispute.dto.js';

const cursors = timeCursors('disputes', 'dsp');

/** Payments that were disputed or taken back. */
export class DisputesService {
  constructor(
    private readonly disputes: PgDisputeStore,
    private readonly facts: { send(fact: Fact): void },
  ) {}

  /** The newest first. */
  async list(merchantId: string, asked: ListDisputesQuery): Promise<Page<DisputeView>> {
    const { status, kind, reference } = asked;
    const filter = { ...periodOf(asked), ...changePeriodOf(asked), status, kind, reference };
    const found = await this.disputes.list(merchantId, filter, sliceOf(asked, cursors));
    return pageOf(asked, cursors, found, disputeView);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async find(merchantId: string, disputeId: string): Promise<DisputeView> {
    const found = await this.disputes.find(merchantId, disputeId);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return disputeView(found);
  }

  /**
   * Answers a chargeback: sends evidence, or accepts the chargeback (`evidence` null). The same answer again returns
   * the existing one.
   *
   * @throws ApiError RESOURCE_NOT_FOUND, DISPUTE_NOT_OPEN, DISPUTE_ALREADY_ANSWERED, DISPUTE_DEADLINE_PASSED;
   * VALIDATION_FAILED for a file that is not of this dispute
   */
  async answer(
    merchantId: string,
    disputeId: string,
    evidence: DisputeEvidence | null,
    by: Actor,
  ): Promise<{ replayed: boolean; dispute: DisputeView }> {
    const { outcome, dispute, fact } = await this.disputes.answer({
      ...{ answerId: newId('dsa'), merchantId, disputeId, evidence, by },
      kind: evidence === null ? 'ACCEPT' : 'EVIDENCE',
      requestHash: answerHash(evidence),
    });
    if (outcome === 'UNKNOWN_FILE') throw unknownFile();
    if (outcome !== 'ANSWERED' && outcome !== 'EXISTING') throw new ApiError(outcome);
    if (dispute === null) throw new Error(`the store answered ${outcome} without a dispute`);
    if (fact !== null) this.facts.send(fact);
    return { replayed: outcome === 'EXISTING', dispute: disputeView(dispute) };
  }
}

function unknownFile(): ApiError {
  const message = 'documents name a file that was not uploaded for this dispute';
  const errors = [{ field: 'documents', rule: 'known', message }] as const;
  return new ApiError('VALIDATION_FAILED', { message: `${message}.`, errors });
}

/** Two requests with the same evidence for a dispute, or with none, are one answer. */
export function answerHash(evidence: DisputeEvidence | null): Buffer {
  return createHash('sha256').update(JSON.stringify(evidence)).digest();
}

export function evidenceOf(request: DisputeEvidenceRequest): DisputeEvidence {
  const { explanation, deliveryReference = null } = request;
  const deliveredAt = momentOf(request.deliveredAt)?.toISOString() ?? null;
  const documents = (request.documents ?? []).map(({ type, url, fileId }) =>
    typeof fileId === 'string' ? { type, fileId } : { type, url: url ?? '' },
  );
  return { explanation, deliveredAt, deliveryReference, documents };
}
