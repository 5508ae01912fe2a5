import type { Server } from 'node:http';
import {
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
import { AuthModule } from '../merchants/keys/auth.module.js';
import { CallsModule } from '../http/calls/calls.module.js';
import { BanksModule } from '../payouts/banks/banks.module.js';
import { CheckoutModule } from '../payments/checkouts/checkout.module.js';
import type { Config } from '../platform/config/config.js';
import { DisputesModule } from '../payments/disputes/disputes.module.js';
import { HealthModule } from './health/health.module.js';
import { Drain } from '../http/drain.js';
import { EdgeModule } from '../http/edge.module.js';
import { MerchantsModule } from '../merchants/settings/merchants.module.js';
import { flushLogs, type Logger } from '../platform/observability/logger.js';
import type { ChangeListener } from '../platform/database/database.js';
import { PaymentLinksModule } from '../payments/links/payment-links.module.js';
import { PayModule } from '../pages/payer/pay.module.js';
import { ProvidersModule } from '../payments/credits/providers.module.js';
import { ReferenceModule } from './reference/reference.module.js';
import { RefundsModule } from '../payouts/refunds/refunds.module.js';
import { runtime } from '../platform/runtime.js';
import { RuntimeModule } from './runtime.module.js';
import { SandboxModule } from '../payments/sandbox/sandbox.module.js';
import { CalendarModule } from '../payouts/calendar/calendar.module.js';
import { TransactionsModule } from '../reports/transactions/transactions.module.js';
import { SettlementModule } from '../payouts/settlement/settlement.module.js';
import type { FactSender } from '../platform/temporal/fact-sender.js';
import { MerchantModule } from '../reports/merchant/merchant.module.js';
import { SumsModule } from '../reports/sums/sums.module.js';
import { SearchModule } from '../reports/search/search.module.js';
import { VirtualAccountsModule } from '../payments/accounts/virtual-accounts.module.js';
import { WalletModule } from '../reports/wallet/wallet.module.js';
import { MessageReportsModule } from '../notify/senders/message-reports.module.js';
import { WebhooksModule } from '../notify/webhooks/webhooks.module.js';

/** The API process: its areas, and how it begins and ends. */
@Module({})
export class AppModule
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  constructor(
    @Inject(runtime.changes) private readonly changes: ChangeListener,
    @Inject(runtime.facts) private readonly facts: FactSender,
    @Inject(runtime.temporal) private readonly temporal: Client,
    @Inject(runtime.pool) private readonly pool: pg.Pool,
    @Inject(runtime.logger) private readonly logger: Logger,
    private readonly drain: Drain,
    private readonly adapter: HttpAdapterHost,
  ) {}

  static forProcess(config: Config, logger: Logger, drain: Drain): DynamicModule {
    return {
      module: AppModule,
      imports: [
        RuntimeModule.forProcess(config, logger, drain),
        EdgeModule,
        AuthModule,
        CallsModule,
        BanksModule,
        CheckoutModule,
        MerchantsModule,
        RefundsModule,
        DisputesModule,
        CalendarModule,
        TransactionsModule,
        SettlementModule.forEnvironment(config.environment),
        VirtualAccountsModule,
        WalletModule,
        SearchModule,
        MerchantModule,
        SumsModule,
        ProvidersModule,
        PaymentLinksModule,
        PayModule,
        WebhooksModule,
        MessageReportsModule,
        HealthModule,
        ReferenceModule,
        ...(config.environment === 'sandbox' ? [SandboxModule] : []),
      ],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.changes.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.drain.begin(this.adapter.httpAdapter.getHttpServer() as Server);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.facts.close();
    await this.changes.close();
    await this.temporal.connection.close();
    await this.pool.end();
    await flushLogs(this.logger);
  }
}
