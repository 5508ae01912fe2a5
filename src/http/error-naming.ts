import type { FastifyRequest } from 'fastify';
import { reasonWords } from '../domain/reason-words.js';
import { resultCodes, type Reason } from '../domain/result-code.js';
import { ApiError } from './api-error.js';
import type { FieldError, FieldRule } from './field-error.js';

/** Names of fields by which a body names its subject, the most telling first. */
const subjects = [
  ...['paymentReference', 'settlementReference', 'refundReference', 'reference'],
  ...['sessionId', 'transactionReference', 'accountNumber', 'operatorId', 'name', 'prefix'],
] as const;

const rules: Readonly<Partial<Record<number, FieldRule>>> = { 401: 'known', 404: 'known' };

/** Adds the field to a refusal that names none: a program shows the refusal beside its own input. */
export function withField(error: ApiError, request: FastifyRequest): ApiError {
  const { reason, message, details } = error;
  const { httpStatus } = resultCodes[reason];
  if (httpStatus < 400 || httpStatus >= 500 || details.errors?.length) return error;
  const errors = fieldsOf(reason, request).map((field): FieldError => ({
    ...{ field, rule: rules[httpStatus] ?? 'state' },
    message: `${field}: ${reasonWords[reason].says}`,
  }));
  return errors.length === 0 ? error : new ApiError(reason, { ...details, message, errors });
}

function fieldsOf(reason: Reason, request: FastifyRequest): readonly string[] {
  const { about } = reasonWords[reason];
  if (about === undefined) return [];
  if (about !== 'subject') return [about];
  const path = request.routeOptions?.url ?? '';
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (parameters.length > 0) {
    return reason === 'RESOURCE_NOT_FOUND' ? parameters : parameters.slice(-1);
  }
  const given = [request.body, request.query].filter((part) => typeof part === 'object' && part);
  const sent = new Set(given.flatMap((part) => Object.keys(part as object)));
  return subjects.filter((name) => sent.has(name)).slice(0, 1);
}
