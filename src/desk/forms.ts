import type { FastifyRequest } from 'fastify';
import type { Actor } from '../domain/actor.js';
import { DtoPipe } from '../http/dto.pipe.js';
import { operatorOf as guardedOperatorOf } from '../operators/operator.guard.js';
import { ownActor } from '../operators/sign-ins.js';

/** What a form has sent. */
export type FormBody = Readonly<Record<string, unknown>>;

const pipe = new DtoPipe();

/** As a body of the API is read. @throws ApiError */
export function readForm<Dto>(metatype: new () => Dto, body: object): Dto {
  return pipe.transform(body, { type: 'body', metatype }) as Dto;
}

/** A form sends its empty fields as well. */
export function filled(body: FormBody): FormBody {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''));
}

/** The name of the operator who is signed in. */
export function operatorOf(request: Pick<FastifyRequest, 'note'>): string {
  return guardedOperatorOf(request).name;
}

/** Who asks at the desk, for the visitors' book. */
export function deskActor(request: FastifyRequest, reason: string | null = null): Actor {
  return { ...ownActor(operatorOf(request), request.ip), reason };
}

/** A text of a form; empty when it was not sent. */
export function textOf(body: FormBody | null, field: string): string {
  const value = body?.[field];
  return typeof value === 'string' ? value : '';
}
