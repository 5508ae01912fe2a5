import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { wholeList } from '../../http/paging.js';
import { keyHolderOf, merchantOf } from '../../http/request-note.js';
import { NoFields, RotatedSecret, RotateSecretRequest, WebhookTestResult } from './endpoint.dto.js';
import type { EndpointOf } from './endpoint-of.js';
import {
  EndpointList,
  EndpointParameters,
  NotificationUrl,
  NotificationUrlRequest,
} from './notification-url.dto.js';
import { NotificationUrls } from './notification-urls.js';
import { ReplayService } from './replay.service.js';
import { WaitingDelivered } from './waiting.dto.js';
import { WebhookTests } from './webhook-tests.js';

const urlReasons = ['WEBHOOK_URL_INVALID', 'WEBHOOK_URL_NOT_PUBLIC'] as const;

function endpointOf(request: FastifyRequest, { endpoint }: EndpointParameters): EndpointOf {
  return { merchantId: merchantOf(request).merchantId, endpoint: Number(endpoint) };
}

@ApiTags('Webhooks')
@Controller('api/v1/webhooks/endpoints')
export class EndpointsController {
  constructor(
    private readonly service: NotificationUrls,
    private readonly tests: WebhookTests,
    private readonly replays: ReplayService,
  ) {}

  /** Lists your endpoints with their health, the first one first. */
  @Get()
  @RequireScope('webhooks:read')
  @Answers(EndpointList, tokenReasons)
  async listWebhookEndpoints(@Req() request: FastifyRequest): Promise<Envelope<EndpointList>> {
    return ok(
      'Endpoints found',
      wholeList(await this.service.list(merchantOf(request).merchantId)),
    );
  }

  /**
   * Adds an endpoint, at most ten. Each gets the events that it asks for, has its own secret, and is tried again by itself. The
   * secret is shown once.
   */
  @Post()
  @HttpCode(200)
  @RequireScope('webhooks:write')
  @Answers(NotificationUrl, [...tokenReasons, ...urlReasons, 'OPERATION_NOT_PERMITTED'])
  async addWebhookEndpoint(
    @Body() body: NotificationUrlRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<NotificationUrl>> {
    const { merchantId } = merchantOf(request);
    return ok('Endpoint added', await this.service.add(merchantId, body, keyHolderOf(request)));
  }

  /** Replaces the URL and the events of an endpoint. Its secret stays, unless you send another. */
  @Put(':endpoint')
  @RequireScope('webhooks:write')
  @Answers(NotificationUrl, [...tokenReasons, ...urlReasons, 'RESOURCE_NOT_FOUND'])
  async changeWebhookEndpoint(
    @Param() of: EndpointParameters,
    @Body() body: NotificationUrlRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<NotificationUrl>> {
    const changed = await this.service.set(endpointOf(request, of), body, keyHolderOf(request));
    return ok('Endpoint changed', changed);
  }

  /** Removes an endpoint. What waits for it is not sent any more. */
  @Delete(':endpoint')
  @RequireScope('webhooks:write')
  @Answers(NotificationUrl, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async removeWebhookEndpoint(
    @Param() of: EndpointParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<NotificationUrl>> {
    const removed = await this.service.remove(endpointOf(request, of), keyHolderOf(request));
    return ok('Endpoint removed', removed);
  }

  /** Sends the event `webhook.test` to an endpoint, as `POST /api/v1/webhooks/test` does to the first. */
  @Post(':endpoint/test')
  @HttpCode(200)
  @RequireScope('webhooks:write')
  @Answers(WebhookTestResult, [...tokenReasons, 'RESOURCE_NOT_FOUND', 'RATE_LIMITED'])
  async testWebhookEndpoint(
    @Param() of: EndpointParameters,
    @Body() _body: NoFields,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<WebhookTestResult>> {
    const result = await this.tests.test(endpointOf(request, of));
    return ok(result.delivered ? 'Test delivered' : `Test failed: ${result.failure}`, result);
  }

  /** Makes a new secret for an endpoint, as `POST /api/v1/webhooks/rotate-secret` does for the first. */
  @Post(':endpoint/rotate-secret')
  @HttpCode(200)
  @RequireScope('webhooks:write')
  @Answers(RotatedSecret, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async rotateWebhookEndpointSecret(
    @Param() of: EndpointParameters,
    @Body() body: RotateSecretRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<RotatedSecret>> {
    const rotated = await this.service.rotate(endpointOf(request, of), body, keyHolderOf(request));
    return ok('Secret rotated', rotated);
  }

  /**
   * Sends now what waits for an endpoint: for after an outage of yours. Deliveries that wait for their next try go at once, 1,000 in one
   * request, and events that would not come any more are replayed. An endpoint that is off must be tested first.
   */
  @Post(':endpoint/deliver-waiting')
  @HttpCode(200)
  @RequireScope('webhooks:write')
  @Answers(WaitingDelivered, [...tokenReasons, 'RESOURCE_NOT_FOUND', 'WEBHOOK_ENDPOINT_INACTIVE'])
  async deliverWaiting(
    @Param() of: EndpointParameters,
    @Body() _body: NoFields,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<WaitingDelivered>> {
    return ok('On its way', await this.replays.deliverWaiting(endpointOf(request, of)));
  }
}
