import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error.js';
import { operatorOf } from '../people/operator.guard.js';
import { ownPersonOf } from '../people/operator-door.js';
import { isRole, type Role, roles } from '../people/permissions.js';
import type { DeskRoom } from './desk-room.js';
import { type FormBody, refuse, textOf } from '../../pages/parts/forms.js';
import { deskActor } from './forms.js';
import { needs } from './page-guard.js';
import { type OwnNotice, ownDocument } from './pages/own.js';
import type { SessionCookie } from '../../pages/parts/session-cookie.js';

interface OwnRequest {
  Params: { readonly id: string };
  Querystring: { readonly done?: unknown };
  Body: FormBody | null;
}

const saidAfter: Readonly<Record<string, string>> = {
  ended: 'Ended.',
  password: 'Your password is changed. All other sessions have ended.',
};
const typedNames = ['password', 'newPassword', 'again', 'code'] as const;
const longestDays = 366;

/** The pages on which people manage their own sessions, and their tokens for the command line. */
export function addOwnPages(room: FastifyInstance, desk: DeskRoom, cookie: SessionCookie): void {
  const { people } = desk.ports;
  room.get<OwnRequest>('/you', needs('self:write'), (request, reply) => {
    const { done } = request.query;
    const said = typeof done === 'string' ? (saidAfter[done] ?? null) : null;
    return show(desk, request, reply, { fault: null, done: said, token: null });
  });
  room.post<OwnRequest>('/you/tokens', needs('self:write'), async (request, reply) => {
    try {
      const { token } = await people.addToken(deskActor(request), wantedToken(request));
      return await show(desk, request, reply, { fault: null, done: null, token });
    } catch (error) {
      return showFault(desk, request, reply, error);
    }
  });
  room.post<OwnRequest>('/you/password', needs('self:write'), async (request, reply) => {
    const [password, newPassword, again, code] = typedNames.map((name) =>
      textOf(request.body, name),
    ) as [string, string, string, string];
    try {
      const typed = { password, newPassword, again, code };
      const own = ownPersonOf(operatorOf(request));
      await desk.ports.ownPassword.change(deskActor(request), own, typed, request.ip);
      return await reply.redirect('/desk/you?done=password', 303);
    } catch (error) {
      return showFault(desk, request, reply, error);
    }
  });
  room.post<OwnRequest>('/you/tokens/:id/end', needs('self:write'), async (request, reply) => {
    const { operatorId } = operatorOf(request);
    await people.endToken(deskActor(request), request.params.id, operatorId);
    return reply.redirect('/desk/you?done=ended', 303);
  });
  room.post<OwnRequest>('/you/sessions/:id/end', needs('self:write'), async (request, reply) => {
    const { operatorId, doorId } = operatorOf(request);
    const { id } = request.params;
    await people.endSession(deskActor(request), id, operatorId);
    if (id !== doorId) return reply.redirect('/desk/you?done=ended', 303);
    cookie.takeBack(reply);
    return reply.redirect('/desk/sign-in', 303);
  });
}

/** @throws ApiError VALIDATION_FAILED */
export function wantedToken(
  request: FastifyRequest<{ Body: FormBody | null }>,
  operatorId = operatorOf(request).operatorId,
) {
  const days = Number(textOf(request.body, 'days') || '90');
  if (!Number.isInteger(days) || days < 1 || days > longestDays) {
    const message = `days must be a whole number from 1 to ${longestDays}`;
    const errors = [{ field: 'days', rule: 'max' as const, message }];
    throw new ApiError('VALIDATION_FAILED', { message: `${message}.`, errors });
  }
  const label = textOf(request.body, 'label').trim().slice(0, 60) || null;
  // Only an empty field gives the token all that its operator may: a role that cannot be read must not.
  const isWhole = (request.body?.['role'] ?? '') === '';
  return { operatorId, label, role: isWhole ? null : roleOf(request.body), days };
}

/** @throws ApiError VALIDATION_FAILED */
export function roleOf(body: FormBody | null): Role {
  const role = textOf(body, 'role');
  if (isRole(role)) return role;
  const message = `role must be one of ${roles.join(', ')}`;
  const errors = [{ field: 'role', rule: 'oneOf' as const, message }];
  throw new ApiError('VALIDATION_FAILED', { message: `${message}.`, errors });
}

function showFault(
  desk: DeskRoom,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): Promise<FastifyReply> {
  const fault = refuse(request, reply, error);
  return show(desk, request, reply, { fault, done: null, token: null });
}

async function show(
  { ports, frame, html }: DeskRoom,
  request: FastifyRequest,
  reply: FastifyReply,
  notice: OwnNotice,
): Promise<FastifyReply> {
  const own = operatorOf(request);
  const [sessions, tokens] = await Promise.all([
    ports.people.sessions(own.name),
    ports.people.tokens(own.name),
  ]);
  return html(reply, ownDocument(frame(request), own, { sessions, tokens }, notice));
}
