import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { lagosDay } from '../../domain/lagos-day.js';
import { ApiError } from '../../http/api-error.js';
import { ReasonRequest } from '../cases/case-requests.dto.js';
import type { DeskRoom } from './desk-room.js';
import { type FormBody, readForm, refuse, textOf } from '../../pages/parts/forms.js';
import { deskActor } from './forms.js';
import { needs } from './page-guard.js';
import { schedulesDocument } from './pages/schedules.js';

interface ScheduleRequest {
  Params: { readonly errandId: string };
  Body: FormBody | null;
}

const saidAfter: Readonly<Record<string, string>> = {
  proposed: 'Proposed. Another operator must confirm it.',
  confirmed: 'Confirmed. A refund is ordered; a Schedule does it within seconds.',
  withdrawn: 'Withdrawn.',
};

/**
 * The pages of Schedules (payouts, the banks' statements, the sweep, the proof of the books), and of the errands that
 * wait for a second operator.
 */
export function addSchedulePages(room: FastifyInstance, desk: DeskRoom): void {
  const { schedules, errands } = desk.ports;
  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    said: { readonly fault: string | null; readonly done: string | null },
  ): Promise<FastifyReply> => {
    const [all, waiting, lately] = await Promise.all([
      schedules.list().catch(onlyWhenAway),
      errands.waiting(),
      errands.lately(),
    ]);
    const shown = { schedules: all, waiting, lately };
    return desk.html(reply, schedulesDocument(desk.frame(request), shown, said));
  };
  room.get<{ Querystring: { readonly done?: unknown } }>(
    '/schedules',
    needs('journals:read'),
    (request, reply) => {
      const { done } = request.query;
      return show(request, reply, { fault: null, done: saidAfter[String(done)] ?? null });
    },
  );
  const form = (path: string, act: (request: FastifyRequest<ScheduleRequest>) => Promise<string>) =>
    room.post<ScheduleRequest>(path, needs('journals:write'), async (request, reply) => {
      try {
        return await reply.redirect(`/desk/schedules?done=${await act(request)}`, 303);
      } catch (error) {
        return show(request, reply, { fault: refuse(request, reply, error), done: null });
      }
    });
  form('/schedules/propose', async (request) => {
    const reason = textOf(request.body, 'reason');
    readForm(ReasonRequest, { reason });
    const wanted = {
      scheduleId: textOf(request.body, 'scheduleId'),
      act: textOf(request.body, 'act'),
      since: lagosDay(textOf(request.body, 'since'))?.since ?? null,
    };
    await schedules.propose(wanted, deskActor(request, reason));
    return 'proposed';
  });
  form('/errands/:errandId/confirm', async (request) => {
    await errands.confirm(request.params.errandId, deskActor(request));
    return 'confirmed';
  });
  form('/errands/:errandId/withdraw', async (request) => {
    await errands.withdraw(request.params.errandId, deskActor(request));
    return 'withdrawn';
  });
}

/** Returns null when Temporal is away, so that the rest of the page is still shown. */
function onlyWhenAway(error: unknown): null {
  if (error instanceof ApiError && error.reason === 'WORKFLOWS_UNAVAILABLE') return null;
  throw error;
}
