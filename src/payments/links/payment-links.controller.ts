import {
  applyDecorators,
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Reason } from '../../domain/result-code.js';
import { RequireScope } from '../../http/access/token.guard.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, AnswersAs, tokenReasons } from '../../http/open-api.js';
import { merchantOf } from '../../http/request-note.js';
import { markReplayed } from '../../http/replayed.js';
import {
  LinkPictureRequest,
  ListPaymentLinksQuery,
  PaymentLinkPage,
  PaymentLinkParameters,
  PaymentLinkRequest,
  PaymentLinkView,
} from './payment-link.dto.js';
import { PaymentLinksService } from './payment-links.service.js';

/** Why the terms of a link may be refused. */
const termsReasons = [
  'AMOUNT_NOT_INTEGER',
  'AMOUNT_OUT_OF_RANGE',
  'INVALID_CHANNEL',
  'CHANNEL_NOT_ENABLED',
] as const satisfies readonly Reason[];

@ApiTags('Payment links')
@Controller('api/v1/payment-links')
export class PaymentLinksController {
  constructor(private readonly service: PaymentLinksService) {}

  /**
   * Creates a payment link: an address on which customers can pay without any code of yours. Each customer who fills in
   * its form gets a checkout.
   */
  @Post()
  @HttpCode(200)
  @RequireScope('payment-links:write')
  @AnswersLink(termsReasons)
  async createPaymentLink(
    @Body() body: PaymentLinkRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<PaymentLinkView>> {
    return ok('Payment link created', await this.service.create(merchantOf(request), body));
  }

  /** Lists your payment links, the newest first. */
  @Get()
  @RequireScope('payment-links:read')
  @Answers(PaymentLinkPage, tokenReasons)
  async listPaymentLinks(
    @Query() query: ListPaymentLinksQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<PaymentLinkPage>> {
    const { merchantId } = merchantOf(request);
    return ok('Payment links found', await this.service.list(merchantId, query));
  }

  /** Returns a payment link. `GET /api/v1/checkouts` lists its checkouts. */
  @Get(':paymentLinkId')
  @RequireScope('payment-links:read')
  @AnswersLink(['RESOURCE_NOT_FOUND'])
  async getPaymentLink(
    @Param() { paymentLinkId }: PaymentLinkParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<PaymentLinkView>> {
    const { merchantId } = merchantOf(request);
    return ok('Payment link found', await this.service.find(merchantId, paymentLinkId));
  }

  /**
   * Replaces what a payment link asks and says; what you leave out gets its default. The address and the QR code stay. Checkouts
   * that have begun keep what they ask.
   */
  @Put(':paymentLinkId')
  @RequireScope('payment-links:write')
  @AnswersLink(['RESOURCE_NOT_FOUND', 'OPERATION_NOT_PERMITTED', ...termsReasons])
  async replacePaymentLink(
    @Param() { paymentLinkId }: PaymentLinkParameters,
    @Body() body: PaymentLinkRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<PaymentLinkView>> {
    const link = await this.service.replace(merchantOf(request), paymentLinkId, body);
    return ok('Payment link changed', link);
  }

  /** Sets the picture of a payment link. Customers see it on the page of the link. */
  @Put(':paymentLinkId/picture')
  @RequireScope('payment-links:write')
  @AnswersLink(['RESOURCE_NOT_FOUND', 'OPERATION_NOT_PERMITTED', 'TOO_MUCH_AT_ONCE'])
  async putPaymentLinkPicture(
    @Param() { paymentLinkId }: PaymentLinkParameters,
    @Body() { image }: LinkPictureRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<PaymentLinkView>> {
    const { merchantId } = merchantOf(request);
    const file = Buffer.from(image, 'base64');
    return ok('Picture set', await this.service.putPicture(merchantId, paymentLinkId, file));
  }

  /** Removes the picture of a payment link. */
  @Delete(':paymentLinkId/picture')
  @RequireScope('payment-links:write')
  @AnswersLink(['RESOURCE_NOT_FOUND'])
  async removePaymentLinkPicture(
    @Param() { paymentLinkId }: PaymentLinkParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<PaymentLinkView>> {
    const { merchantId } = merchantOf(request);
    return ok('Picture removed', await this.service.dropPicture(merchantId, paymentLinkId));
  }

  /** Switches a payment link off for good. Checkouts that have begun can still be paid. */
  @Post(':paymentLinkId/deactivate')
  @HttpCode(200)
  @RequireScope('payment-links:write')
  @AnswersLink(['RESOURCE_NOT_FOUND'])
  async deactivatePaymentLink(
    @Param() { paymentLinkId }: PaymentLinkParameters,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<PaymentLinkView>> {
    const { merchantId } = merchantOf(request);
    const { replayed, data } = await this.service.deactivate(merchantId, paymentLinkId);
    markReplayed(reply, replayed);
    return ok('Payment link switched off', data);
  }
}

/** The operation answers with a link, or refuses for one of these reasons. */
function AnswersLink(reasons: readonly Reason[]): MethodDecorator {
  return applyDecorators(
    AnswersAs('PaymentLinkResponse'),
    Answers(PaymentLinkView, [...tokenReasons, ...reasons]),
  );
}
