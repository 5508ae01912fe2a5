import { z } from 'zod';
import { reply, oneOf } from '../../http/reply.js';
import { runOutcomes } from './early-run.store.js';
import { SettlementView } from './settlement.dto.js';

export const EarlyRunData = reply('EarlyRunData', {
  outcome: oneOf(
    runOutcomes,
    'SETTLED: a settlement is on its way. ON_HOLD: it waits until the cause is resolved. BELOW_MINIMUM: less is due than your minimum. WITHOUT_ACCOUNT: you have no account that can be paid. NOTHING: nothing is due.',
    'SETTLED',
  ),
  settlement: SettlementView.nullable().meta({
    description: 'The settlement. Null when none was made.',
  }),
});
export type EarlyRunData = z.infer<typeof EarlyRunData>;
