import { Body, Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../auth/token.guard.js';
import { ok, type Envelope } from '../http/envelope.js';
import { Answers } from '../http/open-api.js';
import { merchantOf } from '../http/request-note.js';
import { NotificationUrlRequest, SetNotificationUrlResponse } from './notification-url.dto.js';
import { NotificationUrlService } from './notification-url.service.js';

@ApiTags('Webhooks')
@Controller('api/v1/webhooks')
@RequireScope('webhooks:write')
export class WebhooksController {
  constructor(private readonly service: NotificationUrlService) {}

  /** Sets where we tell you of payments. The secret that signs is shown once. */
  @Post('notification-url')
  @HttpCode(200)
  @Answers(SetNotificationUrlResponse, ['WEBHOOK_URL_INVALID', 'WEBHOOK_URL_NOT_PUBLIC'])
  async setNotificationUrl(
    @Body() body: NotificationUrlRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<SetNotificationUrlResponse>> {
    const { merchantId } = merchantOf(request);
    return ok('Notification URL set', await this.service.set(merchantId, body));
  }

  /** Shows what is set, without the secret. */
  @Get('notification-url')
  @Answers(SetNotificationUrlResponse, ['RESOURCE_NOT_FOUND'])
  async getNotificationUrl(
    @Req() request: FastifyRequest,
  ): Promise<Envelope<SetNotificationUrlResponse>> {
    const { merchantId } = merchantOf(request);
    return ok('Notification URL found', await this.service.get(merchantId));
  }
}
