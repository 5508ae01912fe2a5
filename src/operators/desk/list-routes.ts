import type { FastifyInstance } from 'fastify';
import type { AuditedView } from '../cases/case-views.dto.js';
import { caseSorts, type CaseSort } from '../cases/case-record.js';
import { lagosDay } from '../../domain/lagos-day.js';
import type { DeskRoom } from './desk-room.js';
import { needs } from './page-guard.js';
import { decisionsCsv, decisionsDocument, type DecisionsWish } from './pages/decisions.js';
import { glossaryDocument } from './pages/glossary.js';
import { queueDocument, type QueueWish } from './pages/queue.js';

type Query = Readonly<Record<string, unknown>>;
const pageSize = 50;
/** A file of more is read by the API, page by page. */
const filePages = 20;

/** The queue, and the record of decisions. */
export function addListPages(room: FastifyInstance, { ports, frame, html }: DeskRoom): void {
  room.get<{ Querystring: Query }>('/', needs('cases:read'), async (request, reply) => {
    const { query } = request;
    const wish = queueWishOf(query);
    const { status, kind, reason, merchantId, provider, assignee, q } = wish;
    const filter = {
      status: status === 'ALL' ? null : (status as 'OPEN' | 'CLOSED'),
      kind: kind || null,
      reason: reason || null,
      merchantId: merchantId || null,
      provider: provider || null,
      assignee: assignee === '*' ? null : assignee,
      search: q || null,
    };
    const [page, holding, counts, operators] = await Promise.all([
      ports.cases.list(filter, wish.sort as CaseSort, { size: pageSize, ...cursorOf(query) }),
      ports.cases.holding(),
      ports.cases.counts(),
      ports.operators.names(),
    ]);
    return html(reply, queueDocument(frame(request), { wish, page, holding, counts, operators }));
  });
  room.get('/words', needs('self:write'), (request, reply) =>
    html(reply, glossaryDocument(frame(request))),
  );
  room.get<{ Querystring: Query }>('/decisions', needs('cases:read'), async (request, reply) => {
    const wish = decisionsWishOf(request.query);
    const [page, operators] = await Promise.all([
      ports.cases.audit(filterOf(wish), { size: pageSize, ...cursorOf(request.query) }),
      ports.operators.names(),
    ]);
    return html(reply, decisionsDocument(frame(request), wish, page, operators));
  });
  room.get<{ Querystring: Query }>(
    '/decisions.csv',
    needs('cases:read'),
    async (request, reply) => {
      const filter = filterOf(decisionsWishOf(request.query));
      const items: AuditedView[] = [];
      let cursor: string | null = '';
      for (let read = 0; read < filePages && cursor !== null; read += 1) {
        const page = await ports.cases.audit(filter, { size: 100, ...(cursor && { cursor }) });
        items.push(...page.items);
        cursor = page.page.nextCursor;
      }
      reply.header('content-disposition', 'attachment; filename="decisions.csv"');
      return reply.type('text/csv; charset=utf-8').send(decisionsCsv(items));
    },
  );
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim().slice(0, 100) : '';
}

/** A filter that the address lacks, or has wrongly, takes its usual value. */
function queueWishOf(query: Query): QueueWish {
  const [status, sort] = [text(query['status']), text(query['sort'])];
  return {
    status: ['OPEN', 'CLOSED', 'ALL'].includes(status) ? status : 'OPEN',
    kind: text(query['kind']),
    reason: text(query['reason']),
    merchantId: text(query['merchantId']),
    provider: text(query['provider']),
    assignee: query['assignee'] === undefined ? '*' : text(query['assignee']),
    q: text(query['q']),
    sort: caseSorts.find((each) => each === sort) ?? 'OLDEST',
  };
}

function decisionsWishOf(query: Query): DecisionsWish {
  const day = text(query['day']);
  return { operator: text(query['operator']), day: lagosDay(day) === undefined ? '' : day };
}

function filterOf({ operator, day }: DecisionsWish) {
  return { operator: operator || null, day: day || null };
}

function cursorOf({ cursor }: Query): { cursor?: string } {
  return typeof cursor === 'string' && cursor !== '' ? { cursor } : {};
}
