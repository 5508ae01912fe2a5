import type { FastifyReply, FastifyRequest } from 'fastify';
import { resultCodes } from '../../domain/result-code.js';
import { ApiError } from '../../http/api-error.js';
import { DtoPipe } from '../../http/dto.pipe.js';

/** The fields that a browser sent with a form. */
export type FormBody = Readonly<Record<string, unknown>>;

const pipe = new DtoPipe();

/** Reads a form by the same rules as a body of the API. @throws ApiError */
export function readForm<Dto>(metatype: new () => Dto, body: object): Dto {
  return pipe.transform(body, { type: 'body', metatype }) as Dto;
}

/**
 * Reads the query of an address by the same rules as a query of the API; empty fields count as missing.
 *
 * @throws ApiError
 */
export function readQuery<Dto>(metatype: new () => Dto, query: object): Dto {
  return pipe.transform(filled(query as FormBody), { type: 'query', metatype }) as Dto;
}

/** Leaves out empty fields, because a browser sends these too. */
export function filled(body: FormBody): FormBody {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''));
}

/** Returns a text of a form; empty when it was not sent. */
export function textOf(body: FormBody | null, field: string): string {
  const value = body?.[field];
  return typeof value === 'string' ? value : '';
}

/**
 * Gives a reply the status of a refusal; returns the words for the page that shows the form again.
 *
 * @throws any other error
 */
export function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  request.note.reason = error.reason;
  void reply.code(resultCodes[error.reason].httpStatus).headers(error.details.headers ?? {});
  return refusalText(error);
}

/** The words for a refusal, as a page shows them. */
export function refusalText(error: ApiError): string {
  return error.reason === 'RATE_LIMITED' ? waitText(error) : error.message;
}

/** A flood of requests is over in seconds; wrong passwords are forgotten after a quarter of an hour. */
function waitText({ details }: ApiError): string {
  const seconds = Number(details.headers?.['retry-after'] ?? 0);
  if (seconds < 60) return 'Too many passwords are checked at this moment. Try again.';
  return `Too many tries. Wait ${Math.ceil(seconds / 60)} minutes.`;
}
