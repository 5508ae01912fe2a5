import { csvRows, csvText } from '../../domain/csv.js';
import type { AuditEntryView } from './audit.dto.js';

const columns = [
  ...['at', 'actorKind', 'actor', 'partner', 'action', 'subjectKind', 'subject', 'subjectName'],
  ...['merchantId', 'merchantName'],
  ...['reason', 'door', 'address', 'before', 'after'],
];

/** RFC 4180, UTF-8. Times are in UTC. */
export function auditCsv(entries: readonly AuditEntryView[]): string {
  const rows = entries.map((entry) => [
    ...[entry.at, entry.actorKind],
    ...[entry.actor, entry.partner, entry.action, entry.subjectKind, entry.subject].map(csvText),
    ...[entry.subjectName, entry.merchantId, entry.merchantName].map(csvText),
    ...[entry.reason, entry.door].map(csvText),
    entry.address ?? '',
    ...[entry.before, entry.after].map((state) => (state === null ? '' : JSON.stringify(state))),
  ]);
  return csvRows([columns, ...rows]);
}
