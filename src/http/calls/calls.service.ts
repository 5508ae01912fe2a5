import { Cursors, type Page, pageOf, sliceOf } from '../paging.js';
import { periodOf } from '../query-fields.js';
import type { NotedCall } from './call-log.js';
import type { PgCallStore } from './call.store.js';
import type { CallQuery, RequestView } from './calls.dto.js';

const cursors = new Cursors('requests', [/^\d{1,18}$/]);

/** Shows a merchant its requests that were refused or slow. */
export class CallsService {
  constructor(private readonly calls: PgCallStore) {}

  /** @throws ApiError VALIDATION_FAILED for a cursor of another list */
  async list(merchantId: string, query: CallQuery): Promise<Page<RequestView>> {
    const filter = { clientId: query.clientId ?? null, ...periodOf(query) };
    const found = await this.calls.list(merchantId, filter, sliceOf(query, cursors));
    return pageOf(query, cursors, found, requestView);
  }
}

function requestView({ status, happenedAt, merchantId: _own, ...call }: NotedCall): RequestView {
  return { ...call, httpStatus: status, createdAt: happenedAt.toISOString() };
}
