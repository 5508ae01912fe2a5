import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import type pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payoutWorkflowId, refundWorkflowId } from '../../../src/domain/ids.js';
import { PgSettlementKeys } from '../../../src/payouts/settlement/settlement-key.store.js';
import { addDueMerchant } from '../../support/due-merchant.js';
import { Acquirer, newToken } from '../../support/scenarios/acquirer.js';
import { newReference, order } from '../../support/api-client.js';
import { DeskWorld } from '../../support/desk-world.js';
import { disputedSale } from '../../support/disputed-sale.js';
import { patientPool } from '../../support/patient-pool.js';
import { ProblemWorld } from '../../support/planted-problems.js';
import { triggerSchedule } from '../../support/schedules.js';
import { fastForward } from '../../support/time.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { findChromium } from '../../browser/chromium.js';
import { PayerBrowser } from '../../browser/payer-browser.js';

/** Where the figures are written as the rows of docs/operators-walk.md; undefined: they are only printed. */
const figures = process.env['MANILLA_WALK_TIMES'];
const hourMs = 3_600_000;
const inSightMs = 5_000;
const bankCode = '999998';
const why = 'asked the bank by telephone';

/** What an operator has done to decide. */
interface Effort {
  readonly clicks: number;
  readonly ms: number;
  /** What the record says: who, with whom, what. */
  readonly record: string;
}

interface Problem {
  readonly name: string;
  /** Makes it; from its answer on the clock runs. */
  readonly plant: () => Promise<void>;
  /** The page of the desk on which it is looked for, and a link there that was not there before. */
  readonly page: '/desk' | '/desk/in-doubt';
  readonly link: RegExp;
  readonly decide: () => Promise<Effort>;
}

