import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formKeyOf } from '../../../src/people/session-secret.js';
import { disputeKinds, disputeStatuses } from '../../../src/domain/dispute-state.js';
import { evidenceLimits } from '../../../src/payments/disputes/evidence-content.js';
import { hiddenIn } from '../../support/desk-visitor.js';
import { disputedSale } from '../../support/disputed-sale.js';
import { expectPage, hostileName } from '../../support/portal-page.js';
import { type PortalVisitor, PortalWorld } from '../../support/portal-world.js';

let world: PortalWorld;
let owner: PortalVisitor;
let support: PortalVisitor;
let stranger: PortalVisitor;

beforeAll(async () => {
  world = await PortalWorld.edge();
  owner = await world.person();
  support = await world.person({ role: 'support' });
  const other = await world.api.otherMerchant('Stranger Shop');
  stranger = await world.person({ merchantId: other.merchant.merchantId });
});
afterAll(() => world?.stop());

async function disputed(evidenceDueAt?: string) {
  const { merchant, manilla } = world.api;
  const sale = await disputedSale(merchant, manilla.simulatorUrl, { evidenceDueAt });
  return { ...sale, path: `/disputes/${sale.disputeId}` };
}

const pdf = (inside = 'a receipt'): Buffer =>
  Buffer.from(`%PDF-1.7\n1 0 obj\n(${inside})\nendobj\n%%EOF\n`);

/** Sends a file as a browser's form does. */
async function upload(
  by: PortalVisitor,
  path: string,
  file: Buffer | null,
  key = formKeyOf(by.secret),
) {
  const body = new FormData();
  if (file !== null) body.set('file', new Blob([new Uint8Array(file)]), 'receipt.exe');
  return fetch(`${world.portal.baseUrl}${path}/files?formKey=${key}`, {
    ...{ method: 'POST', redirect: 'manual', body },
    headers: { origin: world.portal.baseUrl, cookie: `manilla-portal=${by.secret}` },
  });
}

const answerOf = async (disputeId: string) =>
  (await world.api.merchant.get(`/api/v1/disputes/${disputeId}`)).data.answer as unknown;

