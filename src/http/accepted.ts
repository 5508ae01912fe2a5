import { ApiExtension } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ok, type Envelope } from './envelope.js';
import { acceptedKey } from './open-api-model.js';

/**
 * Documents HTTP 202 with code 00, and the same data as with HTTP 200. Use it without `HttpCode`, which would hide the
 * 202.
 */
export function AnswersAccepted(): MethodDecorator {
  return ApiExtension(acceptedKey, true);
}

/**
 * Answers a request that was accepted, and is carried out whatever the caller does: a success, with HTTP 202 until it
 * has ended. `data.status` has its progress.
 */
export function accepted<T extends { readonly status: string }>(
  reply: FastifyReply,
  { message, data, isUnderWay }: { message: string; data: T; isUnderWay: boolean },
): Envelope<T> {
  reply.status(isUnderWay ? 202 : 200);
  return ok(message, data);
}
