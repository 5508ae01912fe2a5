import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error.js';
import { hookHeaders, isHookGenuine, type HookKeys } from '../../providers/hook-signature.js';

/** The keys with which providers sign, by the provider's name in the path. */
export class ProviderKeys extends Map<string, HookKeys> {}

/** Lets a hook through when the provider has signed these very bytes within the last minutes. */
@Injectable()
export class HookSignatureGuard implements CanActivate {
  constructor(private readonly keys: ProviderKeys) {}

  /** @throws ApiError SIGNATURE_INVALID, for an unknown provider as well. */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { provider } = request.params as { provider: string };
    const keys = this.keys.get(provider);
    const timestamp = request.headers[hookHeaders.timestamp];
    const signature = request.headers[hookHeaders.signature];
    const body = request.note.rawBody;
    if (
      keys === undefined ||
      body === undefined ||
      typeof timestamp !== 'string' ||
      typeof signature !== 'string' ||
      !isHookGenuine(keys, { timestamp, signature, body }, Date.now())
    ) {
      throw new ApiError('SIGNATURE_INVALID');
    }
    return true;
  }
}
