import { Module } from '@nestjs/common';
import type pg from 'pg';
import type { Config } from '../../platform/config/config.js';
import { runtime } from '../../platform/runtime.js';
import { SimulatorControl } from '../../providers/simulator/control-client.js';
import {
  checkoutClock,
  CheckoutClockController,
  clockFacts,
  clockRefunds,
} from './checkout-clock.controller.js';
import { PgCheckoutClock } from './checkout-clock.store.js';
import { PgOwnAccounts } from './own-accounts.store.js';
import { SandboxController } from './sandbox.controller.js';

/** Only part of the API in the sandbox environment. */
@Module({
  controllers: [SandboxController, CheckoutClockController],
  providers: [
    {
      provide: SimulatorControl,
      inject: [runtime.config],
      useFactory: ({ simulatorUrl }: Config) => new SimulatorControl(simulatorUrl),
    },
    {
      provide: checkoutClock,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new PgCheckoutClock(pool),
    },
    {
      provide: PgOwnAccounts,
      inject: [runtime.pool],
      useFactory: (pool: pg.Pool) => new PgOwnAccounts(pool),
    },
    { provide: clockFacts, useExisting: runtime.facts },
    { provide: clockRefunds, useExisting: runtime.refunds },
  ],
})
export class SandboxModule {}
