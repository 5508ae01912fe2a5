import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeskVisitor } from '../../support/desk-visitor.js';
import { DeskWorld } from '../../support/desk-world.js';
import { disputedSale } from '../../support/disputed-sale.js';
import type { TestEdge } from '../../support/edge.js';

let world: DeskWorld<TestEdge>;
let ada: DeskVisitor;
let bola: DeskVisitor;
/** The address of an order that a card has paid, and of one whose transfer was too late. */
let pages: Readonly<Record<'card' | 'transfer' | 'merchant', string>>;
beforeAll(async () => {
  world = await DeskWorld.edge();
  ada = new DeskVisitor(world.desk.baseUrl, world.ada);
  bola = new DeskVisitor(world.desk.baseUrl, world.bola);
  const { api } = world;
  const { merchantId } = api.manilla.merchant;
  const card = await disputedSale(api.merchant, api.manilla.simulatorUrl);
  const { reference } = await api.paid();
  pages = {
    card: `/desk/orders/${merchantId}/${card.reference}`,
    transfer: `/desk/orders/${merchantId}/${reference}`,
    merchant: `/desk/merchants/${merchantId}`,
  };
});
afterAll(() => world?.stop());

describe('support reads words', () => {
  it('in a proposal, before and after it is confirmed', async () => {
    const creditId = await world.strayCredit(undefined, undefined, world.api.prefix);
    const path = `/desk/cases/${await world.caseOf(creditId)}`;
    await ada.send(`${path}/decide`, { decision: 'accept', reason: 'The payer sent the receipt.' });
    const { text, html } = await bola.see(path);
    expect(text).toContain('Waits for Money came for an account number of nobody');
    expect(text).not.toContain('UNMATCHED');
    const shownHash = /name="shownHash" value="(\w+)"/.exec(html)?.[1] ?? '';
    expect((await bola.send(`${path}/confirm`, { shownHash })).status).toBe(303);
    const { text: after } = await bola.see(path);
    expect(after).toContain('What was shown Decision');
    expect(after).not.toContain('UNMATCHED');
  });

  it('in the timeline and the journals of an order', async () => {
    const { text: card } = await ada.see(pages.card);
    expect(card).toMatch(/Card charge att_\w+ charged/);
    expect(card).toContain('approved (code 00)');
    expect(card).toMatch(/Chargeback dsp_\w+ open/);
    const { text: transfer } = await ada.see(pages.transfer);
    expect(transfer).toMatch(/Account number \d{10} given to the customer/);
    expect(transfer).toMatch(/Payment txn_\w+ fits the order/);
    expect(transfer).toContain('Payment: it came');
    expect(`${card}${transfer}`).not.toMatch(/credit collection|card attempt|\bexact\b|\bissued\b/);
  });

  it('in the audit, whose session and whose token it is', async () => {
    const person = await world.operators.people.find({ name: 'Bola' });
    const sessions = await ada.see('/desk/audit?action=session.open');
    const tokens = await world.ada.get('/audit?action=token.add&size=100');
    const names = new Set(
      tokens.data.items.map(
        ({ subjectName, after }: { subjectName: string; after: { operatorId: string } }) =>
          after.operatorId === person?.operatorId ? subjectName : 'Bola',
      ),
    );
    expect(names).toEqual(new Set(['Bola']));
    expect(sessions.text).toMatch(/session (?:Ada|Bola) /);
  });
});

it('each cell of a table says on a phone what it is', async () => {
  const unnamed: Record<string, number> = {};
  const rows: string[] = [];
  const paths = [
    ...[...Object.values(pages), '/desk/audit', '/desk/decisions', '/desk/messages'],
    ...['/desk/ledger', '/desk/ledger?code=1100', '/desk/in-doubt', '/desk/journals'],
  ];
  for (const path of paths) {
    const { html } = await ada.see(path);
    const bodies = [...html.matchAll(/<table class="list story[^>]*>.*?<tbody>(.*?)<\/tbody>/gs)];
    const cells = bodies.flatMap(([, body = '']) => body.match(/<t[dh][ >][^>]*>?/g) ?? []);
    rows.push(...cells);
    const without = cells.filter((cell) => !/ data-title="[^"]+"/.test(cell)).length;
    if (without > 0) unnamed[path] = without;
  }
  expect(unnamed).toEqual({});
  expect(rows.length).toBeGreaterThan(100);
});
