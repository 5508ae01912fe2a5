import { Body, Controller, Delete, Get, Put, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, AnswersAs, tokenReasons } from '../../http/open-api.js';
import { keyHolderOf, merchantOf } from '../../http/request-note.js';
import { CheckoutPageRequest, CheckoutPageView, LogoRequest } from './checkout-page.dto.js';
import { CheckoutPageService } from './checkout-page.service.js';

@ApiTags('Merchant')
@Controller('api/v1/merchant/checkout-page')
export class CheckoutPageController {
  constructor(private readonly service: CheckoutPageService) {}

  /** Returns what your checkout pages look like, and which sites may show them. */
  @Get()
  @RequireScope('checkout:read')
  @AnswersAs('CheckoutPageSettingsResponse')
  @Answers(CheckoutPageView, tokenReasons)
  async getCheckoutPage(@Req() request: FastifyRequest): Promise<Envelope<CheckoutPageView>> {
    return ok('Settings found', await this.service.find(merchantOf(request).merchantId));
  }

  /** Replaces the settings of your pages: a setting that you leave out goes back to its default. Your logo stays. */
  @Put()
  @RequireScope('checkout-page:write')
  @AnswersAs('CheckoutPageSettingsResponse')
  @Answers(CheckoutPageView, tokenReasons)
  async replaceCheckoutPage(
    @Body() body: CheckoutPageRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<CheckoutPageView>> {
    const { merchantId } = merchantOf(request);
    return ok('Settings set', await this.service.replace(merchantId, body, keyHolderOf(request)));
  }

  /** Sets your logo, for your checkout pages and receipts. */
  @Put('logo')
  @RequireScope('checkout-page:write')
  @AnswersAs('CheckoutPageSettingsResponse')
  @Answers(CheckoutPageView, [...tokenReasons, 'TOO_MUCH_AT_ONCE'])
  async putLogo(
    @Body() { image }: LogoRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<CheckoutPageView>> {
    const { merchantId } = merchantOf(request);
    return ok('Logo set', await this.service.putLogo(merchantId, image, keyHolderOf(request)));
  }

  /** Removes your logo. */
  @Delete('logo')
  @RequireScope('checkout-page:write')
  @AnswersAs('CheckoutPageSettingsResponse')
  @Answers(CheckoutPageView, tokenReasons)
  async removeLogo(@Req() request: FastifyRequest): Promise<Envelope<CheckoutPageView>> {
    const { merchantId } = merchantOf(request);
    return ok('Logo removed', await this.service.dropLogo(merchantId, keyHolderOf(request)));
  }
}
