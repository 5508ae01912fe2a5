import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AlsoRequireScope, RequireScope } from '../../http/access/token.guard.js';
import { accepted, AnswersAccepted } from '../../http/accepted.js';
import { AlsoCsv, fileReasons } from '../../http/list-file.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { TakesIdempotencyKey } from '../../http/idempotency.interceptor.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { wholeList } from '../../http/paging.js';
import { answerPolled, Pollable, pollWishOf } from '../../http/polling.js';
import { keyHolderOf, merchantOf } from '../../http/request-note.js';
import { markReplayed } from '../../http/replayed.js';
import {
  DestinationRequest,
  ListRefundsQuery,
  PayingTransactions,
  RefundableAmount,
  RefundPage,
  RefundParameters,
  RefundRequest,
  RefundView,
  TransactionParameters,
} from './refund.dto.js';
import { otherAccountData, otherAccountReasons } from './other-accounts.js';
import { RefundsService } from './refunds.service.js';
import { refundColumns } from './refund-file.js';

@ApiTags('Refunds')
@Controller('api/v1')
export class RefundsController {
  constructor(private readonly service: RefundsService) {}

  /**
   * Refunds a payment: all that is left of it, or a part. You can make several refunds of one payment. HTTP 202 means
   * that the refund is accepted and on its way; the same request again tells how far it is.
   */
  @Post('transactions/:reference/refund')
  @AnswersAccepted()
  @RequireScope('refunds:write')
  @AlsoRequireScope('destination', 'refunds:destination')
  @Answers(
    RefundView,
    [
      ...tokenReasons,
      'RESOURCE_NOT_FOUND',
      'NOT_REFUNDABLE',
      'SEVERAL_PAYMENTS',
      'AMOUNT_NOT_INTEGER',
      'AMOUNT_OUT_OF_RANGE',
      'AMOUNT_EXCEEDS_REFUNDABLE',
      'INSUFFICIENT_AVAILABLE_BALANCE',
      'DUPLICATE_REFERENCE',
      ...otherAccountReasons,
    ],
    {
      AMOUNT_EXCEEDS_REFUNDABLE: RefundableAmount,
      SEVERAL_PAYMENTS: PayingTransactions,
      ...otherAccountData,
    },
  )
  async requestRefund(
    @Param() { reference }: TransactionParameters,
    @Body() body: RefundRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<RefundView>> {
    const by = keyHolderOf(request);
    const result = await this.service.request(merchantOf(request), reference, body, by);
    const { refund } = result;
    request.note.paymentReference = refund.paymentReference ?? undefined;
    markReplayed(reply, result.replayed);
    const { message, isUnderWay } = standOf(refund);
    return accepted(reply, { message, data: refund, isUnderWay });
  }

  /** Lists the refunds of a transaction, the oldest first: yours, and those that a policy made. */
  @Get('transactions/:reference/refunds')
  @RequireScope('refunds:read')
  @Pollable({ canWait: false })
  @Answers(RefundPage, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async listRefunds(
    @Param() { reference }: TransactionParameters,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<RefundPage> | undefined> {
    const { merchantId } = merchantOf(request);
    const polled = await this.service.ofTransaction(merchantId, reference, pollWishOf(request));
    return answerPolled(polled, reply, (refunds) => ok('Refunds found', wholeList(refunds)));
  }

  /** Lists your refunds, the newest first: yours, and those that a policy or an operator made. */
  @Get('refunds')
  @RequireScope('refunds:read')
  @AlsoCsv('refunds', refundColumns)
  @Answers(RefundPage, [...tokenReasons, ...fileReasons])
  async listAllRefunds(
    @Query() query: ListRefundsQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<RefundPage>> {
    return ok('Refunds found', await this.service.list(merchantOf(request).merchantId, query));
  }

  /** Returns a refund and its status. Send `Prefer: wait=20` to wait for a change. */
  @Get('refunds/:refundReference')
  @RequireScope('refunds:read')
  @Pollable({ canWait: true })
  @Answers(RefundView, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async getRefund(
    @Param() { refundReference }: RefundParameters,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<RefundView> | undefined> {
    const { merchantId } = merchantOf(request);
    const polled = await this.service.find(merchantId, refundReference, pollWishOf(request));
    return answerPolled(polled, reply, (refund) => ok('Refund found', refund));
  }

  /**
   * Gives a refund another account of the same payer. Needed when the account that the money came from accepts none
   * (status NEEDS_ACCOUNT). The money is sent after a waiting time. If the account's bank gives another name than the payer's,
   * operators decide first.
   */
  @Post('refunds/:refundReference/destination')
  @HttpCode(200)
  @RequireScope('refunds:destination')
  @TakesIdempotencyKey()
  @Answers(
    RefundView,
    [...tokenReasons, 'RESOURCE_NOT_FOUND', 'REFUND_NEEDS_NO_ACCOUNT', ...otherAccountReasons],
    otherAccountData,
  )
  async provideRefundAccount(
    @Param() { refundReference }: RefundParameters,
    @Body() body: DestinationRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<RefundView>> {
    const merchant = merchantOf(request);
    const by = keyHolderOf(request);
    const refund = await this.service.provideAccount(merchant, refundReference, body, by);
    return ok('Account taken', refund);
  }
}

function standOf({ status }: RefundView): { message: string; isUnderWay: boolean } {
  if (status === 'SUCCESSFUL') return { message: 'Refund successful', isUnderWay: false };
  if (status === 'FAILED') return { message: 'Refund failed', isUnderWay: false };
  return { message: 'Refund accepted', isUnderWay: true };
}
