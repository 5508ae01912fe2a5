import { Module } from '@nestjs/common';
import type pg from 'pg';
import type { Config } from '../config/config.js';
import { createSecretSeal } from '../notifications/secret-seal.js';
import { vetWebhookUrl } from '../notifications/url-guard.js';
import { runtime } from '../runtime.module.js';
import { PgEndpointStore } from './endpoint.store.js';
import { NotificationUrlService } from './notification-url.service.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  controllers: [WebhooksController],
  providers: [
    {
      provide: NotificationUrlService,
      inject: [runtime.pool, runtime.config],
      useFactory: (pool: pg.Pool, { sealKey, environment }: Config) =>
        new NotificationUrlService(
          new PgEndpointStore(pool),
          createSecretSeal(sealKey),
          (url: string) => vetWebhookUrl(url, { allowLoopbackHttp: environment === 'sandbox' }),
        ),
    },
  ],
})
export class WebhooksModule {}
