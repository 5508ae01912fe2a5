import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatNaira } from '../../../../src/domain/money.js';
import { SmtpSender } from '../../../../src/notify/senders/smtp/smtp-sender.js';
import { keyHolder } from '../../../support/actors.js';
import { changeMerchant, contacts, tellNow } from '../../../support/contacts.js';
import { MailServer } from '../../../support/mail-server.js';
import { MessageWorld } from '../../../support/message-world.js';
import { SettlementWorld } from '../../../support/settlement-world.js';

let settlements: SettlementWorld;
let world: MessageWorld;
let merchantId: string;
beforeAll(async () => {
  settlements = await SettlementWorld.open(6);
  world = await MessageWorld.open(settlements.shop);
});
afterAll(() => settlements[Symbol.asyncDispose]());
beforeEach(async () => {
  merchantId = await settlements.merchant();
  await changeMerchant(world, {}, contacts, { merchantId });
  await settlements.collect(merchantId, 1_000_000n, '2026-11-20');
  await world.shop.pool.query('truncate message');
});

async function settled(): Promise<string> {
  await settlements.settle(merchantId, '2026-11-23');
  return (await settlements.lastOf(merchantId)).settlement_id;
}

describe('a settlement', () => {
  it('that is paid is told to the settlement contact, with its statement', async () => {
    await using server = await MailServer.start();
    await settlements.pay(await settled());
    const sender = new SmtpSender({
      ...{ host: '127.0.0.1', port: server.port, isImplicitTls: false, demandsTls: false },
      ...{ user: null, password: null, dkim: null },
      from: { address: 'pay@manilla.example.ng', name: 'Manilla' },
    });
    await world.carry(world.courier(sender));
    await sender.close();
    const [taken, ...others] = server.taken;
    expect(others).toEqual([]);
    expect(taken?.to).toEqual(['sade@shop.example.ng']);
    expect(taken?.mail.subject).toMatch(/^₦9,[\d.]+ is paid to your account, settlement /);
    expect(taken?.mail.text).toMatch(/Account: \*+\d{4}, Access Bank/);
    const [pdf] = taken?.mail.attachments ?? [];
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf?.content ?? [])));
    expect(text.join(' ')).toMatch(/10,000\.00/);
  });

  it('that fails, and that comes back, is told', async () => {
    await settlements.take(await settled(), ['SENT', 'REFUSED', 'GIVEN_UP']);
    const all = await tellNow(world);
    expect(all.map(({ to, kind }) => [to, kind])).toEqual([
      ['sade@shop.example.ng', 'SETTLEMENT_FAILED'],
    ]);
    expect(all[0]?.mail?.text).not.toContain('A part of');
  });

  it('of which one transfer fails is told with what was not paid', async () => {
    const limit = (minor: bigint) =>
      world.shop.pool.query(`update setting set value = $1 where name = 'payout_limit_minor'`, [
        minor.toString(),
      ]);
    await limit(600_000n);
    const id = await settled();
    await limit(1_000_000_000n);
    await settlements.take(id, ['SENT', 'CONFIRMED'], 1);
    await settlements.take(id, ['SENT', 'REFUSED', 'GIVEN_UP'], 2);
    const { net_minor: net, paid_minor: paid } = await settlements.lastOf(merchantId);
    expect(paid).toBe(600_000n);
    const [failed] = (await tellNow(world)).filter(({ kind }) => kind === 'SETTLEMENT_FAILED');
    const { subject, text } = failed?.mail ?? {};
    expect(subject).toMatch(new RegExp(`^${formatNaira(net - paid)} could not be paid`));
    expect(text).toContain(`A part of: ${formatNaira(net)}`);
  });
});

describe('a settlement account', () => {
  it('that is added is told to the settlement and the business contact', async () => {
    const asked = {
      ...{
        settlement_account_id: 'sta_new',
        merchant_id: merchantId,
        account_number: '0123456789',
      },
      ...{ bank_code: '000013', bank_name: 'GTBank', account_name: 'THIEF', provider: 'sandbox' },
      is_default: true,
    };
    await world.shop.pool.query(
      `select register_settlement_account(jsonb_populate_record(null::settlement_account, $1), 100, 'mid_1', $2)`,
      [asked, JSON.stringify(keyHolder('mid_1'))],
    );
    const all = await tellNow(world);
    expect(all.map(({ to, mail }) => `${to} ${mail?.subject}`).toSorted()).toEqual(
      ['bola', 'sade'].flatMap((name) => [
        `${name}@shop.example.ng A settlement account was added: Shop`,
        `${name}@shop.example.ng You are paid into another account: Shop`,
      ]),
    );
    expect(all[0]?.mail?.text).toContain('******6789');
    expect(all.map(({ mail }) => mail?.text).join()).not.toContain('0123456789');
  });
});
