import { Module } from '@nestjs/common';
import type pg from 'pg';
import { PgCardAttempts } from '../cards/card-attempt.store.js';
import type { Config } from '../config/config.js';
import { Drain } from '../http/drain.js';
import { createSecretSeal } from '../notifications/secret-seal.js';
import type { ChangeListener } from '../persistence/database.js';
import { newChargesProvider } from '../rails/card-rails.js';
import { runtime } from '../runtime.js';
import type { FactSender } from '../temporal/fact-sender.js';
import { AccessCodes } from './access-codes.js';
import { AccountService } from './account.service.js';
import { AmountLimits } from './amount-limits.js';
import { CancelService } from './cancel.service.js';
import { CardPayment } from './card-payment.js';
import { PgCheckoutList } from './checkout-list.store.js';
import { CheckoutController } from './checkout.controller.js';
import { CheckoutWatch } from './checkout-watch.js';
import { PgCheckoutStore } from './checkout.store.js';
import { checkoutList, CheckoutsController } from './checkouts.controller.js';
import { CompleteService } from './complete.service.js';
import { PgDailyLimits } from './daily-limit.store.js';
import { InitiateService } from './initiate.service.js';
import { NumberPool } from './number-pool.js';
import { PgOpenAccounts } from './open-account.store.js';
import { OpenAccounts } from './open-accounts.js';
import { QueryService } from './query.service.js';
import { TimelineController, timelineStore } from './timeline.controller.js';
import { PgTimelineStore } from './timeline.store.js';

const checkoutStore = Symbol('checkoutStore');

@Module({
  controllers: [CheckoutController, CheckoutsController, TimelineController],
  providers: [
    {
      provide: timelineStore,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new PgTimelineStore(pool),
    },
    {
      provide: checkoutList,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new PgCheckoutList(pool),
    },
    {
      provide: checkoutStore,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new PgCheckoutStore(pool),
    },
    {
      provide: AccessCodes,
      inject: [runtime.config],
      useFactory: ({ accessCodeKey }: Config) => new AccessCodes(accessCodeKey),
    },
    {
      provide: CheckoutWatch,
      inject: [checkoutStore, runtime.changes, Drain],
      useFactory: (store: PgCheckoutStore, changes: ChangeListener, drain: Drain) =>
        new CheckoutWatch(store, { changes, shutdown: drain.signal }),
    },
    {
      provide: AmountLimits,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new AmountLimits(new PgDailyLimits(pool)),
    },
    {
      provide: InitiateService,
      inject: [checkoutStore, AmountLimits, runtime.facts],
      useFactory: (store: PgCheckoutStore, limits: AmountLimits, facts: FactSender) =>
        new InitiateService(store, limits, facts),
    },
    {
      // One for the process: every kind of account takes its number from it.
      provide: NumberPool,
      inject: [checkoutStore, runtime.config],
      useFactory: (store: PgCheckoutStore, { numberKey }: Config) =>
        new NumberPool(store, numberKey),
    },
    {
      // One for the process, as the numbers are.
      provide: OpenAccounts,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new OpenAccounts(new PgOpenAccounts(pool)),
    },
    {
      provide: AccountService,
      inject: [checkoutStore, NumberPool, runtime.facts, OpenAccounts],
      useFactory: (
        store: PgCheckoutStore,
        numbers: NumberPool,
        facts: FactSender,
        openAccounts: OpenAccounts,
      ) => new AccountService(store, numbers, facts, openAccounts),
    },
    {
      provide: QueryService,
      inject: [AccessCodes, CheckoutWatch],
      useFactory: (codes: AccessCodes, watch: CheckoutWatch) => new QueryService(codes, watch),
    },
    {
      provide: CancelService,
      inject: [checkoutStore, AccessCodes, runtime.facts],
      useFactory: (store: PgCheckoutStore, codes: AccessCodes, facts: FactSender) =>
        new CancelService(store, codes, facts),
    },
    {
      provide: CardPayment,
      inject: [runtime.pool, runtime.facts, CheckoutWatch, runtime.config],
      useFactory: (pool: pg.Pool, facts: FactSender, watch: CheckoutWatch, config: Config) =>
        new CardPayment({
          attempts: new PgCardAttempts(pool, createSecretSeal(config.sealKey)),
          facts,
          watch,
          provider: newChargesProvider(config),
        }),
    },
    {
      provide: CompleteService,
      inject: [checkoutStore, AccessCodes, CheckoutWatch, CardPayment],
      useFactory: (
        store: PgCheckoutStore,
        codes: AccessCodes,
        watch: CheckoutWatch,
        cards: CardPayment,
      ) => new CompleteService(store, codes, watch, cards),
    },
  ],
  exports: [AmountLimits, NumberPool, OpenAccounts],
})
export class CheckoutModule {}
