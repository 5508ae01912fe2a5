import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { merchantOf } from '../../http/request-note.js';
import { AdvanceClockRequest, CheckoutClockData, ClockParameters } from './checkout-clock.dto.js';
import { SandboxClock } from './sandbox-clock.js';

/** Moves the clock of one checkout. The live environment has no such routes. */
@ApiTags('Sandbox')
@Controller('api/v1/sandbox')
export class CheckoutClockController {
  constructor(private readonly clock: SandboxClock) {}

  /**
   * Moves the clock of one checkout forward. Its expiry, the expiry of its accounts and the time at which their
   * numbers are free come that much sooner. So do the waiting times of its refunds to another account, the time until
   * which you can send evidence in its disputes, the waiting time of your settlement accounts, and the end of secrets
   * that you have rotated.
   */
  @Post('checkouts/:paymentReference/clock')
  @HttpCode(200)
  @RequireScope('checkout:write')
  @Answers(CheckoutClockData, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async advanceCheckoutClock(
    @Param() { paymentReference }: ClockParameters,
    @Body() { seconds }: AdvanceClockRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<CheckoutClockData>> {
    request.note.paymentReference = paymentReference;
    const { merchantId } = merchantOf(request);
    return ok('Clock moved', await this.clock.advance(merchantId, paymentReference, seconds));
  }
}
