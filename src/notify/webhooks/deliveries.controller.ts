import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { accepted, AnswersAccepted } from '../../http/accepted.js';
import { AlsoCsv, fileReasons } from '../../http/list-file.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { merchantOf } from '../../http/request-note.js';
import { DeliveriesService } from './deliveries.service.js';
import {
  DeliveryParameters,
  DeliveryQuery,
  EventParameters,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookEvent,
} from './delivery.dto.js';
import { NoFields } from './endpoint.dto.js';
import {
  Redelivery,
  ReplayParameters,
  ReplayRequest,
  RunningReplay,
  WebhookReplay,
} from './replay.dto.js';
import { ReplayService } from './replay.service.js';
import { deliveryColumns } from './delivery-file.js';

@ApiTags('Webhooks')
@Controller('api/v1/webhooks')
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly replays: ReplayService,
  ) {}

  /** Lists what was sent to your endpoint and how that went, the latest events first. */
  @Get('deliveries')
  @RequireScope('webhooks:read')
  @AlsoCsv('deliveries', deliveryColumns)
  @Answers(WebhookDeliveryList, [...tokenReasons, ...fileReasons])
  async listDeliveries(
    @Query() query: DeliveryQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<WebhookDeliveryList>> {
    const { merchantId } = merchantOf(request);
    return ok('Deliveries found', await this.deliveries.list(merchantId, query));
  }

  /** Returns one delivery, with the request and every attempt. */
  @Get('deliveries/:deliveryId')
  @RequireScope('webhooks:read')
  @Answers(WebhookDeliveryDetail, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async getDelivery(
    @Param() { deliveryId }: DeliveryParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<WebhookDeliveryDetail>> {
    const { merchantId } = merchantOf(request);
    return ok('Delivery found', await this.deliveries.find(merchantId, deliveryId));
  }

  /** Sends the event of a delivery again, at once, as a new delivery. The id of the event stays the same. */
  @Post('deliveries/:deliveryId/redeliver')
  @HttpCode(200)
  @RequireScope('webhooks:write')
  @Answers(Redelivery, [...tokenReasons, 'RESOURCE_NOT_FOUND', 'WEBHOOK_ENDPOINT_INACTIVE'])
  async redeliver(
    @Param() { deliveryId }: DeliveryParameters,
    @Body() _body: NoFields,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<Redelivery>> {
    const { merchantId } = merchantOf(request);
    return ok('Redelivery queued', await this.replays.redeliver(merchantId, deliveryId));
  }

  /**
   * Sends the events of a period again. The reply is HTTP 202 with the id of the replay; ask by that id how far it is.
   * Only one replay can run at a time.
   */
  @Post('replay')
  @AnswersAccepted()
  @RequireScope('webhooks:write')
  @Answers(WebhookReplay, [...tokenReasons, 'WEBHOOK_ENDPOINT_INACTIVE', 'REPLAY_IN_PROGRESS'], {
    REPLAY_IN_PROGRESS: RunningReplay,
  })
  async replayEvents(
    @Body() body: ReplayRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<WebhookReplay>> {
    const data = await this.replays.request(merchantOf(request).merchantId, body);
    const isUnderWay = data.status === 'RUNNING';
    return accepted(reply, { message: 'Replay accepted', data, isUnderWay });
  }

  /** Returns a replay and how far it is. */
  @Get('replay/:replayId')
  @RequireScope('webhooks:read')
  @Answers(WebhookReplay, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async getReplay(
    @Param() { replayId }: ReplayParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<WebhookReplay>> {
    const { merchantId } = merchantOf(request);
    return ok('Replay found', await this.replays.find(merchantId, replayId));
  }

  /** Returns an event, with the body that is sent and its deliveries. */
  @Get('events/:eventId')
  @RequireScope('webhooks:read')
  @Answers(WebhookEvent, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async getEvent(
    @Param() { eventId }: EventParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<WebhookEvent>> {
    const { merchantId } = merchantOf(request);
    return ok('Event found', await this.deliveries.findEvent(merchantId, eventId));
  }
}
