import { Controller, Body, HttpCode, Param, Post, Put, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { actorOf, ForOperators } from '../people/operator.guard.js';
import { WebhookTestResult } from '../../notify/webhooks/endpoint.dto.js';
import {
  NotificationUrl,
  NotificationUrlRequest,
} from '../../notify/webhooks/notification-url.dto.js';
import { NotificationUrls } from '../../notify/webhooks/notification-urls.js';
import { WebhookTests } from '../../notify/webhooks/webhook-tests.js';
import { MerchantParameters } from './merchant-requests.dto.js';
import { OnboardingService } from './merchants.service.js';

/** The URL to which a merchant's events are sent, for merchants who have not set it themselves. */
@ApiTags('Merchants')
@Controller('ops/v1/merchants/:merchantId/webhook')
export class MerchantWebhooksController {
  constructor(
    private readonly service: OnboardingService,
    private readonly urls: NotificationUrls,
    private readonly tests: WebhookTests,
  ) {}

  /** Sets the URL that a merchant's events are sent to. The secret that signs them is shown once. */
  @Put()
  @ForOperators('merchants:write')
  @Answers(NotificationUrl, [
    ...['RESOURCE_NOT_FOUND', 'MERCHANT_STATE'],
    ...['WEBHOOK_URL_INVALID', 'WEBHOOK_URL_NOT_PUBLIC'],
  ] as const)
  async setMerchantWebhook(
    @Param() { merchantId }: MerchantParameters,
    @Body() body: NotificationUrlRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<NotificationUrl>> {
    await this.service.open(merchantId);
    const of = { merchantId, endpoint: 1 };
    return ok('Notification URL set', await this.urls.set(of, body, actorOf(request)));
  }

  /** Sends the event `webhook.test` to the merchant's URL at once. The reply is HTTP 200 also when it did not arrive. */
  @Post('test')
  @HttpCode(200)
  @ForOperators('merchants:write')
  @Answers(WebhookTestResult, ['RESOURCE_NOT_FOUND', 'MERCHANT_STATE', 'RATE_LIMITED'])
  async testMerchantWebhook(
    @Param() { merchantId }: MerchantParameters,
  ): Promise<Envelope<WebhookTestResult>> {
    await this.service.open(merchantId);
    const result = await this.tests.test({ merchantId, endpoint: 1 });
    return ok(result.delivered ? 'Test delivered' : `Test failed: ${result.failure}`, result);
  }
}
