import { Module } from '@nestjs/common';
import type { Client } from '@temporalio/client';
import type pg from 'pg';
import type { Logger } from '../../platform/observability/logger.js';
import { runtime } from '../../platform/runtime.js';
import { WebhookGateway } from './webhook.gateway.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesService } from './deliveries.service.js';
import { PgDeliveryLog } from './delivery-log.store.js';
import { EndpointsController } from './endpoints.controller.js';
import { ReplayService } from './replay.service.js';
import { PgReplayStore } from './replay.store.js';
import { WebhookEndpointsModule } from './webhook-endpoints.module.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  imports: [WebhookEndpointsModule],
  controllers: [WebhooksController, EndpointsController, DeliveriesController],
  providers: [
    {
      provide: DeliveriesService,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new DeliveriesService(new PgDeliveryLog(pool)),
    },
    {
      provide: ReplayService,
      inject: [runtime.pool, runtime.temporal, runtime.logger],
      useFactory: (pool: pg.Pool, temporal: Client, log: Logger) =>
        new ReplayService(new PgReplayStore(pool), new WebhookGateway(temporal), log),
    },
  ],
})
export class WebhooksModule {}
