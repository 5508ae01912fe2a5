import type { FastifyReply, FastifyRequest } from 'fastify';
import { resultCodes } from '../../domain/result-code.js';
import { ApiError } from '../../http/api-error.js';
import { DtoPipe } from '../../http/dto.pipe.js';

/** The fields that a form has sent. */
export type FormBody = Readonly<Record<string, unknown>>;

const pipe = new DtoPipe();

/** Reads a form as a body of the API is read. @throws ApiError */
export function readForm<Dto>(metatype: new () => Dto, body: object): Dto {
  return pipe.transform(body, { type: 'body', metatype }) as Dto;
}

/** Reads the query of an address as one of the API is read; what it leaves empty is not given. @throws ApiError */
export function readQuery<Dto>(metatype: new () => Dto, query: object): Dto {
  return pipe.transform(filled(query as FormBody), { type: 'query', metatype }) as Dto;
}

/** A form sends its empty fields as well. */
export function filled(body: FormBody): FormBody {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''));
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
  request.note.reason = error.reason;
  void reply.code(resultCodes[error.reason].httpStatus).headers(error.details.headers ?? {});
  return refusalText(error);
}

/** The words of a refusal on a page. */
export function refusalText(error: ApiError): string {
  return error.reason === 'RATE_LIMITED' ? waitText(error) : error.message;
}

/** A flood is over in seconds; guesses are forgotten after a quarter of an hour. */
function waitText({ details }: ApiError): string {
  const seconds = Number(details.headers?.['retry-after'] ?? 0);
  if (seconds < 60) return 'Too many passwords are checked at this moment. Try again.';
  return `Too many tries. Wait ${Math.ceil(seconds / 60)} minutes.`;
}
