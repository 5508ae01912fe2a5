import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type pg from 'pg';
import type { Config } from '../config/config.js';
import { PgQuotaStore } from '../http/quota.store.js';
import { LoadShedding } from '../http/load-shedding.js';
import { RateLimitGuard } from '../http/rate-limit.guard.js';
import { RateLimits } from '../http/rate-limits.js';
import { runtime } from '../runtime.js';
import { AccessTokens } from './access-tokens.js';
import { AuthenticateController } from './authenticate.controller.js';
import { AuthenticateService } from './authenticate.service.js';
import { ClientCredentials } from './client-credentials.js';
import { JwksController } from './jwks.controller.js';
import { MerchantDirectory } from './merchant-directory.js';
import { PgMerchantStore } from './merchant.store.js';
import { TokenGuard } from './token.guard.js';

const merchantStore = Symbol('merchantStore');

@Module({
  controllers: [AuthenticateController, JwksController],
  providers: [
    {
      provide: merchantStore,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new PgMerchantStore(pool),
    },
    {
      provide: MerchantDirectory,
      inject: [merchantStore],
      useFactory: (store: PgMerchantStore) => new MerchantDirectory(store),
    },
    {
      provide: AccessTokens,
      inject: [runtime.config],
      useFactory: (config: Config) => new AccessTokens(config),
    },
    {
      provide: AuthenticateService,
      inject: [merchantStore, runtime.config, MerchantDirectory, AccessTokens, PgQuotaStore],
      useFactory: (
        store: PgMerchantStore,
        { peppers }: Config,
        merchants: MerchantDirectory,
        tokens: AccessTokens,
        quotas: PgQuotaStore,
      ) =>
        new AuthenticateService(quotas, new ClientCredentials(store, peppers), merchants, tokens),
    },
    {
      provide: APP_GUARD,
      inject: [AccessTokens, MerchantDirectory],
      useFactory: (tokens: AccessTokens, merchants: MerchantDirectory) =>
        new TokenGuard(tokens, merchants),
    },
    // Behind the other one, which tells whose request it is.
    {
      provide: APP_GUARD,
      inject: [RateLimits, runtime.pool],
      useFactory: (limits: RateLimits, pool: pg.Pool) =>
        new RateLimitGuard(limits, new LoadShedding(pool)),
    },
  ],
  exports: [MerchantDirectory],
})
export class AuthModule {}
