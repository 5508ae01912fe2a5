import { Cursors, pageOf, type Page, type PageQuery, sliceOf } from '../../http/paging.js';
import type { AuditEntry, AuditFilter, PgAudit } from './audit.store.js';
import type { AuditEntryView } from './audit.dto.js';

const cursors = new Cursors('audit', [/^\d{1,18}$/]);

/** Reads the audit. */
export class AuditService {
  constructor(private readonly audit: PgAudit) {}

  /** The newest first. @throws ApiError VALIDATION_FAILED for a cursor of another list */
  async list(filter: AuditFilter, page: PageQuery): Promise<Page<AuditEntryView>> {
    return pageOf(page, cursors, await this.audit.list(filter, sliceOf(page, cursors)), toView);
  }
}

function toView({ auditId, at, ...entry }: AuditEntry): AuditEntryView {
  return { auditId: Number(auditId), at: at.toISOString(), ...entry };
}
