import { Module } from '@nestjs/common';
import type { BankRail } from '../../domain/bank-rail.port.js';
import { runtime } from '../../platform/runtime.js';
import { BankDirectory } from './bank-directory.js';
import { BanksController } from './banks.controller.js';

/** One directory for the process, so that each list of banks is kept once. */
@Module({
  controllers: [BanksController],
  providers: [
    {
      provide: BankDirectory,
      inject: [runtime.rails],
      useFactory: (rails: ReadonlyMap<string, BankRail>) => new BankDirectory(rails),
    },
  ],
  exports: [BankDirectory],
})
export class BanksModule {}
