import {
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Envelope } from './envelope.js';
import { IdempotentReplies, type Answer } from './idempotent-replies.js';
import { replayedHeader } from './replayed.js';

/**
 * Lets an operation take an Idempotency-Key. Not every operation does, because an interceptor costs a read a tenth of
 * its CPU.
 */
export function TakesIdempotencyKey(): MethodDecorator & ClassDecorator {
  return UseInterceptors(IdempotencyInterceptor);
}

/** Gives a request of a merchant or of an operator the header Idempotency-Key. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly replies: IdempotentReplies) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { method, url, body, headers, note } = request;
    const key = headers['idempotency-key'];
    const caller = note.clientId ?? note.operator?.doorId;
    if (key === undefined || caller === undefined || method === 'GET') return next.handle();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const call = { caller, key: String(key), method, url, body };
    const work = async (): Promise<Answer> => {
      const body = await lastValueFrom<Envelope<unknown>>(next.handle());
      return { httpStatus: reply.statusCode, body };
    };
    return from(this.#answer(reply, this.replies.once(call, work)));
  }

  async #answer(reply: FastifyReply, answer: ReturnType<IdempotentReplies['once']>) {
    const { replayed, httpStatus, body } = await answer;
    if (replayed) reply.status(httpStatus).headers(replayedHeader);
    return body;
  }
}
