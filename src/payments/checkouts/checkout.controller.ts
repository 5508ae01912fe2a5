import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Req,
  Res,
  UseInterceptors,
} from '@nestjs/common';
import { ApiBody, ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { LimitLeft } from '../../merchants/settings/limit-exceeded.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { answerPolled, Pollable, pollWishOf } from '../../http/polling.js';
import { preferredWaitMs } from '../../http/prefer.js';
import { merchantOf } from '../../http/request-note.js';
import { markReplayed } from '../../http/replayed.js';
import { AccountService } from './account.service.js';
import { ChangeService } from './change.service.js';
import { ChangeCheckoutRequest } from './change.dto.js';
import { CancelService } from './cancel.service.js';
import { CompleteService } from './complete.service.js';
import { CancelRequest } from './cancel.dto.js';
import {
  CompletedCheckout,
  completionFailures,
  CompleteRequest,
  ExpectedAmount,
} from './complete.dto.js';
import { DynamicAccountData } from './account-data.js';
import { bankNumberFailures, bankNumberReasons } from '../numbers/opening-account.js';
import { CreateAccountRequest } from './create-account.dto.js';
import { InitiatedCheckout, InitiateRequest, KeptCheckout } from './initiate.dto.js';
import { CheckoutView, QueryParameters } from './query.dto.js';
import { InitiateService } from './initiate.service.js';
import { QueryService } from './query.service.js';
import { ReturnSecretInterceptor } from './return-secret.interceptor.js';

@ApiTags('Checkout')
@Controller('api/v1/checkout')
export class CheckoutController {
  constructor(
    private readonly initiates: InitiateService,
    private readonly accounts: AccountService,
    private readonly queries: QueryService,
    private readonly completes: CompleteService,
    private readonly cancels: CancelService,
    private readonly changes: ChangeService,
  ) {}

  /** Starts a checkout. The same request with the same `paymentReference` again gets the same checkout. */
  @Post('initiate')
  @HttpCode(200)
  @RequireScope('checkout:write')
  @Answers(
    InitiatedCheckout,
    [
      ...tokenReasons,
      'AMOUNT_NOT_INTEGER',
      'AMOUNT_OUT_OF_RANGE',
      'LIMIT_EXCEEDED',
      'INVALID_CHANNEL',
      'CHANNEL_NOT_ENABLED',
      'DUPLICATE_REFERENCE',
    ],
    { LIMIT_EXCEEDED: LimitLeft },
  )
  @UseInterceptors(ReturnSecretInterceptor)
  async initiateCheckout(
    @Body() body: InitiateRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<KeptCheckout>> {
    request.note.paymentReference = body.paymentReference;
    const result = await this.initiates.initiate(merchantOf(request), body);
    markReplayed(reply, result.replayed);
    return ok('Checkout initiated', result.data);
  }

  /**
   * Creates a virtual account for the customer to pay into. The same request again gets the same account with the
   * same expiry.
   */
  @Post('create-account')
  @HttpCode(200)
  @RequireScope('checkout:write')
  @Answers(
    DynamicAccountData,
    [
      ...tokenReasons,
      'RESOURCE_NOT_FOUND',
      'UNKNOWN_PREFIX',
      'PREFIX_NOT_ASSIGNED',
      'CHANNEL_NOT_ENABLED',
      'AMOUNT_MISMATCH',
      'AMOUNT_UNIT_SUSPECTED',
      'VIRTUAL_ACCOUNT_ACTIVE',
      'CHECKOUT_NOT_OPEN',
      'CHECKOUT_ALREADY_PAID',
      'CHECKOUT_EXPIRED',
      'CHECKOUT_CANCELLED',
      'ACCOUNT_POOL_EXHAUSTED',
      ...bankNumberReasons,
    ],
    {
      AMOUNT_MISMATCH: ExpectedAmount,
      AMOUNT_UNIT_SUSPECTED: ExpectedAmount,
      ...bankNumberFailures,
    },
  )
  async createCheckoutAccount(
    @Body() body: CreateAccountRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<DynamicAccountData>> {
    request.note.paymentReference = body.paymentReference;
    const result = await this.accounts.createAccount(merchantOf(request), body);
    markReplayed(reply, result.replayed);
    return ok('Virtual account created', result.data);
  }

  /**
   * Returns a checkout: its status, its account, its payments, and its access code. You get the access code while the
   * checkout is open and for 24 hours after it was paid. Send `Prefer: wait=20` to wait for a change.
   */
  @Get('query/:paymentReference')
  @RequireScope('checkout:read')
  @Pollable({ canWait: true })
  @Answers(CheckoutView, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async queryCheckout(
    @Param() { paymentReference }: QueryParameters,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<CheckoutView> | undefined> {
    request.note.paymentReference = paymentReference;
    const { merchantId } = merchantOf(request);
    const polled = await this.queries.query(merchantId, paymentReference, pollWishOf(request));
    return answerPolled(polled, reply, (checkout) => ok('Checkout found', checkout));
  }

  /**
   * Returns the final result of a checkout. For a bank transfer it says whether the money came; with the token of a
   * card it charges the card. Ask again while the reply is HTTP 202.
   */
  @Post('complete-checkout')
  @HttpCode(200)
  @RequireScope('checkout:write')
  @ApiHeader({
    name: 'Prefer',
    required: false,
    description:
      '`wait=N`: wait up to N seconds for the payment, at most 25. Without it, 0 for a transfer and 15 for a card.',
  })
  @Answers(
    CompletedCheckout,
    [
      ...tokenReasons,
      'OUTCOME_UNKNOWN',
      'ACTION_REQUIRED',
      'PAYMENT_PENDING',
      'PAYMENT_DECLINED',
      'INSUFFICIENT_FUNDS',
      'CARD_EXPIRED',
      'CARD_PIN_OR_OTP_INVALID',
      'SUSPECTED_FRAUD',
      'AMOUNT_UNDERPAID',
      'CHECKOUT_FAILED',
      'CHECKOUT_NOT_OPEN',
      'ATTEMPT_IN_PROGRESS',
      'CARD_TOKEN_INVALID',
      'RESOURCE_NOT_FOUND',
      'INVALID_ACCESS_CODE',
      'ACCESS_CODE_EXPIRED',
      'NO_PAYMENT_ATTEMPT',
      'VIRTUAL_ACCOUNT_EXPIRED',
      'CHECKOUT_EXPIRED',
      'CHECKOUT_CANCELLED',
      'INVALID_CHANNEL',
      'CHANNEL_NOT_ENABLED',
      'PAN_NOT_ACCEPTED',
      'ACCOUNT_NOT_FOR_CHECKOUT',
      'AMOUNT_MISMATCH',
    ],
    completionFailures,
  )
  async completeCheckout(
    @Body() body: CompleteRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<CompletedCheckout>> {
    request.note.paymentReference = body.paymentReference;
    const { prefer } = request.headers;
    const waitMs = prefer === undefined ? undefined : preferredWaitMs(prefer);
    const { merchantId } = merchantOf(request);
    return ok('Payment successful', await this.completes.complete(merchantId, body, waitMs));
  }

  /**
   * Changes the amount, the lines or the texts of an order for which no money has come. Its account and its page stay: money that was
   * sent for the old amount pays the order, and your policies decide about the difference. Fields you leave out keep their values.
   */
  @Patch(':paymentReference')
  @RequireScope('checkout:write')
  @Answers(
    CheckoutView,
    [
      ...tokenReasons,
      'RESOURCE_NOT_FOUND',
      'OPERATION_NOT_PERMITTED',
      'AMOUNT_NOT_INTEGER',
      'AMOUNT_OUT_OF_RANGE',
      'LIMIT_EXCEEDED',
      'CHECKOUT_NOT_OPEN',
      'CHECKOUT_ALREADY_PAID',
      'CHECKOUT_CANCELLED',
      'CHECKOUT_EXPIRED',
    ],
    { LIMIT_EXCEEDED: LimitLeft },
  )
  async changeCheckout(
    @Param() { paymentReference }: QueryParameters,
    @Body() body: ChangeCheckoutRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<CheckoutView>> {
    request.note.paymentReference = paymentReference;
    const result = await this.changes.change(merchantOf(request), paymentReference, body);
    markReplayed(reply, result.replayed);
    return ok('Checkout changed', result.data);
  }

  /** Cancels a checkout. What was paid so far is refunded. */
  @Post(':paymentReference/cancel')
  @HttpCode(200)
  @RequireScope('checkout:write')
  @ApiBody({ type: CancelRequest, required: false })
  @Answers(CheckoutView, [
    ...tokenReasons,
    'RESOURCE_NOT_FOUND',
    'CHECKOUT_NOT_OPEN',
    'CHECKOUT_ALREADY_PAID',
    'NOTHING_TO_CANCEL',
  ])
  async cancelCheckout(
    @Param() { paymentReference }: QueryParameters,
    @Body() _body: CancelRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<CheckoutView>> {
    request.note.paymentReference = paymentReference;
    const result = await this.cancels.cancel(merchantOf(request).merchantId, paymentReference);
    markReplayed(reply, result.replayed);
    return ok('Checkout cancelled', result.data);
  }
}
