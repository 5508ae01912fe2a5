import { HttpException, NotFoundException } from '@nestjs/common';
import { errorCodes } from 'fastify';
import { expect, it } from 'vitest';
import { ApiError } from '../../../src/http/api-error.js';
import { toApiError } from '../../../src/http/error-mapping.js';

const nowhere = (): undefined => undefined;
const withCode = (code: string, syscall?: string) =>
  Object.assign(new Error('x'), { code, ...(syscall === undefined ? {} : { syscall }) });

it.each([
  ['our own', new ApiError('RESOURCE_NOT_FOUND'), 'RESOURCE_NOT_FOUND'],
  ['a body that is too large', new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE(), 'PAYLOAD_TOO_LARGE'],
  [
    'one that Nest wrapped',
    new HttpException('x', 415, { cause: new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE('a/b') }),
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'a QUERY without a body',
    new errorCodes.FST_ERR_ROUTE_MISSING_CONTENT_TYPE('QUERY'),
    'ROUTE_NOT_FOUND',
  ],
  [
    'a refusal of Fastify that has no line of its own',
    Object.assign(new Error('x'), { code: 'FST_ERR_NEW', statusCode: 422 }),
    'VALIDATION_FAILED',
  ],
  [
    'a fault of Fastify',
    Object.assign(new Error('x'), { code: 'FST_ERR_NEW', statusCode: 500 }),
    'INTERNAL_ERROR',
  ],
  ['no route', new NotFoundException(), 'ROUTE_NOT_FOUND'],
  ['a database that refuses connections', withCode('ECONNREFUSED'), 'MAINTENANCE'],
  ['a database that shuts down', withCode('57P01'), 'MAINTENANCE'],
  ['a statement that took too long', withCode('57014'), 'MAINTENANCE'],
  ['a socket whose queue is full', withCode('EAGAIN', 'connect'), 'MAINTENANCE'],
  ['a socket that is not there', withCode('ENOENT', 'connect'), 'MAINTENANCE'],
  ['a file that is not there', withCode('ENOENT', 'open'), 'INTERNAL_ERROR'],
  ['a deadlock', withCode('40P01'), 'MAINTENANCE'],
  ['a transaction that came between others', withCode('40001'), 'MAINTENANCE'],
  ['a full disk', withCode('53100'), 'MAINTENANCE'],
  ['a database that only reads', withCode('25006'), 'MAINTENANCE'],
  ['a disk that fails', withCode('58030'), 'MAINTENANCE'],
  ['a password that is refused', withCode('28P01'), 'MAINTENANCE'],
  ['a database that is not there', withCode('3D000'), 'MAINTENANCE'],
  [
    'a connection that is closed',
    new Error('Client was closed and is not queryable'),
    'MAINTENANCE',
  ],
  ['a missing table', withCode('42P01'), 'INTERNAL_ERROR'],
  ['a lost connection', new Error('Connection terminated unexpectedly'), 'MAINTENANCE'],
  ['a broken constraint', withCode('23505'), 'INTERNAL_ERROR'],
  ['a mistake of ours', new TypeError('x is not a function'), 'INTERNAL_ERROR'],
  ['something that is no error', 'text', 'INTERNAL_ERROR'],
  ['nothing', undefined, 'INTERNAL_ERROR'],
])('answers %s', (_name, thrown, reason) => {
  expect(toApiError(thrown, nowhere).reason).toBe(reason);
});

it('tells the methods of a path that has some', () => {
  const error = toApiError(new NotFoundException(), () => 'POST');
  expect(error.reason).toBe('METHOD_NOT_ALLOWED');
  expect(error.details.headers).toEqual({ allow: 'POST' });
});

it('tells nothing of what it does not know', () => {
  const error = toApiError(new Error('password authentication failed for user "manilla"'), nowhere);
  expect(error.message).toBe('System malfunction');
});
