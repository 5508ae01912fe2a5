import { csvRows, csvText } from '../../domain/csv.js';
import { lagosDay, lagosMoment } from '../../domain/lagos-day.js';
import { type AuditFilters, auditPage } from './pages/audit.js';
import type { AuditWish, PortalPorts, SeenEntry } from './portal-ports.js';
import type { PortalCall, PortalRoute } from './portal-route.js';

/** A file has at most this many pages of a hundred entries. A filter for a day or a person makes it shorter. */
const filePages = 100;
const columns = [
  ...['at', 'who', 'kind', 'action', 'subjectKind', 'subject', 'address', 'before', 'after'],
];

/** The merchant's own audit: who did what, from where, and what changed. */
export function auditRoutes({ audit }: Pick<PortalPorts, 'audit'>): readonly PortalRoute[] {
  return [
    {
      ...{ method: 'GET', path: '/audit', right: 'audit:read' },
      handler: async ({ viewer, query }) => {
        const filters = filtersOf(query);
        const cursor = textOf(query['cursor']) || null;
        const page = await audit.list(viewer.merchantId, wishOf(filters), cursor);
        return { page: auditPage(filters, page) };
      },
    },
    {
      ...{ method: 'GET', path: '/audit.csv', right: 'audit:read' },
      handler: async ({ viewer, query }) => {
        const wish = wishOf(filtersOf(query));
        const entries: SeenEntry[] = [];
        let cursor: string | null = null;
        for (let read = 0; read < filePages; read += 1) {
          const page = await audit.list(viewer.merchantId, wish, cursor);
          entries.push(...page.entries);
          cursor = page.nextCursor;
          if (cursor === null) break;
        }
        const content = auditCsv(entries);
        return { file: { name: 'audit.csv', type: 'text/csv; charset=utf-8', content } };
      },
    },
  ];
}

type Query = PortalCall['query'];

function filtersOf(query: Query): AuditFilters {
  const [who, action, day] = ['who', 'action', 'day'].map((name) => textOf(query[name])) as [
    string,
    string,
    string,
  ];
  return { who, action, day: lagosDay(day) === undefined ? '' : day };
}

function wishOf({ who, action, day }: AuditFilters): AuditWish {
  return { who: who || null, action: action || null, day: day || null };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim().slice(0, 200) : '';
}

/** RFC 4180, UTF-8. Times are in Lagos, as on the page. */
function auditCsv(entries: readonly SeenEntry[]): string {
  const rows = entries.map((entry) => [
    lagosMoment(entry.at),
    ...[entry.who, entry.whoKind, entry.action, entry.subjectKind, entry.subject].map(csvText),
    entry.address ?? '',
    ...[entry.before, entry.after].map((state) => (state === null ? '' : JSON.stringify(state))),
  ]);
  return csvRows([columns, ...rows]);
}
