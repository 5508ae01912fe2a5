import { Module } from '@nestjs/common';
import type { BankRail } from '../domain/ports/bank-rail.port.js';
import { runtime } from '../runtime.js';
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
