import { Body, Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { keyHolderOf, merchantOf } from '../../http/request-note.js';
import {
  NoFields,
  RetryPolicy,
  RotatedSecret,
  RotateSecretRequest,
  WebhookTestResult,
} from './endpoint.dto.js';
import { NotificationUrl, NotificationUrlRequest } from './notification-url.dto.js';
import { NotificationUrls } from './notification-urls.js';
import { retryPolicy } from './retry-policy.js';
import { WebhookTests } from './webhook-tests.js';

@ApiTags('Webhooks')
@Controller('api/v1/webhooks')
export class WebhooksController {
  constructor(
    private readonly service: NotificationUrls,
    private readonly tests: WebhookTests,
  ) {}

  /** Sets the URL that we send events to: endpoint 1. The secret that signs them is shown once. */
  @Post('notification-url')
  @HttpCode(200)
  @RequireScope('webhooks:write')
  @Answers(NotificationUrl, [...tokenReasons, 'WEBHOOK_URL_INVALID', 'WEBHOOK_URL_NOT_PUBLIC'])
  async setNotificationUrl(
    @Body() body: NotificationUrlRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<NotificationUrl>> {
    const { merchantId } = merchantOf(request);
    return ok(
      'Notification URL set',
      await this.service.set({ merchantId, endpoint: 1 }, body, keyHolderOf(request)),
    );
  }

  /** Returns your endpoint, without the secret. */
  @Get('notification-url')
  @RequireScope('webhooks:read')
  @Answers(NotificationUrl, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async getNotificationUrl(@Req() request: FastifyRequest): Promise<Envelope<NotificationUrl>> {
    const { merchantId } = merchantOf(request);
    return ok('Notification URL found', await this.service.get({ merchantId, endpoint: 1 }));
  }

  /**
   * Sends the event `webhook.test` to your URL at once, and tells how that went. The reply is HTTP 200 also when the
   * event did not arrive: look at `delivered`. A test that arrives switches an endpoint on again, and tells which
   * events it has missed.
   */
  @Post('test')
  @HttpCode(200)
  @RequireScope('webhooks:write')
  @Answers(WebhookTestResult, [...tokenReasons, 'RESOURCE_NOT_FOUND', 'RATE_LIMITED'])
  async testNotificationUrl(
    @Body() _body: NoFields,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<WebhookTestResult>> {
    const { merchantId } = merchantOf(request);
    const result = await this.tests.test({ merchantId, endpoint: 1 });
    return ok(result.delivered ? 'Test delivered' : `Test failed: ${result.failure}`, result);
  }

  /**
   * Makes a new secret. Both secrets sign for 24 hours, unless the old one ends `immediately`. If you rotate again within these hours, the
   * three newest old secrets sign beside the new one.
   */
  @Post('rotate-secret')
  @HttpCode(200)
  @RequireScope('webhooks:write')
  @Answers(RotatedSecret, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async rotateWebhookSecret(
    @Body() body: RotateSecretRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<RotatedSecret>> {
    const { merchantId } = merchantOf(request);
    const of = { merchantId, endpoint: 1 };
    return ok('Secret rotated', await this.service.rotate(of, body, keyHolderOf(request)));
  }

  /** Returns how often and when a delivery is tried again. */
  @Get('retry-policy')
  @RequireScope('webhooks:read')
  @Answers(RetryPolicy, tokenReasons)
  getRetryPolicy(): Envelope<RetryPolicy> {
    return ok('Retry policy', retryPolicy);
  }
}
