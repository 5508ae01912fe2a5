import type { FastifyRequest } from 'fastify';
import { DtoPipe } from '../http/dto.pipe.js';

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
export function operatorOf({ note }: Pick<FastifyRequest, 'note'>): string {
  if (note.operator === undefined) throw new Error('the page asks nobody to sign in');
  return note.operator.name;
}
