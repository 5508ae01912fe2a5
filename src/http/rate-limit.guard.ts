import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimits } from './rate-limits.js';

/** Counts the requests of each merchant, once the token has told whose they are. */
export class RateLimitGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  /** @throws ApiError RATE_LIMITED */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const { merchant } = http.getRequest<FastifyRequest>().note;
    if (merchant === undefined) return true;
    const counted = this.limits.ofMerchant(merchant.merchantId, http.getResponse<FastifyReply>());
    return counted === undefined || counted.then(() => true);
  }
}
