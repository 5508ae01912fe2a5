import { once } from 'node:events';
import type { Server } from 'node:http';
import {
  Global,
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Client } from '@temporalio/client';
import type pg from 'pg';
import { AuditModule } from '../operators/audit/audit.module.js';
import { CasesModule } from '../operators/cases/cases.module.js';
import type { Config } from '../platform/config/config.js';
import { connectionName } from '../platform/config/instance.js';
import { payloadReader } from '../operators/desk/payload-reader.js';
import { SessionCookie } from '../operators/desk/session.js';
import { DeskSearchModule } from '../reports/search/search.module.js';
import { DeskSumsModule } from '../reports/sums/sums.module.js';
import { ThingsModule } from '../reports/things/things.module.js';
import { LedgerModule } from '../reports/ledger/ledger.module.js';
import { InDoubtModule } from '../reports/in-doubt/in-doubt.module.js';
import { OrdersModule } from '../reports/orders/orders.module.js';
import { HealthModule } from './health/health.module.js';
import { Drain } from '../http/drain.js';
import { EdgeModule } from '../http/edge.module.js';
import { JournalsModule } from '../operators/journals/journals.module.js';
import { MessagesModule } from '../operators/messages/messages.module.js';
import { PayersModule } from '../upkeep/erasure/payers.module.js';
import { flushLogs, type Logger } from '../platform/observability/logger.js';
import { PgOperatorStore } from '../operators/people/operator.store.js';
import { OnboardingModule } from '../operators/merchants/onboarding.module.js';
import { OperatorsModule } from '../operators/people/operators.module.js';
import { createPool } from '../platform/database/database.js';
import { createBankRails } from '../providers/bank-rails.js';
import { runtime } from '../platform/runtime.js';
import { EncryptionCodec } from '../platform/temporal/codec.js';
import { createCodecServer } from '../platform/temporal/codec-server.js';
import { createTemporalClient } from '../platform/temporal/connection.js';
import { RefundGateway } from '../payouts/refunds/refund.gateway.js';

/** A few people use it: more connections would only be memory of the database. */
const poolSize = 3;

/** Connections of the desk's process. */
@Global()
@Module({})
class DeskRuntimeModule {
  static forProcess(config: Config, logger: Logger, drain: Drain): DynamicModule {
    const { config: ofConfig, logger: ofLogger, pool, temporal, refunds, rails } = runtime;
    return {
      module: DeskRuntimeModule,
      providers: [
        { provide: ofConfig, useValue: config },
        { provide: ofLogger, useValue: logger },
        { provide: Drain, useValue: drain },
        { provide: pool, useFactory: () => poolOf(config, logger) },
        { provide: temporal, useFactory: () => createTemporalClient(config, 'manilla-desk') },
        {
          provide: refunds,
          inject: [temporal],
          useFactory: (client: Client) => new RefundGateway(client, config, logger),
        },
        { provide: rails, useFactory: () => createBankRails(config) },
      ],
      exports: [ofConfig, ofLogger, pool, temporal, refunds, rails, Drain],
    };
  }
}

function poolOf({ databaseUrl, isPooled }: Config, logger: Logger): pg.Pool {
  return createPool(databaseUrl, {
    max: poolSize,
    applicationName: connectionName('manilla-desk'),
    pooled: isPooled,
    onError: (err) => logger.warn({ err }, 'an idle database connection was lost'),
  });
}

/** The operators' process: its areas, the codec server of the Temporal UI, and how it begins and ends. */
@Module({})
export class DeskModule
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  #codec: Server | undefined;

  constructor(
    @Inject(runtime.config) private readonly config: Config,
    @Inject(runtime.temporal) private readonly temporal: Client,
    @Inject(runtime.pool) private readonly pool: pg.Pool,
    @Inject(runtime.logger) private readonly logger: Logger,
    private readonly operators: PgOperatorStore,
    private readonly drain: Drain,
    private readonly adapter: HttpAdapterHost,
  ) {}

  static forProcess(config: Config, logger: Logger, drain: Drain): DynamicModule {
    return {
      module: DeskModule,
      imports: [
        DeskRuntimeModule.forProcess(config, logger, drain),
        EdgeModule,
        OperatorsModule,
        AuditModule,
        CasesModule,
        JournalsModule,
        PayersModule,
        OnboardingModule,
        MessagesModule,
        DeskSearchModule,
        OrdersModule,
        InDoubtModule,
        ThingsModule,
        LedgerModule,
        DeskSumsModule,
        HealthModule,
      ],
    };
  }

  /** Lets the Temporal UI show data that is encrypted at rest, to operators who may read payloads. */
  async onApplicationBootstrap(): Promise<void> {
    const { codecKeys, codecHost, codecPort, uiOrigin: allowedOrigin, deskUrl } = this.config;
    const codec = new EncryptionCodec(codecKeys);
    const cookie = new SessionCookie(deskUrl.startsWith('https:'));
    this.#codec = createCodecServer({
      ...{ codec, allowedOrigin, signInAt: `${deskUrl}/desk`, log: this.logger },
      readerOf: (headers) => payloadReader(headers, cookie, this.operators),
    });
    this.#codec.listen(codecPort, codecHost);
    await once(this.#codec, 'listening');
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#codec?.close();
    this.#codec?.closeAllConnections();
    await this.drain.begin(this.adapter.httpAdapter.getHttpServer() as Server);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.temporal.connection.close();
    await this.pool.end();
    await flushLogs(this.logger);
  }
}