describe('a dispute', () => {
  it('is listed with its deadline, and found by every value of every filter', async () => {
    const due = new Date(Date.now() + 50 * 3_600_000).toISOString();
    const { path, reference } = await disputed(due);
    const page = await owner.see('/disputes');
    expectPage(page);
    expect(page.text).toMatch(/waits for your answer, due in 2 days/);
    expect(page.html).toContain(`href="${path}"`);
    for (const status of disputeStatuses) {
      const { text } = await owner.see(`/disputes?status=${status}`);
      expect(text.includes(reference)).toBe(status === 'OPENED');
    }
    for (const kind of disputeKinds) {
      const { text } = await owner.see(`/disputes?kind=${kind}`);
      expect(text.includes(reference)).toBe(kind === 'CHARGEBACK');
    }
    expect((await owner.see(`/disputes?reference=${reference}`)).text).toContain(reference);
    expect((await owner.see('/disputes?status=LOSTT')).status).toBe(400);
    expect((await owner.see(`/disputes.csv?reference=${reference}`)).html).toContain(
      'END,1,COMPLETE',
    );
    expect((await owner.see(`/payments/${reference}`)).html).toContain(`href="${path}"`);
  });

  it('is contested once, with files, after the whole answer was shown', async () => {
    const { path, disputeId, number } = await disputed();
    const taken = await upload(owner, path, pdf());
    expect([taken.status, taken.headers.get('location')]).toEqual([303, `${path}?done=uploaded`]);
    const form = await owner.see(path);
    expectPage(form);
    expect(form.text).toMatch(/PDF, 1 kB, uploaded/);
    const fileId = /name="file_(fil_\w+)"/.exec(form.html)?.[1] ?? '';
    const written = {
      explanation: `She signed.\r\n${hostileName}`,
      deliveredAt: '2026-01-02T14:05',
      deliveryReference: 'GIG-1',
      [`file_${fileId}`]: 'PROOF_OF_DELIVERY',
    };
    const preview = await owner.send(`${path}/preview`, written);
    expectPage(preview);
    expect(preview.text).toMatch(
      /Nothing was sent yet.*2026-01-02 14:05.*GIG-1.*proof of delivery/,
    );
    expect(preview.html).not.toContain('<img');
    expect(hiddenIn(preview.html, 'explanation')).toBe(written.explanation.replace('\r', ''));
    expect(await answerOf(disputeId)).toBeNull();
    const back = await owner.send(`${path}/change`, written);
    expect(back.html).toContain('GIG-1');
    const sent = await Promise.all([1, 2].map(() => owner.send(`${path}/answer`, written)));
    expect(sent.map(({ status }) => status)).toEqual([303, 303]);
    const after = await owner.see(sent[0]?.location ?? '');
    expectPage(after);
    expect(after.text).toMatch(/Your answer is taken.*You contested the dispute/);
    expect(after.text).not.toContain('Look at the answer');
    const other = await owner.send(`${path}/answer`, { ...written, explanation: 'Another.' });
    expect(other.status).toBe(409);
    expect((await owner.send(`${path}/accept`)).status).toBe(409);
    expect(number).toBeGreaterThan(0);
  });

  it('is accepted, once', async () => {
    const { path, disputeId } = await disputed();
    const both = await Promise.all([1, 2].map(() => owner.send(`${path}/accept`)));
    expect(both.map(({ location }) => location)).toEqual([
      ...[`${path}?done=accepted`, `${path}?done=accepted`],
    ]);
    expect(await answerOf(disputeId)).toMatchObject({ type: 'ACCEPT' });
  });

  it('cannot be answered after its deadline', async () => {
    const { path } = await disputed();
    await world.api.query(
      `update dispute set evidence_due_at = now() - interval '1 second' where dispute_id = $1`,
      [path.slice('/disputes/'.length)],
    );
    const page = await owner.see(path);
    expect(page.text).not.toContain('Look at the answer');
    const late = await owner.send(`${path}/answer`, { explanation: 'x' });
    expect(late.status).toBe(410);
    expect(late.html).toContain('role="alert"');
  });

  it('says what is wrong with an answer, and keeps what was written', async () => {
    const { path } = await disputed();
    const foreign = (await disputed()).path;
    await upload(owner, foreign, pdf('of another dispute'));
    const other = /name="file_(fil_\w+)"/.exec((await owner.see(foreign)).html)?.[1] ?? '';
    const faults: Record<string, string>[] = [
      { explanation: '' },
      { explanation: 'a'.repeat(4_001) },
      { explanation: 'The card was 4111 1111 1111 1111.' },
      { explanation: 'x', deliveredAt: '2199-01-01T00:00' },
      { explanation: 'x', deliveredAt: 'yesterday' },
      { explanation: 'x', deliveryReference: 'a'.repeat(101) },
      { explanation: 'x', [`file_${other}`]: 'EVERYTHING' },
    ];
    for (const written of faults) {
      const page = await owner.send(`${path}/preview`, written);
      expect([written, page.status]).toEqual([written, 400]);
      expect(page.html).toContain('role="alert"');
    }
    const kept = await owner.send(`${path}/preview`, {
      explanation: '',
      deliveryReference: 'GIG-9',
    });
    expect(kept.html).toContain('value="GIG-9"');
    const unknown = await owner.send(`${path}/answer`, {
      explanation: 'x',
      [`file_${other}`]: 'OTHER',
    });
    expect(unknown.status).toBe(400);
    expect(await answerOf(path.slice('/disputes/'.length))).toBeNull();
  });
});

