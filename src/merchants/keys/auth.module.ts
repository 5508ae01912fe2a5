import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type pg from 'pg';
import type { Config } from '../../platform/config/config.js';
import { PgQuotaStore } from '../../http/quota.store.js';
import { LoadShedding } from '../../http/load-shedding.js';
import { RateLimitGuard } from '../../http/rate-limit.guard.js';
import { RateLimits } from '../../http/rate-limits.js';
import type { Logger } from '../../platform/observability/logger.js';
import { runtime } from '../../platform/runtime.js';
import { AccessTokens } from '../../http/access/access-tokens.js';
import { AuthenticateController } from '../../http/access/authenticate.controller.js';
import { AuthenticateService } from '../../http/access/authenticate.service.js';
import { ClientCredentials } from '../../http/access/client-credentials.js';
import { JwksController } from '../../http/access/jwks.controller.js';
import { OAuthPorts } from '../../http/access/oauth-routes.js';
import { KeyUse } from '../../http/access/key-use.js';
import { PgKeyStore } from './key.store.js';
import { KeysController } from './keys.controller.js';
import { Keys } from './keys.js';
import { MerchantDirectory } from '../../http/access/merchant-directory.js';
import { PgMerchantStore } from '../../http/access/merchant.store.js';
import { TokenGuard } from '../../http/access/token.guard.js';

const merchantStore = Symbol('merchantStore');
const keyStore = Symbol('keyStore');

@Module({
  controllers: [AuthenticateController, JwksController, KeysController],
  providers: [
    {
      provide: merchantStore,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new PgMerchantStore(pool),
    },
    {
      provide: keyStore,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new PgKeyStore(pool),
    },
    {
      provide: Keys,
      inject: [keyStore, runtime.config],
      useFactory: (store: PgKeyStore, config: Config) => new Keys(store, config),
    },
    {
      // One for the process: each use is written once.
      provide: KeyUse,
      inject: [keyStore, runtime.logger],
      useFactory: (store: PgKeyStore, log: Logger) =>
        new KeyUse(store, (err) => log.warn({ err }, 'the last use of a key was not written')),
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
      inject: [
        ...[merchantStore, runtime.config, MerchantDirectory, AccessTokens, PgQuotaStore],
        KeyUse,
      ],
      useFactory: (
        store: PgMerchantStore,
        { peppers }: Config,
        merchants: MerchantDirectory,
        tokens: AccessTokens,
        quotas: PgQuotaStore,
        use: KeyUse,
      ) => {
        const credentials = new ClientCredentials(store, peppers);
        return new AuthenticateService(quotas, credentials, merchants, tokens, use);
      },
    },
    {
      provide: OAuthPorts,
      inject: [AuthenticateService, runtime.pool, runtime.logger, runtime.config],
      useFactory: (
        service: AuthenticateService,
        pool: pg.Pool,
        logger: Logger,
        { baseUrl }: Config,
      ) => new OAuthPorts(service, new LoadShedding(pool), logger, baseUrl),
    },
    {
      provide: APP_GUARD,
      inject: [AccessTokens, MerchantDirectory, KeyUse],
      useFactory: (tokens: AccessTokens, merchants: MerchantDirectory, use: KeyUse) =>
        new TokenGuard(tokens, merchants, use),
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
