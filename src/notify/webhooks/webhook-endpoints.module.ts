import { Module } from '@nestjs/common';
import type pg from 'pg';
import type { Config } from '../../platform/config/config.js';
import { createSecretSeal } from '../../platform/keys/secret-seal.js';
import { createWebhookSender } from '../delivery/sender.js';
import { vetWebhookUrl } from '../delivery/url-guard.js';
import { runtime } from '../../platform/runtime.js';
import { PgEndpointStore } from './endpoint.store.js';
import { NotificationUrls } from './notification-urls.js';
import { PgWebhookTestStore } from './webhook-test.store.js';
import { WebhookTests } from './webhook-tests.js';

/** The URLs at which merchants are notified: set by themselves at the API, and by operators at the desk. */
@Module({
  providers: [
    {
      provide: NotificationUrls,
      inject: [runtime.pool, runtime.config],
      useFactory: (pool: pg.Pool, { sealKeys, loopbackWebhooks }: Config) =>
        new NotificationUrls(new PgEndpointStore(pool), createSecretSeal(sealKeys), (url: string) =>
          vetWebhookUrl(url, { allowLoopbackHttp: loopbackWebhooks }),
        ),
    },
    {
      provide: WebhookTests,
      inject: [runtime.pool, runtime.config],
      useFactory: (pool: pg.Pool, { sealKeys, loopbackWebhooks }: Config) =>
        new WebhookTests(
          new PgWebhookTestStore(pool),
          createWebhookSender({
            seal: createSecretSeal(sealKeys),
            allowLoopbackHttp: loopbackWebhooks,
          }),
        ),
    },
  ],
  exports: [NotificationUrls, WebhookTests],
})
export class WebhookEndpointsModule {}
