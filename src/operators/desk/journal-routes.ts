import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toJsonAmount } from '../../domain/money.js';
import { koboIn } from '../../domain/naira.js';
import { resultCodes } from '../../domain/result-code.js';
import { ApiError } from '../../http/api-error.js';
import { ConfirmJournalRequest, JournalRequest } from '../journals/journal.dto.js';
import type { DeskRoom } from './desk-room.js';
import { filled, type FormBody, readForm } from '../../pages/parts/forms.js';
import { deskActor } from './forms.js';
import { needs } from './page-guard.js';
import { journalsDocument, type JournalsNotice } from './pages/journals.js';

interface JournalsRequest {
  Params: { readonly proposalId: string };
  Querystring: { readonly done?: unknown; readonly cursor?: unknown };
  Body: FormBody | null;
}

const pageSize = 50;
const saidAfter: Readonly<Record<string, string>> = {
  proposed: 'Proposed. Another operator must confirm it.',
  posted: 'Posted. It is in the books.',
  withdrawn: 'Withdrawn.',
};

/** The pages of journals by hand: the proposals, and the forms that propose, confirm and withdraw. */
export function addJournalPages(room: FastifyInstance, desk: DeskRoom): void {
  const { journals } = desk.ports;
  room.get<JournalsRequest>('/journals', needs('journals:read'), (request, reply) => {
    const { done } = request.query;
    const said = typeof done === 'string' ? (saidAfter[done] ?? null) : null;
    return show(desk, request, reply, { fault: null, done: said, typed: {} });
  });
  const form = (path: string, act: (request: FastifyRequest<JournalsRequest>) => Promise<string>) =>
    room.post<JournalsRequest>(path, needs('journals:write'), async (request, reply) => {
      try {
        return reply.redirect(`/desk/journals?done=${await act(request)}`, 303);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        request.note.reason = error.reason;
        const notice = { fault: error.message, done: null, typed: textsOf(request.body ?? {}) };
        return show(desk, request, reply.code(resultCodes[error.reason].httpStatus), notice);
      }
    });
  form('/journals', async (request) => {
    const wish = readForm(JournalRequest, wishOf(filled(request.body ?? {})));
    await journals.propose(wish, deskActor(request));
    return 'proposed';
  });
  form('/journals/:proposalId/confirm', async (request) => {
    const { shownHash } = readForm(ConfirmJournalRequest, filled(request.body ?? {}));
    await journals.confirm(request.params.proposalId, deskActor(request), shownHash);
    return 'posted';
  });
  form('/journals/:proposalId/withdraw', async (request) => {
    await journals.withdraw(request.params.proposalId, deskActor(request));
    return 'withdrawn';
  });
}

async function show(
  { ports, frame, html }: DeskRoom,
  request: FastifyRequest<JournalsRequest>,
  reply: FastifyReply,
  notice: JournalsNotice,
): Promise<FastifyReply> {
  const { cursor } = request.query;
  const at = typeof cursor === 'string' ? { cursor } : {};
  const page = await ports.journals.list(null, { size: pageSize, ...at });
  return html(reply, journalsDocument(frame(request), page, notice));
}

/** Makes a request body for the API from the form. */
function wishOf({ reverse, debit, credit, amount, reason }: FormBody): object {
  if (reverse !== undefined) return { reverse: wholeNumber(reverse), reason };
  const amountMinor = koboOf(amount);
  const legs = [
    { account: debit, amountMinor },
    { account: credit, amountMinor: -amountMinor },
  ];
  return { legs, reason };
}

/** Converts a number; any other text is passed on, and the API refuses it with the field's name. */
function wholeNumber(text: unknown): unknown {
  return typeof text === 'string' && /^\d{1,15}$/.test(text.trim()) ? Number(text) : text;
}

/** Reads naira as people write them: 3,000 or 3000.50. @throws ApiError VALIDATION_FAILED */
export function koboOf(text: unknown): number {
  const kobo = typeof text === 'string' ? koboIn(text) : undefined;
  if (kobo !== undefined) return toJsonAmount(kobo);
  const message = 'amount must be naira, such as 3,000.00';
  const errors = [{ field: 'amount', rule: 'pattern' as const, message }];
  throw new ApiError('VALIDATION_FAILED', { message: `${message}.`, errors });
}

function textsOf(body: FormBody): Record<string, string> {
  const texts = Object.entries(body).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts) as Record<string, string>;
}
