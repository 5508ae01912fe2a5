import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Client } from '@temporalio/client';
import type pg from 'pg';
import { PgFactStore } from '../platform/temporal/fact.store.js';
import type { Config } from '../platform/config/config.js';
import { connectionName } from '../platform/config/instance.js';
import { Drain } from '../http/drain.js';
import type { Logger } from '../platform/observability/logger.js';
import { ChangeListener, createPool } from '../platform/database/database.js';
import { PgSettlementKeys } from '../payouts/settlement/settlement-key.store.js';
import { createBankRails } from '../providers/bank-rails.js';
import { runtime } from '../platform/runtime.js';
import { createTemporalClient } from '../platform/temporal/connection.js';
import { FactGateway } from './worker/fact.gateway.js';
import { FactSender } from '../platform/temporal/fact-sender.js';
import { PayoutGateway } from '../payouts/settlement/payout.gateway.js';
import { RefundGateway } from '../payouts/refunds/refund.gateway.js';

/** Connections of the API process, opened once and closed in the opposite order. */
@Global()
@Module({})
export class RuntimeModule {
  static forProcess(config: Config, logger: Logger, drain: Drain): DynamicModule {
    return {
      module: RuntimeModule,
      providers: [
        { provide: runtime.config, useValue: config },
        { provide: runtime.logger, useValue: logger },
        { provide: Drain, useValue: drain },
        { provide: runtime.pool, useFactory: () => poolOf(config, logger) },
        {
          provide: runtime.temporal,
          useFactory: () => createTemporalClient(config, 'manilla-api'),
        },
        {
          provide: runtime.facts,
          inject: [runtime.temporal, runtime.pool, runtime.refunds, runtime.payouts],
          useFactory: (
            temporal: Client,
            pool: pg.Pool,
            refunds: RefundGateway,
            payouts: PayoutGateway,
          ) => {
            const gateway = new FactGateway(temporal, config, { refunds, payouts });
            return new FactSender(gateway, new PgFactStore(pool), logger);
          },
        },
        {
          provide: runtime.refunds,
          inject: [runtime.temporal],
          useFactory: (temporal: Client) => new RefundGateway(temporal, config, logger),
        },
        {
          provide: runtime.payouts,
          inject: [runtime.temporal, runtime.pool],
          useFactory: (temporal: Client, pool: pg.Pool) =>
            new PayoutGateway(temporal, config, new PgSettlementKeys(pool)),
        },
        { provide: runtime.rails, useFactory: () => createBankRails(config) },
        {
          provide: runtime.changes,
          useFactory: () =>
            new ChangeListener(config.directDatabaseUrl, connectionName('manilla-api-listener')),
        },
      ],
      exports: [...Object.values(runtime), Drain],
    };
  }
}

function poolOf({ databaseUrl, isPooled, apiPoolSize }: Config, logger: Logger): pg.Pool {
  return createPool(databaseUrl, {
    max: apiPoolSize,
    applicationName: connectionName('manilla-api'),
    pooled: isPooled,
    onError: (err) => logger.warn({ err }, 'an idle database connection was lost'),
  });
}