describe('a file', () => {
  it('is refused with its reason: of another kind, too large, or none', async () => {
    const { path } = await disputed();
    const files: [Buffer | null, number, RegExp][] = [
      [Buffer.from('MZ program'), 400, /must be a PDF, JPEG or PNG/],
      [pdf('/JavaScript'), 400, /without scripts/],
      [Buffer.alloc(0), 400, /Choose a file/],
      [null, 400, /Choose a file/],
      [Buffer.alloc(evidenceLimits.bytes + 1, '%PDF-'), 413, /too large/],
      [Buffer.alloc(evidenceLimits.bytes + 100_000, '%PDF-'), 413, /too large/],
    ];
    for (const [file, status, words] of files) {
      const reply = await upload(owner, path, file);
      expect([file?.length, reply.status]).toEqual([file?.length, status]);
      expect(await reply.text()).toMatch(words);
    }
    const broken = await fetch(
      `${world.portal.baseUrl}${path}/files?formKey=${formKeyOf(owner.secret)}`,
      {
        ...{ method: 'POST', redirect: 'manual', body: '--x\r\nbroken' },
        headers: {
          ...{ origin: world.portal.baseUrl, cookie: `manilla-portal=${owner.secret}` },
          'content-type': 'multipart/form-data; boundary=x',
        },
      },
    );
    expect(broken.status).toBe(400);
  });

  it('is taken from nobody else', async () => {
    const { path } = await disputed();
    expect((await upload(stranger, path, pdf())).status).toBe(404);
    expect((await upload(support, path, pdf())).status).toBe(403);
    expect((await upload(owner, path, pdf(), formKeyOf(support.secret))).status).toBe(403);
    expect((await upload(world.visitor(), path, pdf())).status).toBe(303);
    expect((await owner.see(path)).text).not.toMatch(/PDF, 1 kB/);
  });
});

describe('another merchant’s dispute', () => {
  it('is nobody’s who has none, whatever is tried', async () => {
    const { path, disputeId, reference } = await disputed();
    expect((await stranger.see(path)).status).toBe(404);
    for (const act of ['preview', 'change', 'answer', 'accept']) {
      expect([act, (await stranger.send(`${path}/${act}`, { explanation: 'x' })).status]).toEqual([
        act,
        404,
      ]);
      const asSupport = await support.send(`${path}/${act}`, { explanation: 'x' });
      expect([act, asSupport.status]).toEqual([act, 403]);
    }
    expect((await stranger.see('/disputes')).text).not.toContain(reference);
    expect(await answerOf(disputeId)).toBeNull();
    for (const odd of [
      '/disputes/dsp_1',
      '/disputes/%00',
      '/disputes/dsp_01KA0000000000000000000000',
    ]) {
      expect((await owner.see(odd)).status).toBe(404);
    }
    expect((await support.see(path)).text).not.toContain('Look at the answer');
  });
});

describe('people of a suspended merchant', () => {
  it('read and export, and change nothing', async () => {
    const shop = await world.api.otherMerchant('Suspended Shop');
    const { merchantId } = shop.merchant;
    const sale = await disputedSale(shop, world.api.manilla.simulatorUrl);
    const person = await world.person({ merchantId });
    await world.api.query(`update merchant set status = 'SUSPENDED' where merchant_id = $1`, [
      merchantId,
    ]);
    for (const path of [
      ...['/', '/payments', '/payments.csv', '/refunds', '/refunds.csv', '/disputes', '/customers'],
      ...[`/payments/${sale.reference}`, `/disputes/${sale.disputeId}`],
    ]) {
      const { status, text } = await person.see(path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).not.toMatch(/Refund up to|Look at the answer|Cancel this order/);
    }
    for (const path of [
      ...[`/disputes/${sale.disputeId}/accept`, `/disputes/${sale.disputeId}/answer`],
      ...[`/payments/${sale.reference}/cancel`, '/refunds', '/refunds/rule', '/customers/erase'],
      '/views',
    ]) {
      const { status, text } = await person.send(path, { explanation: 'x' });
      expect([path, status]).toEqual([path, 403]);
      expect(text).toContain('Your business is suspended');
    }
  });
});
