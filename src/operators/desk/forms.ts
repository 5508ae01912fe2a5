import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/actor.js';
import { resultCodes } from '../../domain/result-code.js';
import { ApiError } from '../../http/api-error.js';
import { DtoPipe } from '../../http/dto.pipe.js';
import { operatorOf as guardedOperatorOf } from '../people/operator.guard.js';
import type { Visitor } from '../cases/case-record.js';
import type { Operator } from '../people/operator.store.js';
import { ownActor } from '../people/sign-ins.js';

/** The fields that a form has sent. */
export type FormBody = Readonly<Record<string, unknown>>;

const pipe = new DtoPipe();

/** Reads a form as a body of the API is read. @throws ApiError */
export function readForm<Dto>(metatype: new () => Dto, body: object): Dto {
  return pipe.transform(body, { type: 'body', metatype }) as Dto;
}

/** A form sends its empty fields as well. */
export function filled(body: FormBody): FormBody {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''));
}

/** The operator who is signed in. */
export function operatorOf(request: Pick<FastifyRequest, 'note'>): Operator {
  return guardedOperatorOf(request);
}

/** Returns the operator at the desk as the actor of the audit. */
export function deskActor(request: FastifyRequest, reason: string | null = null): Actor {
  return { ...ownActor(operatorOf(request), request.ip), reason };
}

/** The operator at the desk as one who decides about cases. */
export function visitorOf(request: Pick<FastifyRequest, 'note'>): Visitor {
  const { name, operatorId } = operatorOf(request);
  return { name, operatorId, door: 'DESK' };
}

/** A text of a form; empty when it was not sent. */
export function textOf(body: FormBody | null, field: string): string {
  const value = body?.[field];
  return typeof value === 'string' ? value : '';
}

/**
 * Gives a reply the status of a refusal; returns the words for the page that the form stood on. @throws any other error
 */
export function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  const { reason, message, details } = error;
  request.note.reason = reason;
  void reply.code(resultCodes[reason].httpStatus).headers(details.headers ?? {});
  return reason === 'RATE_LIMITED' ? waitText(error) : message;
}

/** A flood is over in seconds; guesses are forgotten after a quarter of an hour. */
function waitText({ details }: ApiError): string {
  const seconds = Number(details.headers?.['retry-after'] ?? 0);
  if (seconds < 60) return 'Too many passwords are checked at this moment. Try again.';
  return `Too many tries. Wait ${Math.ceil(seconds / 60)} minutes.`;
}
