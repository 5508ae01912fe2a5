import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { clientOf, mayDo, merchantOf } from '../../http/request-note.js';
import { Keys } from './keys.js';
import { scopeMissing } from '../../http/access/token.guard.js';

/** A caller who rotates a key learns its secret, and so gets everything that the key may do. */
@Injectable()
export class RotationGuard implements CanActivate {
  constructor(private readonly keys: Keys) {}

  /** @throws ApiError SCOPE_MISSING when it is another key, and may do more than the one that the request was sent with. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { clientId = '' } = request.params as { clientId?: string };
    const { merchantId } = merchantOf(request);
    const asking = { clientId: clientOf(request), held: request.note.scopes ?? new Set<string>() };
    if (clientId !== asking.clientId && !mayDo(request, 'keys:write')) {
      throw scopeMissing('keys:write');
    }
    await this.keys.trustOf({ merchantId, clientId }, asking);
    return true;
  }
}
