import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { merchantOf } from '../http/request-note.js';
import { Keys } from './keys.js';

/** Whoever rotates a key knows its secret, and so has all that it may do. */
@Injectable()
export class RotationGuard implements CanActivate {
  constructor(private readonly keys: Keys) {}

  /** @throws ApiError SCOPE_MISSING when the key may do more than the one that the request was sent with. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { clientId = '' } = request.params as { clientId?: string };
    const { merchantId } = merchantOf(request);
    await this.keys.refuseMore({ merchantId, clientId }, request.note.scopes ?? new Set());
    return true;
  }
}
