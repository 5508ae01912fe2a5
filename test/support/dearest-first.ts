import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest; one that began last would leave the other processes without work. */
const dearest = [
  'test/e2e/money/crash-points.soak.ts',
  'test/e2e/money/interleavings.soak.ts',
  'test/e2e/money/lying-bank.soak.ts',
  'test/e2e/money/lying-bank-payouts.soak.ts',
  'test/e2e/money/kill-everything.soak.ts',
  'test/e2e/money/misbehaviours.test.ts',
  'test/e2e/api/complete-checkout-card-crashes.test.ts',
  'test/e2e/scenarios/orders.test.ts',
  'test/e2e/scenarios/exceptions.test.ts',
  'test/e2e/scenarios/payouts.test.ts',
  'test/workflows/payout.workflow.test.ts',
  'test/workflows/refund.workflow.test.ts',
  'test/e2e/launcher/lifecycle.test.ts',
];

/** Those that share a Manilla come after the others end to end, because it costs processor time as long as it runs. */
const isShared = ({ moduleId }: TestSpecification): boolean =>
  /\bshared(Manilla)?\(/.test(readFileSync(moduleId, 'utf8'));

const rank = (file: TestSpecification): number => {
  const place = dearest.findIndex((each) => file.moduleId.endsWith(each));
  if (place !== -1) return place;
  if (file.project.name !== 'e2e') return dearest.length + 2;
  return isShared(file) ? dearest.length + 1 : dearest.length;
};

/** The dearest files of a group begin first; files of one project stay together, since they share a process. */
export class DearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const group = (each: TestSpecification) => each.project.config.sequence.groupOrder;
    const ranks = new Map(usual.map((each) => [each, rank(each)]));
    const rankOf = (each: TestSpecification) => ranks.get(each) ?? 0;
    return usual.toSorted((one, other) => group(one) - group(other) || rankOf(one) - rankOf(other));
  }
}
