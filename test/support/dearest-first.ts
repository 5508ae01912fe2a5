import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest; one that began last would leave the other processes without work. */
const dearest = [
  'test/browser/planted-problems.test.ts',
  'test/browser/operators-walk.test.ts',
  'test/browser/checkout-page.test.ts',
  'test/browser/desk.test.ts',
  'test/e2e/ops/rebuild-temporal.test.ts',
  'test/e2e/ops/rings.test.ts',
  'test/e2e/ops/desk-cli.test.ts',
  'test/e2e/ops/namespace-gone.test.ts',
  'test/e2e/ops/going-live.test.ts',
  'test/e2e/api/complete-checkout-card-crashes.test.ts',
  'test/e2e/ops/temporal-secured.test.ts',
  'test/e2e/ops/merchants.test.ts',
  'test/e2e/launcher/lifecycle.test.ts',
  'test/e2e/money/interleavings.soak.ts',
  'test/e2e/money/crash-points.soak.ts',
  'test/e2e/money/rebuild.soak.ts',
  'test/e2e/money/lying-bank.soak.ts',
  'test/e2e/money/quarter.soak.ts',
  'test/e2e/money/replicas.soak.ts',
  'test/e2e/money/lying-bank-payouts.soak.ts',
  'test/workflows/checkout-parking.test.ts',
  'test/workflows/payout.workflow.test.ts',
  'test/workflows/refund.workflow.test.ts',
  'test/integration/cluster/postgres-pair.test.ts',
];

/** Those that share a Manilla come after the others end to end, because it costs processor time as long as it runs. */
const isShared = ({ moduleId, project }: TestSpecification): boolean =>
  project.name === 'e2e' && /\bshared(Manilla)?\(/.test(readFileSync(moduleId, 'utf8'));

/** In this order, so that each process serves one project: a process cannot go over to another. Short files come last. */
const projects = ['browser', 'e2e', 'soak', 'workflows', 'integration'];

function rank(file: TestSpecification): number {
  const place = dearest.findIndex((each) => file.moduleId.endsWith(each));
  if (place !== -1) return place;
  return isShared(file) ? dearest.length + 1 : dearest.length;
}

/** Of each group the projects come one after the other, and of each project the dearest files first. */
export class DearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const keys = new Map(
      usual.map((file) => {
        const { name, config } = file.project;
        return [file, [config.sequence.groupOrder, projects.indexOf(name), rank(file)]];
      }),
    );
    return usual.toSorted((one, other) => compare(keys.get(one) ?? [], keys.get(other) ?? []));
  }
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
