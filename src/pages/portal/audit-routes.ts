import { csvText } from '../../domain/csv.js';
import { lagosDay, lagosMoment } from '../../domain/lagos-day.js';
import type { Column } from '../../http/list-columns.js';
import { type AuditFilters, auditPage } from './pages/audit.js';
import type { AuditWish, PortalPorts, SeenEntry } from './portal-ports.js';
import type { PortalCall, PortalRoute } from './portal-route.js';
import { savedList } from './saved-list.js';

/** A row of the audit as a file. Times are in Lagos, as on the page. */
const column: Column<SeenEntry> = {
  names: ['at', 'who', 'kind', 'action', 'subjectKind', 'subject', 'address', 'before', 'after'],
  cells: (entry) => [
    lagosMoment(entry.at),
    ...[entry.who, entry.whoKind, entry.action, entry.subjectKind, entry.subject].map(csvText),
    entry.address ?? '',
    ...[entry.before, entry.after].map((state) => (state === null ? '' : JSON.stringify(state))),
  ],
};

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
      handler: (call) => {
        const wish = wishOf(filtersOf(call.query));
        return savedList(call, {
          ...{ name: 'audit', columns: [column], wish: {} },
          read: async ({ cursor = '' }) => {
            const { merchantId } = call.viewer;
            const { entries, nextCursor } = await audit.list(merchantId, wish, cursor || null);
            const hasMore = nextCursor !== null;
            return { items: [...entries], page: { size: entries.length, nextCursor, hasMore } };
          },
        });
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
