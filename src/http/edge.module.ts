import { Global, Module } from '@nestjs/common';
import type pg from 'pg';
import type { Config } from '../platform/config/config.js';
import { createSecretSeal } from '../platform/keys/secret-seal.js';
import type { Logger } from '../platform/observability/logger.js';
import { runtime } from '../platform/runtime.js';
import { DrawingThread } from './drawing-thread.js';
import { HeldKeys } from './held-keys.js';
import { PgIdempotencyStore } from './idempotency.store.js';
import { IdempotentReplies } from './idempotent-replies.js';
import { PageAddresses } from './page-address.js';
import { PgQuotaStore } from './quota.store.js';
import { RateLimits } from './rate-limits.js';

/** The limits of every operation of a merchant: a request rate, and one answer for each Idempotency-Key. */
@Global()
@Module({
  providers: [
    { provide: DrawingThread, useFactory: () => new DrawingThread() },
    {
      provide: PgQuotaStore,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new PgQuotaStore(pool),
    },
    {
      provide: RateLimits,
      inject: [PgQuotaStore, runtime.config],
      useFactory: (store: PgQuotaStore, { rateLimits }: Config) =>
        new RateLimits(store, rateLimits),
    },
    {
      provide: PageAddresses,
      inject: [runtime.config],
      useFactory: ({ environment }: Config) => new PageAddresses(environment === 'sandbox'),
    },
    {
      provide: IdempotentReplies,
      inject: [runtime.pool, runtime.config, runtime.logger],
      useFactory: (pool: pg.Pool, { sealKeys, identityKey }: Config, logger: Logger) => {
        const seal = createSecretSeal(sealKeys, 'idempotent reply');
        const keys = new HeldKeys(new PgIdempotencyStore(pool), logger);
        return new IdempotentReplies(keys, seal, identityKey);
      },
    },
  ],
  exports: [DrawingThread, PgQuotaStore, RateLimits, IdempotentReplies, PageAddresses],
})
export class EdgeModule {}
