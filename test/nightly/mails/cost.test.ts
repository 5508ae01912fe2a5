import { expect, test } from 'vitest';
import { SmtpSender } from '../../../src/notify/senders/smtp/smtp-sender.js';
import { MailProcess } from '../../support/mail-process.js';
import { MessageWorld } from '../../support/message-world.js';

const payments = 200;

/** Processor time of this process, in milliseconds: postings and couriers run here, PostgreSQL and the mail server do not. */
function usedMs(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

test('what a receipt costs the programs in processor time', { timeout: 300_000 }, async () => {
  await using world = await MessageWorld.open();
  await using server = await MailProcess.start();
  const sender = new SmtpSender({
    ...{ host: '127.0.0.1', port: server.port, isImplicitTls: false, demandsTls: false },
    ...{ user: null, password: null, dkim: null },
    from: { address: 'pay@manilla.example.ng', name: 'Manilla' },
  });
  const posting = { on: [] as number[], off: [] as number[] };
  const carrying: number[] = [];
  const payAll = async (): Promise<void> => {
    const orders = [];
    for (let at = 0; at < payments; at += 1) orders.push(await world.shop.order());
    await world.shop.pool.query(
      `update checkout set customer = customer || jsonb_build_object('email', checkout_id || '@example.ng')`,
    );
    const before = process.cpuUsage();
    for (const order of orders) await world.shop.payAndPost(order, 1_000_000n);
    posting[isOn ? 'on' : 'off'].push(usedMs(before) / payments);
  };
  let isOn = true;
  // The first round warms everything up.
  for (let round = 0; round < 7; round += 1) {
    isOn = round % 2 === 1;
    await world.store.setChannels({ EMAIL: isOn ? 'smtp' : null, SMS: null });
    await payAll();
    if (!isOn) continue;
    const before = process.cpuUsage();
    await world.carry(world.courier(sender));
    carrying.push(usedMs(before) / payments);
  }
  await sender.close();
  const ms = (values: readonly number[]) => values.map((value) => value.toFixed(2)).join(' ');
  console.log(
    `CPU-ms a payment: posting without ${ms(posting.off.slice(1))}, with ${ms(posting.on)}; drawing and sending ${ms(carrying)}`,
  );
  expect(server.taken).toHaveLength(3 * payments);
});
