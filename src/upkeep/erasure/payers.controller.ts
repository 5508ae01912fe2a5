import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { actorOf, ForOperators } from '../../operators/people/operator.guard.js';
import { ErasureRequest, ErasureView } from './erasure.dto.js';
import { PgPayerErasure, type WantedPayer } from './payer-erasure.store.js';

@ApiTags('Payers')
@Controller('ops/v1/payers')
export class PayersController {
  constructor(private readonly erasure: PgPayerErasure) {}

  /** Shows where a payer is known and what keeps some of it; with `apply`, erases the rest for good. The books stay as they are. */
  @Post('erase')
  @HttpCode(200)
  @ForOperators('payers:erase')
  @Answers(ErasureView, [])
  async erasePayer(
    @Body() body: ErasureRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<ErasureView>> {
    const payer = payerOf(body);
    if (body.apply !== true) {
      const pieces = await this.erasure.find(payer);
      return ok('Nothing was changed', { applied: false, pieces: [...pieces] });
    }
    const pieces = await this.erasure.erase(payer, actorOf(request, body.reason));
    return ok('Erased', { applied: true, pieces: [...pieces] });
  }
}

/** @throws ApiError VALIDATION_FAILED when the request names nobody */
function payerOf({ email, checkoutId, merchantId }: ErasureRequest): WantedPayer {
  const way =
    email === undefined ? (checkoutId === undefined ? undefined : { checkoutId }) : { email };
  if (way === undefined) {
    const message = 'email is required, or checkoutId in its place';
    throw new ApiError('VALIDATION_FAILED', {
      message: `${message}.`,
      errors: [{ field: 'email', rule: 'required', message }],
    });
  }
  return merchantId === undefined ? way : { ...way, merchantId };
}
