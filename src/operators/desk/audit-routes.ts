import type { FastifyInstance } from 'fastify';
import { auditColumn } from '../audit/audit-csv.js';
import type { AuditFilter } from '../audit/audit.store.js';
import { lagosDay } from '../../domain/lagos-day.js';
import type { DeskRoom } from './desk-room.js';
import { needs } from './page-guard.js';
import { auditDocument, type AuditWish } from './pages/audit.js';
import { sendFile } from './saved-file.js';

type Query = Readonly<Record<string, unknown>>;
const pageSize = 50;

/** The pages of the audit: every change, and who made it. */
export function addAuditPages(room: FastifyInstance, { ports, frame, html }: DeskRoom): void {
  room.get<{ Querystring: Query }>('/audit', needs('audit:read'), async (request, reply) => {
    const wish = wishOf(request.query);
    const { cursor } = request.query;
    const at = typeof cursor === 'string' && cursor !== '' ? { cursor } : {};
    const page = await ports.audit.list(filterOf(wish), { size: pageSize, ...at });
    return html(reply, auditDocument(frame(request), wish, page));
  });
  room.get<{ Querystring: Query }>('/audit.csv', needs('audit:read'), async (request, reply) => {
    const filter = filterOf(wishOf(request.query));
    return sendFile(request, reply, {
      ...{ name: 'audit', column: auditColumn },
      read: (page) => ports.audit.list(filter, page),
    });
  });
}

function wishOf(query: Query): AuditWish {
  const [actor, action, subject, merchantId, day] = [
    ...['actor', 'action', 'subject', 'merchantId', 'day'].map((name) => textOf(query[name])),
  ] as [string, string, string, string, string];
  return { actor, action, subject, merchantId, day: lagosDay(day) === undefined ? '' : day };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim().slice(0, 100) : '';
}

function filterOf({ actor, action, subject, merchantId, day }: AuditWish): AuditFilter {
  const bounds = day === '' ? undefined : lagosDay(day);
  return {
    ...{ actor: actor || null, action: action || null, subject: subject || null },
    ...{ merchantId: merchantId || null, since: bounds?.since ?? null },
    before: bounds?.before ?? null,
  };
}
