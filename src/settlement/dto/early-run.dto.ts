import { ApiProperty } from '@nestjs/swagger';
import { runOutcomes, type RunOutcome } from '../early-run.store.js';
import { SettlementView } from './settlement.dto.js';

export class EarlyRunData {
  @ApiProperty({
    enum: runOutcomes,
    description:
      'SETTLED: it is on its way. BELOW_MINIMUM: less is due than your minimum. WITHOUT_ACCOUNT: there is none that can be paid.',
    example: 'SETTLED',
  })
  outcome!: RunOutcome;

  @ApiProperty({ type: SettlementView, nullable: true })
  settlement!: SettlementView | null;
}
