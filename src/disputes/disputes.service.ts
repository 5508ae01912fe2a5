import type { DisputeStore } from '../domain/ports/dispute-store.port.js';
import { ApiError } from '../http/api-error.js';
import { pageOf, sliceOf, timeCursors, type Page } from '../http/paging.js';
import { periodOf } from '../http/query-fields.js';
import { disputeView } from './dispute-view.js';
import { DisputeView, ListDisputesQuery } from './dto/dispute.dto.js';

const cursors = timeCursors('disputes', 'dsp');

/** Payments that were disputed or taken back. */
export class DisputesService {
  constructor(private readonly disputes: DisputeStore) {}

  /** The newest first. */
  async list(merchantId: string, asked: ListDisputesQuery): Promise<Page<DisputeView>> {
    const { status, kind, reference } = asked;
    const filter = { ...periodOf(asked), status, kind, reference };
    const found = await this.disputes.list(merchantId, filter, sliceOf(asked, cursors));
    return pageOf(asked, cursors, found, disputeView);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async find(merchantId: string, disputeId: string): Promise<DisputeView> {
    const found = await this.disputes.find(merchantId, disputeId);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return disputeView(found);
  }
}
