import { createHash } from 'node:crypto';
import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { clientOf, merchantOf } from '../../http/request-note.js';
import { SandboxCreditData, SandboxCreditRequest } from './inward-credit.dto.js';
import { SandboxPayer } from './sandbox-payer.js';

/** Plays the payer. The live environment has no such routes. */
@ApiTags('Sandbox')
@Controller('api/v1/sandbox')
export class SandboxController {
  constructor(private readonly payer: SandboxPayer) {}

  /** Plays a payer: sends money to one of your accounts. The bank of the sandbox tells us of the transfer as a real bank does. */
  @Post('inward-credit')
  @HttpCode(200)
  @RequireScope('checkout:write')
  @Answers(SandboxCreditData, [
    'ACCOUNT_NOT_FOUND',
    'PROVIDER_BAD_RESPONSE',
    'PROVIDER_UNAVAILABLE',
  ])
  async sendInwardCredit(
    @Body() body: SandboxCreditRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<SandboxCreditData>> {
    const { merchantId } = merchantOf(request);
    const sent = await this.payer.pay(merchantId, body, requestIdOf(request));
    return ok(sent.responseCode === '00' ? 'Transfer sent' : 'Transfer declined', sent);
  }
}

/**
 * Returns the same id for the same request under the same Idempotency-Key. The key is free again after an answer that
 * may be tried again, such as PROVIDER_BAD_RESPONSE, although the bank may have sent the money by then.
 */
function requestIdOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  const parts = [clientOf(request), key, request.note.rawBody?.toString('base64')];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
