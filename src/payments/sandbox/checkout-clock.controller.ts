import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import type { MovedAccount } from './checkout-clock.js';
import { PgCheckoutClock } from './checkout-clock.store.js';
import { RefundGateway } from '../../payouts/refunds/refund.gateway.js';
import { FactSender } from '../../platform/temporal/fact-sender.js';
import { ApiError } from '../../http/api-error.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { merchantOf } from '../../http/request-note.js';
import { AdvanceClockRequest, CheckoutClockData, ClockParameters } from './checkout-clock.dto.js';

/** Lets time pass for one checkout. The live environment has no such routes. */
@ApiTags('Sandbox')
@Controller('api/v1/sandbox')
export class CheckoutClockController {
  constructor(
    private readonly clock: PgCheckoutClock,
    private readonly facts: FactSender,
    private readonly refunds: RefundGateway,
  ) {}

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
    const moved = await this.clock.advance(merchantId, paymentReference, seconds);
    if (moved === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    if (moved.fact !== null) this.facts.send(moved.fact);
    for (const refundId of moved.refundIds) this.refunds.accountProvided(refundId);
    return ok('Clock moved', {
      checkoutId: moved.checkoutId,
      paymentReference,
      expiresAt: moved.expiresAt.toISOString(),
      virtualAccounts: moved.accounts.map(accountView),
    });
  }
}

function accountView({ expiresAt, freeAt, ...account }: MovedAccount) {
  return { ...account, expiresAt: expiresAt.toISOString(), freeAt: freeAt.toISOString() };
}
