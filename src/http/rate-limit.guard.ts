import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LoadShedding } from './load-shedding.js';
import { type RateLimits, unlimited } from './rate-limits.js';

/**
 * Counts the requests of each merchant, once the token says whose they are. A request that would only wait is refused
 * first.
 */
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly limits: RateLimits,
    private readonly load: LoadShedding,
  ) {}

  /** @throws ApiError RATE_LIMITED or MAINTENANCE */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const { note, ip, url } = http.getRequest<FastifyRequest>();
    if (!unlimited.test(url)) this.load.admit(note.merchantId ?? ip);
    const { merchant } = note;
    if (merchant === undefined) return true;
    const counted = this.limits.ofMerchant(merchant.merchantId, http.getResponse<FastifyReply>());
    return counted === undefined || counted.then(() => true);
  }
}
