import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { resolveSettlement } from '../../../workflows/messages.js';
import type { SettlementResult } from '../../../workflows/payouts/settlement.workflow.js';
import { countEvents, currentDetails, eventNames } from '../../support/history.js';
import { type DueMerchant, PayoutWorld } from '../../support/payout-world.js';

const amount = 500_000n;
const slices = { most: 3, merchantsEach: 2 };

let world: PayoutWorld;
beforeAll(async () => void (world = await PayoutWorld.start({ slices })));
afterAll(() => world[Symbol.asyncDispose]());
afterEach(async () => expect(await world.faults()).toEqual([]));

const handleOf = (workflowId: string) => world.client.workflow.getHandle(workflowId);
const retry = { decision: 'retry', operator: 'ngozi', reason: 'looked' } as const;

async function begin(workflowId: string, input: object = {}) {
  return world.client.workflow.start('settlementWorkflow', {
    taskQueue: 'rails',
    workflowId,
    args: [{ cycle: 'INSTANT', parkAfterMs: 2_000, ...input }],
  });
}

async function dueMerchants(count: number): Promise<DueMerchant[]> {
  const made = [];
  for (let n = 0; n < count; n += 1) made.push(await world.merchant(amount));
  return made;
}

/** Which of so many slices each merchant is in. */
async function sliceOf({ merchantId }: DueMerchant, of: number): Promise<number> {
  const { rows } = await world.pool.query<{ slice: number }>('select slice_of($1, $2) as slice', [
    merchantId,
    of,
  ]);
  return rows[0]?.slice ?? 0;
}

/** What the database holds of the run, once it is closed. */
async function written({ cutOff }: SettlementResult) {
  const { rows } = await world.pool.query(
    'select finished_at is not null as is_closed, result from settlement_run where cut_off = $1',
    [cutOff],
  );
  return rows;
}

/** A page of this slice fails until `disposed`. */
async function sliceAway(number: number): Promise<AsyncDisposable> {
  const { pool } = world;
  await pool.query('alter function merchants_of_cycle rename to merchants_of_all');
  await pool.query(
    `create function merchants_of_cycle(p_cycle text, p_after text, p_limit integer, p_slice integer, p_slices integer)
     returns setof text language plpgsql as $$
     begin
       if p_slice = ${number} then raise exception 'this slice is away'; end if;
       return query select merchants_of_all(p_cycle, p_after, p_limit, p_slice, p_slices);
     end $$`,
  );
  return {
    [Symbol.asyncDispose]: async () => {
      await pool.query('drop function merchants_of_cycle');
      await pool.query('alter function merchants_of_all rename to merchants_of_cycle');
    },
  };
}

test('few merchants are settled by the run itself, without a workflow more', async () => {
  const [merchant] = await dueMerchants(1);
  const handle = await begin('settle-few');
  expect(await handle.result()).toMatchObject({ settled: 1 });
  const events = await eventNames(handle);
  expect(countEvents(events, 'START_CHILD_WORKFLOW_EXECUTION_INITIATED')).toBe(0);
  expect(countEvents(events, 'MARKER_RECORDED')).toBe(0);
  await world.result(await world.begun(merchant as DueMerchant));
});

