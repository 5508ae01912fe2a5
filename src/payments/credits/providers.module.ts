import { Module } from '@nestjs/common';
import type { Client } from '@temporalio/client';
import type pg from 'pg';
import { PgCardAttempts } from '../cards/card-attempt.store.js';
import type { Config } from '../../platform/config/config.js';
import { createSecretSeal } from '../../platform/keys/secret-seal.js';
import { createCardRails } from '../../providers/card-rails.js';
import { simulatorKeys } from '../../providers/hook-signature.js';
import { runtime } from '../../platform/runtime.js';
import { CheckoutGateway } from '../checkouts/checkout.gateway.js';
import type { FactSender } from '../../platform/temporal/fact-sender.js';
import { CardEventController } from '../cards/card-event.controller.js';
import { CardEventService } from '../cards/card-event.service.js';
import { CreditIntake } from './credit-intake.js';
import { PgCreditStore } from './credit.store.js';
import { providerKeys, type ProviderKeys } from './hook-signature.guard.js';
import { HookService } from './hook.service.js';
import { ProviderHooksController } from './provider-hooks.controller.js';
import { PgRailEventStore } from '../cards/rail-event.store.js';

@Module({
  controllers: [ProviderHooksController, CardEventController],
  providers: [
    {
      provide: providerKeys,
      inject: [runtime.config],
      useFactory: keysOf,
    },
    {
      provide: HookService,
      inject: [runtime.pool, runtime.facts],
      useFactory: (pool: pg.Pool, facts: FactSender) => {
        const credits = new PgCreditStore(pool);
        return new HookService(
          new CreditIntake(credits, facts),
          credits,
          new PgRailEventStore(pool),
        );
      },
    },
    {
      provide: CardEventService,
      inject: [runtime.pool, runtime.temporal, runtime.config],
      useFactory: (pool: pg.Pool, temporal: Client, config: Config) =>
        new CardEventService({
          attempts: new PgCardAttempts(pool, createSecretSeal(config.sealKeys)),
          workflows: new CheckoutGateway(temporal, config),
          rails: createCardRails(config),
          events: new PgRailEventStore(pool),
        }),
    },
  ],
})
export class ProvidersModule {}

/** Simulated money must not be taken for real. */
function keysOf({ rails, hookKeys }: Config): ProviderKeys {
  if (rails !== 'simulator') return new Map();
  const keys = simulatorKeys(hookKeys);
  return new Map([
    ['simulator', keys],
    ['simulator-acquirer', keys],
  ]);
}
