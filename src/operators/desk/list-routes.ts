import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CaseFilter, causeOf, caseSorts, type CaseSort } from '../cases/case-record.js';
import { lagosDay } from '../../domain/lagos-day.js';
import type { PageQuery } from '../../http/paging.js';
import type { DeskRoom } from './desk-room.js';
import { type FormBody, refuse, textOf } from '../../pages/parts/forms.js';
import { visitorOf, waitingOf } from './forms.js';
import { needs } from './page-guard.js';
import { decisionColumn, decisionsDocument, type DecisionsWish } from './pages/decisions.js';
import { glossaryDocument } from './pages/glossary.js';
import {
  queueDocument,
  queuePath,
  type QueueView,
  type QueueWish,
  usualLeftOut,
} from './pages/queue.js';
import { sendFile } from './saved-file.js';

type Query = Readonly<Record<string, unknown>>;
const pageSize = 50;

/** The pages of the queue, and of all decisions. */
export function addListPages(room: FastifyInstance, { ports, frame, html }: DeskRoom): void {
  room.get<{ Querystring: Query }>('/cases', needs('cases:read'), (request, reply) =>
    showQueue({ ports, frame, html }, request, reply, {
      wish: queueWishOf(request.query),
      fault: null,
      typedName: '',
    }),
  );
  room.get('/counts', needs('cases:read'), (request, reply) => reply.send(waitingOf(request)));
  room.post<{ Body: FormBody | null }>('/views', needs('self:write'), async (request, reply) => {
    const name = textOf(request.body, 'name').trim();
    // Only the queue's own filters are saved, so that a saved view cannot lead to another page.
    const wish = queueWishOf(
      Object.fromEntries(new URLSearchParams(textOf(request.body, 'query').slice(0, 500))),
    );
    const query = queuePath(usualLeftOut(wish)).split('?')[1] ?? '';
    try {
      await ports.cases.saveView(visitorOf(request), { name, query });
      return await reply.redirect(`/desk/cases?${query}`, 303);
    } catch (error) {
      const fault = refuse(request, reply, error);
      return showQueue({ ports, frame, html }, request, reply, { wish, fault, typedName: name });
    }
  });
  room.post<{ Body: FormBody | null }>(
    '/views/forget',
    needs('self:write'),
    async (request, reply) => {
      await ports.cases.forgetView(visitorOf(request), textOf(request.body, 'name'));
      return reply.redirect('/desk/cases', 303);
    },
  );
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
      return sendFile(request, reply, {
        ...{ name: 'decisions', column: decisionColumn },
        read: (page) => ports.cases.audit(filter, page),
      });
    },
  );
}

/** The fewest cases of one cause that are grouped into one row. */
const groupedFrom = 5;

async function showQueue(
  { ports, frame, html }: DeskRoom,
  request: FastifyRequest,
  reply: FastifyReply,
  said: Pick<QueueView, 'wish' | 'fault' | 'typedName'>,
): Promise<FastifyReply> {
  const { wish } = said;
  const visitor = visitorOf(request);
  const [counts, operators, views] = await Promise.all([
    ports.cases.counts(),
    ports.operators.names(),
    ports.cases.views(visitor),
  ]);
  // A search lists each case by itself, so nothing is grouped then.
  const isWhole = Object.keys(usualLeftOut(wish)).length === 0;
  const grouped = isWhole ? counts.filter(({ count }) => count >= groupedFrom) : [];
  const place = { size: pageSize, ...cursorOf(request.query as Query) };
  const list = (isHolding: boolean | null, at: PageQuery) => {
    const causes = grouped.filter((each) => isHolding === null || each.isHolding === isHolding);
    const filter = { ...filterOfWish(wish), isHolding, without: causes.map(causeOf) };
    return ports.cases.list(filter, wish.sort as CaseSort, at, visitor);
  };
  const isFirst = place.cursor === undefined;
  const [page, holding] = await Promise.all([
    list(isWhole ? false : null, place),
    isWhole && isFirst ? list(true, { size: pageSize }) : null,
  ]);
  const first = { grouped: isFirst ? grouped : [], holding: holding?.items ?? [] };
  const waiting = waitingOf(request);
  const view = { ...said, page, counts, ...first, waiting, views, operators };
  return html(reply, queueDocument(frame(request), view));
}

function filterOfWish(wish: QueueWish): Omit<CaseFilter, 'isHolding' | 'without'> {
  const { status, kind, reason, merchantId, provider, assignee, q } = wish;
  const isOpen = status === 'OPEN' || status === 'SNOOZED';
  return {
    status: isOpen ? 'OPEN' : status === 'ALL' ? null : 'CLOSED',
    isSnoozed: isOpen ? status === 'SNOOZED' : null,
    kind: kind || null,
    reason: reason || null,
    merchantId: merchantId || null,
    provider: provider || null,
    assignee: assignee === '*' ? null : assignee,
    search: q || null,
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim().slice(0, 100) : '';
}

/** A filter that is missing in the address, or is invalid, gets its usual value. */
function queueWishOf(query: Query): QueueWish {
  const [status, sort] = [text(query['status']), text(query['sort'])];
  return {
    status: ['OPEN', 'SNOOZED', 'CLOSED', 'ALL'].includes(status) ? status : 'OPEN',
    kind: text(query['kind']),
    reason: text(query['reason']),
    merchantId: text(query['merchantId']),
    provider: text(query['provider']),
    assignee: query['assignee'] === undefined ? '*' : text(query['assignee']),
    q: text(query['q']),
    sort: caseSorts.find((each) => each === sort) ?? 'URGENT',
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
