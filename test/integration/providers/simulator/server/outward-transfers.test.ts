import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { SimulatorBankRail } from '../../../../../src/providers/simulator/bank.adapter.js';
import { hookKeysOf } from '../../../../support/key-sets.js';
import { SimulatorWorld } from './simulator-world.js';

let world: SimulatorWorld;
beforeAll(async () => {
  world = await SimulatorWorld.start();
});
beforeEach(() => world.control.reset());
afterAll(() => world?.[Symbol.asyncDispose]());

const kindsOf = async (): Promise<(string | number)[][]> =>
  (await world.rail.statement(0n, 100)).lines.map(({ kind, amountMinor }) => [
    kind,
    Number(amountMinor),
  ]);

describe('a transfer of ours', () => {
  it('of ten thousand naira and more costs stamp duty', async () => {
    await world.send(999_999n);
    const { sessionId } = await world.send(1_000_000n);
    expect(await kindsOf()).toEqual([
      ['DEBIT', 999_999],
      ['DEBIT', 1_000_000],
      ['STAMP_DUTY', 5_000],
    ]);
    const duty = (await world.rail.statement(0n, 100)).lines.at(-1);
    expect(duty).toMatchObject({ sessionId, balanceMinor: -2_004_999n });
  });

  it('that is held is in progress until it is released', async () => {
    await world.control.misbehave({ on: 'transfer', answer: 'TIMEOUT', done: 'HELD', times: 2 });
    const [done, declined] = [world.newTransfer(), world.newTransfer()];
    const keys = hookKeysOf(inject('stack').env);
    const hurried = new SimulatorBankRail({ url: world.program.baseUrl, keys, timeoutMs: 1_000 });
    for (const transfer of [done, declined]) {
      const { sessionId } = transfer;
      expect(await hurried.transfer(transfer)).toMatchObject({
        outcome: 'UNKNOWN',
        failure: 'TIMEOUT',
      });
      expect(await world.rail.query(sessionId)).toMatchObject({ outcome: 'UNKNOWN', code: '09' });
    }
    await hurried.close();
    expect(await kindsOf()).toEqual([]);
    await world.control.releaseTransfer(done.sessionId);
    await world.control.releaseTransfer(declined.sessionId, '61');
    expect((await world.rail.query(done.sessionId)).outcome).toBe('SUCCESS');
    expect(await world.rail.query(declined.sessionId)).toMatchObject({
      outcome: 'FAILED',
      code: '61',
    });
    expect(await kindsOf()).toEqual([['DEBIT', 250_000]]);
    await expect(world.control.releaseTransfer(done.sessionId)).rejects.toThrow('is held');
  });

  it.each([
    ['94', 'UNKNOWN'],
    ['26', 'UNKNOWN'],
    ['FIRST_ANSWER', 'SUCCESS'],
  ] as const)('that is asked for again may be answered %s', async (duplicateTransfer, outcome) => {
    await world.control.behave({ duplicateTransfer });
    const transfer = await world.send();
    expect((await world.rail.transfer(transfer)).outcome).toBe(outcome);
    expect(await kindsOf()).toHaveLength(1);
  });

  it.each([
    ['9800000007', { outcome: 'FAILED', code: '07' }, []],
    ['9800000009', { outcome: 'UNKNOWN', code: '09' }, []],
    ['9900000007', { outcome: 'SUCCESS', code: '00' }, [['DEBIT', 250_000]]],
  ])('to the test account %s is answered as its number says', async (number, answer, lines) => {
    const transfer = world.newTransfer();
    const destination = { ...transfer.destination, accountNumber: number };
    const { sessionId } = transfer;
    expect(await world.rail.transfer({ ...transfer, destination })).toMatchObject(answer);
    expect(await world.rail.query(sessionId)).toMatchObject(answer);
    expect(await kindsOf()).toEqual(lines);
    const enquiry = await world.rail.enquireName(destination);
    expect(enquiry.code).toBe(number.startsWith('99') ? '07' : '00');
    // A rule that was set comes first.
    await world.control.misbehave({ on: 'name-enquiry', answer: '91', times: 1 });
    expect((await world.rail.enquireName(destination)).code).toBe('91');
  });

  it('that is sent back stands in the statement, up to what was sent', async () => {
    const { sessionId, destination } = await world.send();
    await world.control.returnTransfer(sessionId, 50_000);
    await expect(world.control.returnTransfer(sessionId, 200_001)).rejects.toThrow('200000 kobo');
    await world.control.returnTransfer(sessionId);
    await expect(world.control.returnTransfer(sessionId)).rejects.toThrow('0 kobo');
    expect(await kindsOf()).toEqual([
      ['DEBIT', 250_000],
      ['DEBIT_RETURNED', 50_000],
      ['DEBIT_RETURNED', 200_000],
    ]);
    const { bankCode, accountNumber } = destination;
    expect((await world.control.account(bankCode, accountNumber)).balance).toBe(0);
    await expect(world.control.returnTransfer('no-such-transfer')).rejects.toThrow('was done');
  });

  it('may be denied by a bank that has moved the money: only the statement tells', async () => {
    await world.control.misbehave({ on: 'transfer', answer: '51', done: true, times: 1 });
    expect((await world.send()).answer.outcome).toBe('FAILED');
    expect(await kindsOf()).toEqual([['DEBIT', 250_000]]);
  });

  it('and what else was asked is on record, whatever came of it', async () => {
    await world.control.misbehave({ on: 'transfer', answer: 'RESET', done: false, times: 1 });
    const transfer = await world.send();
    await world.rail.query(transfer.sessionId);
    await world.rail.transfer(transfer);
    await world.rail.enquireName(transfer.destination);
    const { sessionId, destination } = transfer;
    const { accountNumber } = destination;
    expect(await world.control.calls({ sessionId })).toMatchObject([
      { on: 'transfer', sessionId, accountNumber, amount: 250_000, answered: 'RESET' },
      { on: 'query', sessionId, accountNumber: null, answered: '25' },
      { on: 'transfer', sessionId, amount: 250_000, answered: '00' },
    ]);
    expect(await world.control.calls({ on: 'name-enquiry' })).toMatchObject([{ accountNumber }]);
    expect(await world.control.calls()).toHaveLength(4);
  });

  it('that makes no sense to the bank has failed, and leaves no trace', async () => {
    const transfer = world.newTransfer(0n);
    expect(await world.rail.transfer(transfer)).toMatchObject({ outcome: 'FAILED', code: '13' });
    const nowhere = { ...world.newTransfer(), destination: { accountNumber: '1', bankCode: '2' } };
    expect(await world.rail.transfer(nowhere)).toMatchObject({ outcome: 'FAILED', code: '30' });
    expect(await kindsOf()).toEqual([]);
  });
});

