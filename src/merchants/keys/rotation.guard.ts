import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { clientOf, mayDo } from '../../http/request-note.js';
import { scopeMissing } from '../../http/access/token.guard.js';

/** Any key may claim itself; another key is rotated only with `keys:write`. */
@Injectable()
export class RotationGuard implements CanActivate {
  /** @throws ApiError SCOPE_MISSING */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { clientId } = request.params as { clientId?: string };
    if (clientId !== clientOf(request) && !mayDo(request, 'keys:write')) {
      throw scopeMissing('keys:write');
    }
    return true;
  }
}
