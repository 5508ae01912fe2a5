import { makeContinueAsNewFunc } from '@temporalio/workflow';
import type { SettlementCounts } from '../../src/domain/settlement-counts.js';
import { runToItsEnd } from '../platform/attention.js';
import type { CarriedPages, SettlementSliceInput } from '../messages.js';
import { SettlementPages } from './settlement-pages.js';

/**
 * Settles one slice of the merchants of a run. The run starts this workflow as a child. Running it again changes
 * nothing.
 */
export function settlementSliceWorkflow(input: SettlementSliceInput): Promise<SettlementCounts> {
  const { cycle, cutOff, slice } = input;
  const pages = new SettlementPages({ cycle, cutOff }, input, slice);
  const goOn = (carried: CarriedPages) =>
    makeContinueAsNewFunc<typeof settlementSliceWorkflow>()({ ...input, carried });
  const run = async (): Promise<SettlementCounts> => {
    await pages.settleAll(goOn);
    pages.show('DONE');
    return pages.counts;
  };
  return runToItsEnd({ desk: pages.desk, run });
}
