import { ApiProperty } from '@nestjs/swagger';
import { runOutcomes, type RunOutcome } from './early-run.store.js';
import { SettlementView } from './settlement.dto.js';

export class EarlyRunData {
  @ApiProperty({
    description:
      'SETTLED: a settlement is on its way. ON_HOLD: it waits until the cause is resolved. BELOW_MINIMUM: less is due than your minimum. WITHOUT_ACCOUNT: you have no account that can be paid. NOTHING: nothing is due.',
    enum: runOutcomes,
    example: 'SETTLED',
  })
  outcome!: RunOutcome;

  @ApiProperty({
    description: 'The settlement. Null when none was made.',
    type: SettlementView,
    nullable: true,
  })
  settlement!: SettlementView | null;
}
