import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findChromium } from '../../browser/chromium.js';
import { desktop, DeskBrowser } from '../../browser/desk-browser.js';
import { faultsByAxe, prepareAxe } from '../../browser/payer-browser.js';
import { deskPages } from '../../support/desk-pages.js';
import { disputedSale } from '../../support/disputed-sale.js';

/** Where scripts/screenshots.ts wants the pictures for docs/desk.md. */
const pictures = process.env['MANILLA_DESK_SCREENSHOTS'];
const narrow = { width: 390, height: 844 };
/** A desktop at 200 %. */
const zoomed = { width: desktop.width / 2, height: desktop.height / 2 };

/** Of these no page is drawn: a file, a number for the script, a part of a mail, a link that is used once. */
const noPage = [
  ...[/\.csv$/, /\/files\/:fileId$/, /\/counts$/, /\/messages\/:id\/:file$/, /\/join\//, /^\/$/],
];

/** Pages for engineers and for finance, which show names of programs and codes of accounts. */
const technical: ReadonlySet<string> = new Set([
  ...['/desk/audit', '/desk/ledger', '/desk/ledger/:id', '/desk/journals', '/desk/messages'],
  ...['/desk/key-sets', '/desk/retention', '/desk/books'],
]);

/** Names of the API in what a page says: support reads words. */
function codesShown(): string[] {
  const main = document.querySelector('main');
  const text = (main?.innerText ?? '').replaceAll(/\b\w*\d\w*\b/g, '');
  return [
    ...new Set(text.match(/\b(?:[A-Z]{2,}_[A-Z_]+|SUCCESSFUL|PENDING|OPENED|ACTIVE|RETRYING)\b/g)),
  ];
}

describe.skipIf(findChromium() === undefined)('every page of the desk', () => {
  const desk = DeskBrowser.ofThisBlock();

  /** One of each thing, so that each page has something to show. */
  async function things(): Promise<Readonly<Record<string, string>>> {
    const { api } = desk.world;
    const { reference } = await api.paid();
    await disputedSale(api.merchant, api.manilla.simulatorUrl);
    const { number } = await desk.held(api.prefix);
    const [row] = await api.query<Record<string, string>>(
      `select c.merchant_id as merchants, k.credit_id as transactions, v.virtual_account_id as accounts,
              (select d.dispute_id from dispute d limit 1) as disputes,
              (select d.delivery_id from webhook_delivery d limit 1) as deliveries,
              (select max(j.journal_id)::text from journal j) as ledger
         from checkout c join inward_credit k using (checkout_id) join virtual_account v on v.checkout_id = c.checkout_id
        where c.payment_reference = $1 limit 1`,
      [reference],
    );
    return { ...row, cases: number, orders: `${row?.['merchants']}/${reference}` };
  }

  /** The address of a page with a thing in it. Undefined: there is none here. */
  function addressOf(path: string, of: Readonly<Record<string, string>>): string | undefined {
    const [, , folder = ''] = path.split('/');
    if (!path.includes(':')) return path;
    const id = of[folder];
    if (id === undefined) return undefined;
    return folder === 'orders' ? `/desk/orders/${id}` : path.replace(/:\w+/, id);
  }

  it('is clean by axe in both themes, and moves sideways neither on a phone nor at 200 %; takes pictures', async () => {
    const of = await things();
    await using tab = await desk.signedIn(desk.world.ada);
    const { page, conduct } = tab;
    const faults: Record<string, readonly string[]> = {};
    const routes = (await deskPages()).filter(
      ({ method, path }) => method === 'GET' && !noPage.some((each) => each.test(path)),
    );
    const seen: string[] = [];
    for (const { path } of routes) {
      const address = addressOf(path, of);
      if (address === undefined) continue;
      seen.push(path);
      const found: string[] = [];
      await page.setViewportSize(desktop);
      await page.emulateMedia({ colorScheme: 'light' });
      const reply = await page.goto(desk.at(address));
      if ((reply?.status() ?? 0) >= 400) found.push(`status ${reply?.status()}`);
      if (!technical.has(path)) found.push(...(await page.evaluate(codesShown)));
      await prepareAxe(page);
      found.push(...(await faultsByAxe(page)));
      await page.emulateMedia({ colorScheme: 'dark' });
      found.push(...(await faultsByAxe(page, ['color-contrast'])));
      for (const size of [narrow, zoomed]) {
        await page.setViewportSize(size);
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (wide > 0) found.push(`${wide} px too wide at ${size.width}`);
      }
      if (found.length > 0) faults[path] = found;
    }
    expect(seen.length).toBeGreaterThan(30);
    expect(faults).toEqual({});
    expect(conduct.errors).toEqual([]);
    if (pictures === undefined) return;
    const take = async (name: string, path: string, size = { width: 1_280, height: 900 }) => {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(desk.at(path));
      await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: name === 'now' });
    };
    await take('now', '/desk');
    await take('queue', '/desk/cases');
    await take('case', `/desk/cases/${of['cases']}`);
    await take('phone', `/desk/cases/${of['cases']}`, narrow);
    await take('onboarding', `/desk/merchants/${of['merchants']}/onboarding`);
    await take('schedules', '/desk/schedules');
    await take('action', `/desk/merchants/${of['merchants']}/suspend`);
    await page.goto(desk.at(`/desk/cases/${of['cases']}`));
    await page.fill('#reason', 'The payer sent the receipt.');
    await page.click('button[value="return"]');
    await page.locator('section.danger').waitFor();
    await page.screenshot({ path: join(pictures, 'sure.png') });
  }, 300_000);

  it('is worked with the keyboard alone: Tab reaches all that can be pressed or filled in, and shows where it is', async () => {
    const of = await things();
    await using tab = await desk.signedIn(desk.world.ada);
    const { page } = tab;
    const paths = [
      ...['/desk', '/desk/cases', `/desk/cases/${of['cases']}`, '/desk/schedules', '/desk/terms'],
      ...[`/desk/merchants/${of['merchants']}/onboarding`, '/desk/merchants/new', '/desk/payers'],
    ];
    for (const path of paths) {
      await page.goto(desk.at(path));
      const all = await page.evaluate(() => {
        const active = 'a[href],button,input:not([type=hidden]),select,textarea,summary';
        const shown = [...document.querySelectorAll<HTMLElement>(active)].filter((each) =>
          each.checkVisibility(),
        );
        shown.forEach((each, at) => (each.dataset['at'] = String(at)));
        return shown.length;
      });
      const reached = new Set<string>();
      const unseen: string[] = [];
      for (let press = 0; press < all; press += 1) {
        await page.keyboard.press('Tab');
        const found = await page.evaluate(() => {
          const here = document.activeElement as HTMLElement;
          const { outlineStyle, outlineWidth } = getComputedStyle(here);
          const isSeen = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
          return { at: here.dataset['at'] ?? 'nothing', isSeen, text: here.outerHTML.slice(0, 80) };
        });
        reached.add(found.at);
        if (!found.isSeen) unseen.push(found.text);
      }
      expect({ path, reached: reached.size, unseen }).toEqual({ path, reached: all, unseen: [] });
    }
  }, 120_000);
});
