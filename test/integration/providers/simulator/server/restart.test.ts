import { afterAll, beforeAll, expect, it } from 'vitest';
import { SimulatorWorld } from './simulator-world.js';

let world: SimulatorWorld;
beforeAll(async () => void (world = await SimulatorWorld.start()));
afterAll(() => world?.[Symbol.asyncDispose]());

const payer = { accountNumber: '3000000001', accountName: 'ADA OBI', bankCode: '999998' };

/** All that can be asked of it. */
async function everything() {
  const { control, program } = world;
  const { destination } = sent;
  return {
    statement: await control.statement(),
    calls: await control.calls(),
    rules: await control.behaviour(),
    payer: await control.account(payer.bankCode, payer.accountNumber),
    paid: await control.account(destination.bankCode, destination.accountNumber),
    charges: await (await fetch(`${program.baseUrl}/control/acquirer/charges`)).json(),
  };
}

let sent: ReturnType<SimulatorWorld['newTransfer']>;

it('a bank whose process is gone forgets nothing: money, calls, rules, and how often a rule still holds', async () => {
  const { control, rail } = world;
  sent = world.newTransfer();
  expect((await rail.transfer(sent)).outcome).toBe('SUCCESS');
  const transfer = { accountNumber: '5011234561', amount: 1_000, source: payer };
  await control.payInward({ ...transfer, askName: false });
  const held = world.newTransfer();
  const { accountNumber: account } = held.destination;
  await control.misbehave({ on: 'transfer', account, answer: '09', done: 'HELD', times: 1 });
  expect((await rail.transfer(held)).outcome).toBe('UNKNOWN');
  await control.misbehave({ on: 'name-enquiry', answer: '07', times: 2 });
  expect((await rail.enquireName(sent.destination)).code).toBe('07');

  const before = await everything();
  expect(before.payer.balance).toBe(-1_000);
  expect(before.statement.lines).toBe(2);
  await world.crash();
  expect(await everything()).toEqual(before);

  expect((await rail.enquireName(sent.destination)).code).toBe('07');
  expect((await rail.enquireName(sent.destination)).code).toBe('00');
  // The same once more moves nothing.
  await rail.transfer(sent);
  expect((await control.statement()).lines).toBe(2);
  await control.releaseTransfer(held.sessionId);
  expect((await rail.query(held.sessionId)).outcome).toBe('SUCCESS');
  expect((await control.statement()).lines).toBe(3);
});
