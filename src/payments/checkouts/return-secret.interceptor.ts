import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { Envelope } from '../../http/envelope.js';
import { merchantOf } from '../../http/request-note.js';
import { InitiatedCheckout, KeptCheckout } from './initiate.dto.js';
import { PageLinks } from './page-links.js';

/**
 * Adds the return secret to a reply. It runs outside the handling of Idempotency-Key, so that repeated replies have the
 * secret too.
 */
@Injectable()
export class ReturnSecretInterceptor implements NestInterceptor {
  constructor(private readonly links: PageLinks) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const returnSecret = this.links.returnSecretOf(merchantOf(request).merchantId);
    const complete = ({ data, ...rest }: Envelope<KeptCheckout>): Envelope<InitiatedCheckout> => ({
      ...rest,
      data: { ...data, returnSecret },
    });
    return next.handle().pipe(map(complete));
  }
}