describe('many merchants', () => {
  test('are settled in slices, each once, and the run adds up what the slices came to', async () => {
    const merchants = await dueMerchants(11);
    const handle = await begin('settle-many', { pageSize: 2 });
    const result = (await handle.result()) as SettlementResult;
    expect(result).toMatchObject({ settled: 11, amountMinor: '5500000', failed: 0 });
    const each = [1, 2, 3].map((n) => handleOf(`settle-many/slice-${n}`));
    const counts = await Promise.all(each.map((slice) => slice.result()));
    const expected = await Promise.all(merchants.map((merchant) => sliceOf(merchant, 3)));
    expect(counts.map(({ settled }) => settled)).toEqual(
      [1, 2, 3].map((n) => expected.filter((slice) => slice === n).length),
    );
    expect(await currentDetails(each[1] as (typeof each)[0])).toMatch(/Slice \| 2 of 3/);
    expect(await currentDetails(handle)).toMatch(/Slices that are done \| 3 of 3/);
    expect(await written(result)).toMatchObject([{ is_closed: true, result: { settled: 11 } }]);
    for (const merchant of merchants) {
      expect(await world.result(await world.begun(merchant))).toEqual({ status: 'SUCCESSFUL' });
      expect(await world.received(merchant)).toBe(Number(amount));
    }
  });

  test('are settled once however often the run is run', async () => {
    const [merchant] = await dueMerchants(6);
    const cutOff = new Date().toISOString();
    const first = await (await begin('settle-again', { cutOff })).result();
    const second = await (await begin('settle-again', { cutOff })).result();
    const beside = await (await begin('settle-beside', { cutOff })).result();
    expect(first).toMatchObject({ settled: 6 });
    expect([second, beside]).toEqual([first, first]);
    await world.result(await world.begun(merchant as DueMerchant));
    expect(await world.received(merchant as DueMerchant)).toBe(Number(amount));
  });

  test('of a slice with a long history go on in a new run', async () => {
    const merchants = await dueMerchants(6);
    const handle = await begin('settle-long', { pageSize: 1, longHistory: 10 });
    expect(await handle.result()).toMatchObject({ settled: 6 });
    for (const merchant of merchants) await world.result(await world.begun(merchant));
  });
});

describe('a slice', () => {
  test('that waits for an operator holds up none of the others; the run is closed when all are done', async () => {
    const merchants = await dueMerchants(6);
    const places = await Promise.all(merchants.map((merchant) => sliceOf(merchant, 3)));
    const away = await sliceAway(2);
    const handle = await begin('settle-parked');
    await expect
      .poll(() => world.rails.untilWaiting('settle-parked/slice-2'))
      .toBe('settleMerchants: LEDGER_REFUSED');
    expect(await handleOf('settle-parked/slice-1').result()).toMatchObject({
      settled: places.filter((place) => place === 1).length,
    });
    await handleOf('settle-parked/slice-3').result();
    await expect
      .poll(() => currentDetails(handle))
      .toMatch(/Slices that are done \| 2 of 3, not yet: 2/);
    const open = await world.pool.query('select from settlement_run where finished_at is null');
    expect(open.rowCount).toBe(1);
    await away[Symbol.asyncDispose]();
    await handleOf('settle-parked/slice-2').executeUpdate(resolveSettlement, { args: [retry] });
    const result = (await handle.result()) as SettlementResult;
    expect(result).toMatchObject({ settled: 6, amountMinor: '3000000' });
    expect(await written(result)).toMatchObject([{ is_closed: true, result: { settled: 6 } }]);
    for (const merchant of merchants) await world.result(await world.begun(merchant));
  });

  test('that is ended by hand is started again by an operator', async () => {
    const merchants = await dueMerchants(6);
    const away = await sliceAway(1);
    const handle = await begin('settle-ended');
    await world.rails.untilWaiting('settle-ended/slice-1');
    await handleOf('settle-ended/slice-1').terminate('by hand');
    await away[Symbol.asyncDispose]();
    expect(await world.rails.untilWaiting('settle-ended')).toBe('settleSlices: INTERNAL');
    expect(await currentDetails(handle)).toMatch(/these slices of 3 .*: 1\./);
    await handle.executeUpdate(resolveSettlement, { args: [retry] });
    expect(await handle.result()).toMatchObject({ settled: 6 });
    for (const merchant of merchants) await world.result(await world.begun(merchant));
  });

  test('that a run before has left running makes way', async () => {
    const merchants = await dueMerchants(6);
    const left = await world.client.workflow.start('settlementSliceWorkflow', {
      taskQueue: 'nobody-works-here',
      workflowId: 'settle-left/slice-2',
      args: [{ cycle: 'INSTANT', cutOff: new Date().toISOString(), slice: { number: 2, of: 3 } }],
    });
    expect(await (await begin('settle-left')).result()).toMatchObject({ settled: 6 });
    const { status } = await handleOf(left.workflowId).describe();
    expect(status.name).toBe('COMPLETED');
    for (const merchant of merchants) await world.result(await world.begun(merchant));
  });
});
