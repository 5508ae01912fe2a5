import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import type { RateLimits } from './rate-limits.js';

/** Counts the requests of each merchant, once the token has told whose they are. */
export class RateLimitInterceptor implements NestInterceptor {
  constructor(private readonly limits: RateLimits) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler,
  ): Observable<unknown> | Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const { merchant } = http.getRequest<FastifyRequest>().note;
    if (merchant === undefined) return next.handle();
    const counted = this.limits.ofMerchant(merchant.merchantId, http.getResponse<FastifyReply>());
    return counted === undefined ? next.handle() : counted.then(() => next.handle());
  }
}