it('charges are lines of the statement', async () => {
  await world.control.charge(1_075, 'SMS alerts');
  expect((await world.rail.statement(0n, 10)).lines).toMatchObject([
    { kind: 'CHARGE', amountMinor: 1_075n, sessionId: null, narration: 'SMS alerts' },
  ]);
});

describe('a crash', () => {
  it('loses no money, no line and no rule', async () => {
    await world.control.misbehave({ on: 'transfer', answer: 'RESET', done: true, times: 2 });
    await world.control.behave({
      rules: [{ on: 'transfer', answer: 'RESET', done: true, times: 2 }],
      duplicateTransfer: '26',
    });
    const transfer = await world.send();
    expect(transfer.answer).toMatchObject({ outcome: 'UNKNOWN', failure: 'UNREACHABLE' });
    const before = await world.rail.statement(0n, 100);
    await world.crash();
    expect(await world.rail.statement(0n, 100)).toEqual(before);
    expect((await world.rail.query(transfer.sessionId)).outcome).toBe('SUCCESS');
    const { rules } = await world.control.behaviour();
    expect(rules).toMatchObject([{ on: 'transfer', times: 2, applied: 1 }]);
    expect((await world.send()).answer.failure).toBe('UNREACHABLE');
    expect((await world.send()).answer.outcome).toBe('SUCCESS');
    expect(await world.rail.transfer(transfer)).toMatchObject({ code: '26' });
  });
});
