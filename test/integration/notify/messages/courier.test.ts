import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MessageSender } from '../../../../src/notify/senders/sender.port.js';
import { SmtpSender } from '../../../../src/notify/senders/smtp/smtp-sender.js';
import {
  addressesOf,
  type Behaviour,
  MailServer,
  refusal,
  type TakenMail,
} from '../../../support/mail-server.js';
import { MessageWorld } from '../../../support/message-world.js';

let world: MessageWorld;
beforeAll(async () => {
  world = await MessageWorld.open();
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(async () => {
  await world.shop.pool.query('truncate message, refused_address, message_count');
});

/** The server reads and parses in this process, whatever else that does. */
const patient = { connectMs: 20_000, silenceMs: 20_000, wholeMs: 25_000 };
const hasty = { connectMs: 2_000, silenceMs: 3_000, wholeMs: 10_000 };

function senderTo(port: number, timeouts = patient): SmtpSender {
  const from = { address: 'pay@manilla.example.ng', name: 'Manilla' };
  const settings = {
    ...{ host: '127.0.0.1', port, isImplicitTls: false, demandsTls: false },
    ...{ user: null, password: null, dkim: null, from },
  };
  return new SmtpSender(settings, { timeouts });
}

async function post(behaviour: Behaviour = {}) {
  const server = await MailServer.start(behaviour);
  const sender = senderTo(server.port);
  return {
    ...{ server, sender },
    [Symbol.asyncDispose]: async () => {
      await sender.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

const makeDue = () =>
  world.shop.pool.query(`update message set due_at = now() where status in ('PENDING', 'SENDING')`);

describe('a receipt', () => {
  it('arrives with the amount, the page of the payment and the PDF', async () => {
    await using mail = await post();
    const { checkout } = await world.paid('INV-2026-77');
    await world.carry(world.courier(mail.sender));
    const taken = mail.server.taken[0] as TakenMail;
    expect(taken.mail.subject).toBe('Receipt: ₦10,000.00 to Shop, order INV-2026-77');
    expect(taken.to).toEqual(['ada@example.ng']);
    expect(addressesOf(taken.mail.to)).toEqual(['ada@example.ng']);
    const page = world.links.urlOf(checkout.checkoutId);
    expect(taken.mail.text).toContain(page);
    expect(taken.mail.html).toContain(`href="${page}"`);
    expect(taken.mail.html).not.toMatch(/src="http|<script|TEST/);
    const [pdf] = taken.mail.attachments;
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf?.content ?? [])));
    const paper = text.join(' ');
    expect(paper).toMatch(/Receipt[^]*INV-2026-77[^]*₦10,000\.00/);
    expect(paper).toMatch(/Sender\s+ADA OBI, First Bank[^]*Check this receipt: scan the code/);
    expect(await world.messages()).toMatchObject([{ status: 'ACCEPTED', sender: 'smtp' }]);
  });

  it('says TEST in its subject and its body in the sandbox', async () => {
    await using mail = await post();
    await world.paid();
    const renderer = world.mails({ isSandbox: true });
    await world.carry(world.courier(mail.sender, { renderer }));
    const { mail: read } = mail.server.taken[0] as TakenMail;
    expect([read.subject, read.text, read.html]).toEqual([
      expect.stringMatching(/^TEST /),
      expect.stringMatching(/^TEST\. /),
      expect.stringContaining('>TEST. '),
    ]);
  });
});

describe('a message whose server misbehaves', () => {
  it('is let in by a greylist at its second attempt, under the same Message-ID', async () => {
    let asked = 0;
    const onReader = () => {
      asked += 1;
      if (asked === 1) throw refusal(451, '4.7.1 greylisted');
    };
    await using mail = await post({ onReader });
    await world.paid();
    const courier = world.courier(mail.sender);
    await world.carry(courier);
    expect(await world.messages()).toMatchObject([{ status: 'PENDING', reason: 'SMTP_451' }]);
    await makeDue();
    await world.carry(courier);
    expect(await world.messages()).toMatchObject([{ status: 'ACCEPTED', attempts: 2 }]);
    expect(mail.server.taken).toHaveLength(1);
  });

  it('is sent again when the answer to the final dot is lost: the reader can tell by its id', async () => {
    let answered = 0;
    const onMail = () => {
      answered += 1;
      return answered === 1 ? new Promise<void>(() => {}) : undefined;
    };
    await using mail = await post({ onMail });
    await world.paid();
    const impatient = senderTo(mail.server.port, hasty);
    await world.carry(world.courier(impatient));
    await impatient.close();
    expect(await world.messages()).toMatchObject([{ status: 'PENDING', reason: 'ETIMEDOUT' }]);
    await makeDue();
    await world.carry(world.courier(mail.sender));
    const ids = mail.server.taken.map(({ mail: { messageId } }) => messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await world.messages()).toMatchObject([{ status: 'ACCEPTED', attempts: 2 }]);
  });

  it('is refused once for a bad address, which is marked; nobody else waits', async () => {
    const onReader = (address: string) => {
      if (address === 'ada@example.ng') throw refusal(550, '5.1.1 no such mailbox');
    };
    await using mail = await post({ onReader });
    const customer = {
      email: 'obi@example.ng',
      phoneNumber: null,
      firstName: null,
      lastName: null,
    };
    await world.paid();
    await world.shop.payAndPost(await world.shop.order({ overrides: { customer } }), 1_000_000n);
    await world.paid();
    const courier = world.courier(mail.sender);
    await world.carry(courier);
    await world.paid();
    await world.carry(courier);
    const ends = (await world.messages()).map(({ status, reason }) => [status, reason]);
    expect(ends[0]).toEqual(['REFUSED', 'SMTP_550']);
    expect(ends[1]).toEqual(['ACCEPTED', null]);
    expect(ends[3]).toEqual(['NOT_SENT', 'ADDRESS_REFUSED']);
    expect(mail.server.taken.map(({ to }) => to)).toEqual([['obi@example.ng']]);
  });

  it('waits while others need the processors, and other messages do not', async () => {
    await using mail = await post();
    await world.paid();
    const late = await world.shop.order();
    await world.shop.payAndPost(late, 1_500_000n);
    let isBusy = true;
    const courier = world.courier(mail.sender, { processors: { isBusy: () => isBusy } });
    await courier.carry(50, AbortSignal.timeout(20_000));
    const statuses = async () =>
      Object.fromEntries((await world.messages()).map(({ kind, status }) => [kind, status]));
    expect(await statuses()).toEqual({ RECEIPT: 'PENDING', TOO_MUCH: 'ACCEPTED' });
    isBusy = false;
    await world.carry(courier);
    expect(await statuses()).toEqual({ RECEIPT: 'ACCEPTED', TOO_MUCH: 'ACCEPTED' });
  });

  it('waits for as long as the other side has asked', async () => {
    await world.paid();
    const asks: MessageSender = {
      name: 'smtp',
      channel: 'EMAIL',
      concurrent: 1,
      send: () =>
        Promise.resolve({
          ...{ outcome: 'REFUSED', code: 'TOO_MANY', cause: 'SENDER', again: 'LATER' },
          waitMs: 3_600_000,
        }),
      close: () => Promise.resolve(),
    };
    await world.carry(world.courier(asks));
    const { rows } = await world.shop.pool.query(
      `select status, reason, due_at > now() + interval '59 minutes' as "waits" from message`,
    );
    expect(rows).toEqual([{ status: 'PENDING', reason: 'TOO_MANY', waits: true }]);
  });

  it('is given up when no attempt is left', async () => {
    await using mail = await post({
      onReader: () => {
        throw refusal(450, '4.2.0 later');
      },
    });
    await world.paid();
    await world.shop.pool.query('update message set attempts = 10');
    await world.carry(world.courier(mail.sender));
    expect(await world.messages()).toMatchObject([{ status: 'GIVEN_UP', reason: 'SMTP_450' }]);
  });
});

describe('money', () => {
  it('is posted while every mail hangs at its final dot', async () => {
    const hold = Promise.withResolvers<void>();
    await using mail = await post({ onMail: () => hold.promise });
    await world.paid();
    const courier = world.courier(mail.sender);
    const stop = new AbortController();
    const carried = courier.carry(60_000, stop.signal);
    await mail.server.hears(1);
    for (let at = 0; at < 10; at += 1) await world.paid();
    const { rows } = await world.shop.pool.query(
      `select count(*)::int as paid from checkout c join message m on m.cause = c.checkout_id where c.status = 'SUCCESSFUL'`,
    );
    expect(rows[0].paid).toBe(11);
    hold.resolve();
    stop.abort();
    await carried;
  });
});

describe('who is written to', () => {
  it('stands in no log line and in no metric', async () => {
    const onReader = () => {
      throw refusal(550, '5.1.1 <ada@example.ng> no such mailbox');
    };
    await using mail = await post({ onReader });
    await world.paid();
    const broken = { render: () => Promise.reject(new Error('no template')) };
    await world.carry(world.courier(mail.sender));
    await world.paid();
    await world.shop.pool.query('truncate refused_address');
    await world.carry(world.courier(mail.sender, { renderer: broken }));
    expect(world.logged.length).toBeGreaterThan(0);
    expect(world.logged.join('\n')).not.toMatch(/ada|2348031234567|Obi/i);
    const { rows } = await world.shop.pool.query('select to_jsonb(m)::text as row from message m');
    expect(rows.map(({ row }) => row).join('\n')).not.toMatch(/ada@|234803/i);
  });
});