/** How long it takes until an operator sees each of eleven problems, and what it takes to decide it. */
describe.skipIf(findChromium() === undefined)('eleven problems, by the clock', () => {
  let desk: DeskWorld;
  let world: ProblemWorld;
  let browser: PayerBrowser;
  let receiver: WebhookReceiver;
  let pool: pg.Pool;
  let keys: PgSettlementKeys;
  let [ada, bola]: Page[] = [];
  beforeAll(async () => {
    [desk, browser, receiver] = await Promise.all([
      // No statement is read by itself: it would tell what became of the money that the bank says nothing about.
      DeskWorld.start({}),
      PayerBrowser.start(),
      WebhookReceiver.start(),
    ]);
    world = new ProblemWorld(desk);
    const { appUrl } = desk.api.manilla.database;
    pool = patientPool(appUrl, { max: 1, applicationName: 'test' });
    keys = new PgSettlementKeys(pool);
    [ada, bola] = await Promise.all(
      [desk.ada, desk.bola].map(async ({ browserCookie }) => {
        const { page } = await browser.tab({ viewport: { width: 1_280, height: 900 } });
        await page.context().addCookies([browserCookie]);
        return page;
      }),
    );
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await receiver?.[Symbol.asyncDispose]();
    await pool?.end();
    await world?.[Symbol.asyncDispose]();
    await desk?.stop();
    await desk?.api.stop();
  });

  const at = (path: string) => `${desk.desk.baseUrl}${path}`;
  const found = (sql: string, values: unknown[] = []) => world.until(sql, values);

  /** Every link of a page that leads to a problem. */
  async function linksOf(page: Page, path: string, link: RegExp): Promise<Set<string>> {
    await page.goto(at(path));
    const links = await page
      .locator('main a')
      .evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
    return new Set(links.filter((each) => link.test(each)));
  }

  /** A tab whose clicks are counted. */
  class Hand {
    clicks = 0;
    readonly #since = performance.now();

    constructor(readonly page: Page) {}

    async press(name: RegExp | string): Promise<void> {
      const link = this.page.locator('main').getByRole('link', { name });
      const button = this.page.locator('main').getByRole('button', { name });
      this.clicks += 1;
      await link.or(button).first().click();
      await this.page.waitForLoadState();
    }

    async open(href: string): Promise<void> {
      this.clicks += 1;
      await this.page.locator(`main a[href="${href}"]`).first().click();
      await this.page.waitForLoadState();
    }

    type(field: string, text: string): Promise<void> {
      return this.page.fill(`#${field}`, text);
    }

    async done(other: Hand | undefined, record: () => Promise<string>): Promise<Effort> {
      const ms = performance.now() - this.#since;
      const clicks = this.clicks + (other?.clicks ?? 0);
      return { clicks, ms, record: await record() };
    }
  }

  /** The case, or the id of whatever else was found. */
  let number = '';
  /** A case, from the first page to its end. */
  async function decideCase(decision: string, takesTwo = false): Promise<Effort> {
    const first = new Hand(ada as Page);
    await first.page.goto(at('/desk'));
    await first.open(`/desk/cases/${number}`);
    await first.type('reason', why);
    first.clicks += 1;
    await first.page.click(`button[value="${decision}"]`);
    await first.page.waitForLoadState();
    const sure = first.page.locator(`section.danger button[value="${decision}"]`);
    if ((await sure.count()) > 0) {
      first.clicks += 1;
      await sure.click();
    }
    await first.page.waitForURL(/done=(decided|proposed)/);
    let second: Hand | undefined;
    if (takesTwo) {
      second = new Hand(bola as Page);
      await second.page.goto(at('/desk'));
      await second.open(`/desk/cases/${number}`);
      await second.press(/^Confirm/);
      await second.page.waitForURL(/done=confirmed/);
    }
    return first.done(second, async () => {
      const { data } = await desk.ada.get(`/cases/${number}`);
      const [told] = data.history.filter(({ type }: { type: string }) => type === 'DECIDED');
      expect(told).toMatchObject({ operator: 'Ada', decision, reason: why });
      expect(told.partner).toBe(takesTwo ? 'Bola' : null);
      return `${told.operator}${takesTwo ? ' and Bola' : ''}: ${decision}`;
    });
  }

  /** When an hour has passed for its workflow, it is a case. */
  async function afterAnHour(workflowId: string, subject: string): Promise<void> {
    await fastForward(world.temporal, workflowId, 1.1 * hourMs);
    number = await desk.caseOf(subject);
  }

  async function audited(action: string): Promise<string> {
    const { data } = await desk.ada.get(`/audit?action=${action}`);
    const [entry] = data.items;
    expect(entry).toMatchObject({ action, actor: 'Ada', reason: why });
    return `Ada: ${action}`;
  }

  const decideOne = (decision: string, takesTwo?: boolean) => () => decideCase(decision, takesTwo);
  const cases = { page: '/desk' as const, link: /^\/desk\/cases\/\d+$/ };

  /** A payout to an account of which the bank says this. */
  async function payoutTo(rules: readonly object[]): Promise<void> {
    const { api } = world;
    const accountNumber = world.freshAccount();
    const account = await api.bank.account(bankCode, accountNumber);
    for (const rule of rules) {
      await api.bank.misbehave({ account: accountNumber, ...rule } as never);
    }
    const run = (sql: string, values: unknown[]) => api.query(sql, values);
    await addDueMerchant(run, account, 2_500_000);
    await triggerSchedule(world.temporal, 'settle-instant', 'ALLOW_ALL');
  }

  /** More than is due comes from an account of which the bank says this; the excess goes back. */
  async function overpaidFrom(rules: readonly object[]): Promise<void> {
    const { api } = world;
    const { accountNumber, amount } = await api.awaitingPayment();
    const source = { accountNumber: world.freshAccount(), accountName: 'ADA OBI', bankCode };
    for (const rule of rules) {
      await api.bank.misbehave({ account: source.accountNumber, ...rule } as never);
    }
    await api.bank.payInward({ accountNumber, amount: amount + 200_000, source });
  }

  const unanswered = [
    { on: 'transfer', times: 1, answer: '09', done: true },
    { on: 'query', answer: '09' },
  ];
  let token = '';
  let disputeId = '';

  const problems: readonly Problem[] = [
    {
      name: 'a payout of which nobody knows what became',
      plant: () => payoutTo(unanswered),
      page: '/desk/in-doubt',
      link: /^\/desk\/settlements\//,
      async decide() {
        const sql = `select settlement_id as found from settlement where status in ('PROCESSING', 'UNKNOWN')`;
        const id = await found(sql);
        const workflowId = payoutWorkflowId(await keys.ofSettlement(id));
        await afterAnHour(workflowId, id);
        return decideCase('sent', true);
      },
    },
    {
      name: 'a payout that the bank refuses',
      plant: () => payoutTo([{ on: 'transfer', answer: '07', done: false }]),
      ...cases,
      decide: decideOne('cancel'),
    },
    {
      name: 'a refund of which nobody knows what became',
      plant: () => overpaidFrom(unanswered),
      page: '/desk/in-doubt',
      link: /^\/desk\/refunds\//,
      async decide() {
        const id = await found(`select refund_id as found from refund where status = 'UNKNOWN'`);
        await afterAnHour(refundWorkflowId(id), id);
        return decideCase('sent', true);
      },
    },
    {
      name: 'a refund without an account',
      plant: () => overpaidFrom([{ on: 'transfer', times: 1, answer: '07', done: false }]),
      ...cases,
      decide: decideOne('keep'),
    },
    {
      name: 'an order that is paid in part',
      async plant() {
        const { reference } = await world.api.partlyPaid();
        await world.api.merchant.post(`/api/v1/sandbox/checkouts/${reference}/clock`, {
          seconds: 1_860,
        });
      },
      ...cases,
      decide: decideOne('accept'),
    },
    {
      name: 'a transfer that came too late',
      async plant() {
        await world.api.merchant.send('PUT', '/api/v1/merchant/policies', {
          body: JSON.stringify({ late: 'HOLD' }),
          headers: { 'content-type': 'application/json' },
        });
        const { accountNumber, amount } = await world.api.awaitingPayment();
        const sentAt = new Date(Date.now() + hourMs).toISOString();
        await world.api.bank.payInward({ accountNumber, amount, sentAt });
      },
      ...cases,
      decide: decideOne('accept'),
    },
    {
      name: 'money for a number of nobody',
      async plant() {
        await desk.strayCredit();
      },
      ...cases,
      decide: decideOne('return'),
    },
    {
      name: 'a card charge of which nobody knows',
      async plant() {
        const { merchant } = world.api;
        token = newToken('card_pending');
        const reference = newReference();
        const { data } = await merchant.initiate(order({ paymentReference: reference }));
        const { accessCode } = (await merchant.query(reference)).data;
        const amount = data.amountPayableByChannel.Card as number;
        const card = { paymentChannel: 'Card', account: token, paymentReference: reference };
        await merchant.complete({ ...card, amount, accessCode });
      },
      page: '/desk/in-doubt',
      link: /^\/desk\/orders\//,
      async decide() {
        const acquirer = new Acquirer(world.api.manilla.simulatorUrl);
        const [charge] = await acquirer.chargesOf(token);
        const since = performance.now();
        await acquirer.conclude(charge?.charge_id ?? '');
        await expect
          .poll(async () => (await linksOf(ada as Page, '/desk/in-doubt', /\/orders\//)).size)
          .toBe(0);
        return { clicks: 0, ms: performance.now() - since, record: 'the acquirer has said it' };
      },
    },
    {
      name: 'a dispute whose evidence is due in two hours',
      async plant() {
        const evidenceDueAt = new Date(Date.now() + 2 * hourMs).toISOString();
        const { api } = world;
        ({ disputeId } = await disputedSale(api.merchant, api.manilla.simulatorUrl, {
          evidenceDueAt,
        }));
      },
      page: '/desk',
      link: /^\/desk\/disputes\/dsp_/,
      async decide() {
        const hand = new Hand(ada as Page);
        await hand.page.goto(at('/desk'));
        await hand.open(`/desk/disputes/${disputeId}`);
        await hand.press('Answer this dispute for the shop');
        await hand.type('explanation', 'The customer signed for the shoes.');
        await hand.type('reason', why);
        await hand.press('Answer this dispute for the shop');
        return hand.done(undefined, () => audited('dispute.answer'));
      },
    },
    {
      name: 'an address for webhooks that is dead',
      async plant() {
        receiver.answer = () => 503;
        const { merchant } = world.api;
        await merchant.post('/api/v1/webhooks/notification-url', { url: receiver.url });
        await world.api.cancelled();
        await expect.poll(() => receiver.requests.length, { timeout: 30_000 }).toBeGreaterThan(0);
      },
      page: '/desk/in-doubt',
      link: /^\/desk\/deliveries\//,
      async decide() {
        receiver.answer = () => 200;
        const before = receiver.requests.length;
        const hand = new Hand(ada as Page);
        await hand.page.goto(at('/desk/in-doubt'));
        await hand.open(`/desk/deliveries/${number}`);
        await hand.press('Send this webhook again');
        await hand.type('reason', why);
        await hand.press('Send this webhook again');
        await expect
          .poll(() => receiver.requests.length, { timeout: 30_000 })
          .toBeGreaterThan(before);
        return hand.done(undefined, () => audited('delivery.send-again'));
      },
    },
    {
      name: 'a debit that nobody knows of',
      async plant() {
        await world.api.bank.debit(345_600);
        // A statement is read once a minute: so much longer it may take.
        await world.searched();
      },
      ...cases,
      decide: decideOne('adjust', true),
    },
  ];

  it('are each in sight within five seconds, decided within five clicks, and written down', async () => {
    const rows: string[] = [];
    for (const { name, plant, page, link, decide } of problems) {
      const before = await linksOf(ada as Page, page, link);
      await plant();
      const since = performance.now();
      let fresh: string[] = [];
      await expect
        .poll(
          async () => {
            fresh = [...(await linksOf(ada as Page, page, link))].filter((one) => !before.has(one));
            return fresh.length;
          },
          { timeout: inSightMs + 30_000, interval: 50, message: name },
        )
        .toBeGreaterThan(0);
      const seenMs = performance.now() - since;
      number = fresh[0]?.split('/').at(-1) ?? '';
      const { clicks, ms, record } = await decide();
      const s = (each: number) => `${(each / 1_000).toFixed(1)} s`;
      rows.push(`| ${name} | ${s(seenMs)} | ${page} | ${clicks} clicks, ${s(ms)} | ${record} |`);
      console.log(rows.at(-1));
      expect({ name, isSoon: seenMs < inSightMs }).toEqual({ name, isSoon: true });
      expect({ name, isShort: clicks <= 5 }).toEqual({ name, isShort: true });
    }
    expect(rows).toHaveLength(11);
    console.log(`load ${loadavg()[0]?.toFixed(0)}`);
    if (figures !== undefined) writeFileSync(figures, `${rows.join('\n')}\n`);
  }, 600_000);
});
