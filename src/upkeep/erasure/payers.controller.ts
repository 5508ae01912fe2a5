import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { actorOf, ForOperators } from '../../operators/people/operator.guard.js';
import { ErasureRequest, ErasureView } from './erasure.dto.js';
import { PgPayerErasure } from './payer-erasure.store.js';
import { payerOf } from './wanted-payer.js';

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
