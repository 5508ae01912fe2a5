import { Body, Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../auth/token.guard.js';
import { ok, type Envelope } from '../http/envelope.js';
import { AnswersAs } from '../http/named-response.js';
import { Answers, tokenReasons } from '../http/open-api.js';
import { merchantOf } from '../http/request-note.js';
import {
  NoFields,
  RetryPolicy,
  RotatedSecret,
  RotateSecretRequest,
  WebhookTestResult,
} from './dto/endpoint.dto.js';
import {
  NotificationUrl,
  NotificationUrlRequest,
  SetNotificationUrlResponse,
} from './dto/notification-url.dto.js';
import { NotificationUrlService } from './notification-url.service.js';
import { retryPolicy } from './retry-policy.js';
import { WebhookTestService } from './webhook-test.service.js';

@ApiTags('Webhooks')
@Controller('api/v1/webhooks')
export class WebhooksController {
  constructor(
    private readonly service: NotificationUrlService,
    private readonly tests: WebhookTestService,
  ) {}

  /** Sets where we tell you of payments. The secret that signs is shown once. */
  @Post('notification-url')
  @HttpCode(200)
  @RequireScope('webhooks:write')
  @AnswersAs(SetNotificationUrlResponse)
  @Answers(NotificationUrl, [...tokenReasons, 'WEBHOOK_URL_INVALID', 'WEBHOOK_URL_NOT_PUBLIC'])
  async setNotificationUrl(
    @Body() body: NotificationUrlRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<NotificationUrl>> {
    const { merchantId } = merchantOf(request);
    return ok('Notification URL set', await this.service.set(merchantId, body));
  }

  /** Shows what is set, without the secret. */
  @Get('notification-url')
  @RequireScope('webhooks:read')
  @Answers(NotificationUrl, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async getNotificationUrl(@Req() request: FastifyRequest): Promise<Envelope<NotificationUrl>> {
    const { merchantId } = merchantOf(request);
    return ok('Notification URL found', await this.service.get(merchantId));
  }

  /**
   * Sends `webhook.test` to your URL at once, and tells how that went: 00 also when it did not arrive (`delivered`). One
   * that arrives enables an endpoint that was off, and tells what was missed meanwhile and how to ask for it.
   */
  @Post('test')
  @HttpCode(200)
  @RequireScope('webhooks:write')
  @Answers(WebhookTestResult, [...tokenReasons, 'RESOURCE_NOT_FOUND', 'RATE_LIMITED'])
  async testNotificationUrl(
    @Body() _body: NoFields,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<WebhookTestResult>> {
    const result = await this.tests.test(merchantOf(request).merchantId);
    return ok(result.delivered ? 'Test delivered' : `Test failed: ${result.failure}`, result);
  }

  /** Gives you a new secret. Both sign for 24 hours, unless the old one is to end `immediately`. */
  @Post('rotate-secret')
  @HttpCode(200)
  @RequireScope('webhooks:write')
  @Answers(RotatedSecret, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async rotateWebhookSecret(
    @Body() body: RotateSecretRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<RotatedSecret>> {
    const { merchantId } = merchantOf(request);
    return ok('Secret rotated', await this.service.rotate(merchantId, body));
  }

  /** How deliveries are tried and repeated, as data. */
  @Get('retry-policy')
  @RequireScope('webhooks:read')
  @Answers(RetryPolicy, tokenReasons)
  getRetryPolicy(): Envelope<RetryPolicy> {
    return ok('Retry policy', retryPolicy);
  }
}
