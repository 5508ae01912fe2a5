import { Module } from '@nestjs/common';
import type { Client } from '@temporalio/client';
import type pg from 'pg';
import type { Config } from '../config/config.js';
import { createSecretSeal } from '../notifications/secret-seal.js';
import { createWebhookSender } from '../notifications/sender.js';
import { vetWebhookUrl } from '../notifications/url-guard.js';
import type { Logger } from '../observability/logger.js';
import { runtime } from '../runtime.js';
import { WebhookGateway } from '../temporal/webhook.gateway.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesService } from './deliveries.service.js';
import { PgDeliveryLog } from './delivery-log.store.js';
import { PgEndpointStore } from './endpoint.store.js';
import { NotificationUrlService } from './notification-url.service.js';
import { ReplayService } from './replay.service.js';
import { PgReplayStore } from '../steps/replay.store.js';
import { WebhookTestService } from './webhook-test.service.js';
import { PgWebhookTestStore } from './webhook-test.store.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  controllers: [WebhooksController, DeliveriesController],
  providers: [
    {
      provide: NotificationUrlService,
      inject: [runtime.pool, runtime.config],
      useFactory: (pool: pg.Pool, { sealKeys, loopbackWebhooks }: Config) =>
        new NotificationUrlService(
          new PgEndpointStore(pool),
          createSecretSeal(sealKeys),
          (url: string) => vetWebhookUrl(url, { allowLoopbackHttp: loopbackWebhooks }),
        ),
    },
    {
      provide: WebhookTestService,
      inject: [runtime.pool, runtime.config],
      useFactory: (pool: pg.Pool, { sealKeys, environment, loopbackWebhooks }: Config) =>
        new WebhookTestService(
          new PgWebhookTestStore(pool),
          createWebhookSender({
            environment,
            seal: createSecretSeal(sealKeys),
            allowLoopbackHttp: loopbackWebhooks,
          }),
        ),
    },
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
