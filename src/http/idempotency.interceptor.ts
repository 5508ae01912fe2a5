import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Envelope } from './envelope.js';
import type { IdempotentReplies } from './idempotent-replies.js';

const methods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Gives merchants' requests that change something the header Idempotency-Key. Without it a request costs nothing more. */
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly replies: IdempotentReplies) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { method, url, body, headers, note } = request;
    const key = headers['idempotency-key'];
    // Operations without a merchant's token (hooks, authenticate) have none.
    const merchantId = note.merchant?.merchantId;
    if (key === undefined || merchantId === undefined || !methods.has(method)) return next.handle();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const call = { merchantId, key: String(key), method, url, body };
    const work = (): Promise<Envelope<unknown>> => lastValueFrom(next.handle());
    return from(this.#answer(reply, this.replies.once(call, work)));
  }

  async #answer(reply: FastifyReply, answer: ReturnType<IdempotentReplies['once']>) {
    const { replayed, body } = await answer;
    if (replayed) reply.header('idempotent-replayed', 'true');
    return body;
  }
}
