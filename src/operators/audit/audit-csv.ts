import { csvRows, csvText } from '../../domain/csv.js';
import type { Column } from '../../http/list-columns.js';
import type { AuditEntryView } from './audit.dto.js';

/** A row of the audit as a file. Times are in UTC. */
export const auditColumn: Column<AuditEntryView> = {
  names: [
    ...['at', 'actorKind', 'actor', 'partner', 'action', 'subjectKind', 'subject', 'subjectName'],
    ...['merchantId', 'merchantName'],
    ...['reason', 'door', 'address', 'before', 'after'],
  ],
  cells: (entry) => [
    ...[entry.at, entry.actorKind],
    ...[entry.actor, entry.partner, entry.action, entry.subjectKind, entry.subject].map(csvText),
    ...[entry.subjectName, entry.merchantId, entry.merchantName].map(csvText),
    ...[entry.reason, entry.door].map(csvText),
    entry.address ?? '',
    ...[entry.before, entry.after].map((state) => (state === null ? '' : JSON.stringify(state))),
  ],
};

/** RFC 4180, UTF-8. */
export function auditCsv(entries: readonly AuditEntryView[]): string {
  return csvRows([auditColumn.names, ...entries.map(auditColumn.cells)]);
}
