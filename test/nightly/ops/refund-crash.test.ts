import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SimulatorControl } from '../../../src/providers/simulator/control-client.js';
import { startEverything, type TestManilla } from '../../support/stack.js';

/** A number of no prefix of ours: whoever pays into it gets the money back. */
const nobodys = '9999999999';

let manilla: TestManilla;
let bank: SimulatorControl;
beforeAll(async () => {
  manilla = await startEverything();
  bank = new SimulatorControl(manilla.simulatorUrl);
});
afterAll(() => manilla.stop());

const refunds = () =>
  manilla.database.query<{ status: string; attempts: number }>(
    'select status, attempts from refund',
  );

async function returnMoneyOfNobody(amount: number): Promise<void> {
  await bank.payInward({ accountNumber: nobodys, amount, askName: false });
  const [credit] = await manilla.database.query<{ credit_id: string }>(
    `select credit_id from inward_credit where outcome = 'UNMATCHED'`,
  );
  await manilla.database.query(`select resolve_held_credit($1, 'OPERATOR', 'return')`, [
    credit?.credit_id,
  ]);
}

test('a worker that is killed between sending and the answer has the money sent once', async () => {
  await bank.misbehave({ on: 'transfer', times: 1, answer: 'TIMEOUT', done: true });
  await returnMoneyOfNobody(1_200_000);
  await vi.waitFor(async () => expect(await bank.calls({ on: 'transfer' })).toHaveLength(1), {
    timeout: 30_000,
    interval: 50,
  });
  await manilla.kill('worker');
  expect(await refunds()).toEqual([{ status: 'PROCESSING', attempts: 1 }]);
  await manilla.restart('worker');
  await vi.waitFor(
    async () => expect(await refunds()).toEqual([{ status: 'SUCCESSFUL', attempts: 1 }]),
    { timeout: 80_000, interval: 250 },
  );
  const { totals } = await bank.statement();
  expect(totals['DEBIT']).toEqual({ count: 1, amount: 1_200_000 });
  expect(await bank.calls({ on: 'transfer' })).toHaveLength(1);
  const faults = await manilla.database.query('select claim from books_proof where faults <> 0');
  expect(faults).toEqual([]);
});

test('the worker’s metrics tell what is in suspense and which refunds are open', async () => {
  await bank.payInward({ accountNumber: '9999999998', amount: 70_000, askName: false });
  const metrics = await (await fetch(`${manilla.program('worker').baseUrl}/metrics`)).text();
  expect(metrics).toMatch(/manilla_suspense_minor\{account="2200",currency="NGN"\} 70000/);
  expect(metrics).toMatch(/# TYPE manilla_refunds_open gauge/);
  expect(metrics).toMatch(/# TYPE manilla_findings gauge/);
});
