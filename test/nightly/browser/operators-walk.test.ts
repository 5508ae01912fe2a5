import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '../../../scripts/stack/ports.ts';
import { refundWorkflowId } from '../../../src/domain/ids.js';
import { DeskWorld } from '../../support/desk-world.js';
import { ProblemWorld } from '../../support/planted-problems.js';
import { Shell } from '../../support/shell.js';
import { TemporalUi } from '../../support/temporal-ui.js';
import { fastForward } from '../../support/time.js';
import { sendInDialog } from '../../support/ui-dialog.js';
import { type WalkStep, walkSteps } from '../../support/walk.js';
import { findChromium } from '../../browser/chromium.js';
import { PayerBrowser } from '../../browser/payer-browser.js';

/** Where scripts/screenshots.ts wants the pictures of the walk; undefined in a usual run. */
const pictures = process.env['MANILLA_WALK_SCREENSHOTS'];
const size = { width: 1_024, height: 768 };

/** docs/operators-walk.md, played as it is written. */
describe.skipIf(findChromium() === undefined)('the operator’s walk', () => {
  let desk: DeskWorld;
  let world: ProblemWorld;
  let browser: PayerBrowser;
  let ui: TemporalUi | undefined;
  let shell: Shell;
  let addresses: readonly (readonly [string, string])[];
  beforeAll(async () => {
    const { codec } = await freePorts();
    ui = await TemporalUi.start(`http://127.0.0.1:${codec}`);
    const settings = {
      MANILLA_CODEC_PORT: String(codec),
      ...(ui !== undefined && { MANILLA_UI_ORIGIN: ui.url }),
    };
    [desk, browser] = await Promise.all([DeskWorld.start(settings), PayerBrowser.start()]);
    world = new ProblemWorld(desk);
    const { manilla } = desk.api;
    const sandbox = join(mkdtempSync(join(tmpdir(), 'manilla-walk-')), 'sandbox.json');
    writeFileSync(sandbox, JSON.stringify(manilla.merchant, null, 2));
    addresses = [
      ['http://127.0.0.1:3000', manilla.baseUrl],
      ['http://127.0.0.1:3010', manilla.simulatorUrl],
      ['.manilla/sandbox.json', sandbox],
    ];
    shell = new Shell({
      ...{ PATH: process.env['PATH'], HOME: process.env['HOME'] },
      ...{ MANILLA_OPERATOR_TOKEN: desk.ada.token, MANILLA_DESK_URL: desk.desk.baseUrl },
      ...{ DATABASE_URL: manilla.database.url, MANILLA_SIMULATOR_URL: manilla.simulatorUrl },
    });
  });
  afterAll(async () => {
    shell?.[Symbol.dispose]();
    await browser?.[Symbol.asyncDispose]();
    await ui?.stop();
    await world?.[Symbol.asyncDispose]();
    await desk?.stop();
    await desk?.api.stop();
  });

  const tabs = new Map<string, Page>();
  /** The page that was looked at last: pictures are of it. */
  let seen: Page | undefined;
  async function tabOf(who: string): Promise<Page> {
    let page = tabs.get(who);
    if (page === undefined) {
      // The Temporal UI needs more room to show its details.
      const viewport = who === 'Temporal UI' ? { width: 1_300, height: 1_200 } : size;
      ({ page } = await browser.tab({ viewport }));
      // The Temporal UI reads payloads for who is signed in at the desk, in the same browser.
      const operator = { Ada: desk.ada, Bola: desk.bola, 'Temporal UI': desk.ada }[who];
      if (operator !== undefined) await page.context().addCookies([operator.browserCookie]);
      tabs.set(who, page);
    }
    seen = page;
    return page;
  }

  async function click(page: Page, name: string): Promise<void> {
    // Links of the list itself, and not those that filter it.
    const link = page.locator('table').getByRole('link', { name });
    const target = link.or(page.getByRole('button', { name })).first();
    // What waits comes into the queue when its workflow has written it down; the Temporal UI draws its list after a while.
    // A loaded machine may take longer to draw the list than any one wait, so each is longer than the last.
    let timeout = 2_000;
    const isThere = () =>
      target.waitFor({ timeout: (timeout *= 1.5) }).then(
        () => true,
        () => false,
      );
    await expect
      .poll(async () => (await isThere()) || (await page.reload(), false), { timeout: 90_000 })
      .toBe(true);
    await target.click();
  }

  async function sees(page: Page, text: string): Promise<void> {
    await expect.poll(() => page.locator('main').innerText(), { timeout: 30_000 }).toContain(text);
  }

  async function openWorkflow(kind: string): Promise<void> {
    const page = await tabOf('Temporal UI');
    const { namespace } = desk.api.manilla.temporal;
    const filter = encodeURIComponent('CheckoutPhase = "NEEDS_ATTENTION"');
    await page.goto(`${ui?.url}/namespaces/${namespace}/workflows?query=${filter}`);
    await click(page, kind);
    await page.getByText('User Metadata', { exact: true }).click();
    const frames = page.locator('iframe');
    await expect.poll(() => frames.count(), { timeout: 60_000 }).toBe(3);
    await frames.last().contentFrame().getByText('What happened.').waitFor();
  }

  async function letAnHourPass(): Promise<void> {
    const refundId = await world.until(
      `select refund_id as found from refund where status = 'UNKNOWN'`,
      [],
    );
    await fastForward(world.temporal, refundWorkflowId(refundId), 66 * 60_000);
  }

  /** Each sentence that a step may be, and what it does. */
  const sentences: readonly (readonly [RegExp, (...words: string[]) => Promise<unknown>])[] = [
    [
      /^(Ada|Bola) opens `(.*)`$/,
      async (who = '', path = '') => (await tabOf(who)).goto(`${desk.desk.baseUrl}${path}`),
    ],
    [/^(Ada|Bola) clicks `(.*)`$/, async (who = '', name = '') => click(await tabOf(who), name)],
    [/^(Ada|Bola) sees `(.*)`$/, async (who = '', text = '') => sees(await tabOf(who), text)],
    [
      /^(Ada|Bola) types `(.*)` into `(.*)`$/,
      async (who = '', text = '', label = '') =>
        (await tabOf(who)).getByLabel(label).first().fill(text),
    ],
    [/^The Temporal UI opens the workflow `(.*)`$/, (kind = '') => openWorkflow(kind)],
    [
      /^The Temporal UI sends `(.*)` with `(.*)` and says `(.*)`$/,
      async (name = '', input = '', says = '') => {
        const page = await tabOf('Temporal UI');
        expect(await sendInDialog(page, name, input)).toContain(says);
        await page.reload();
      },
    ],
    [/^An hour passes$/, letAnHourPass],
    [/^The schedules run$/, () => world.searched()],
  ];

  async function play(step: WalkStep): Promise<void> {
    if (step.kind === 'SHELL') {
      const script = addresses.reduce((text, [from, to]) => text.replaceAll(from, to), step.script);
      const { said, code } = await shell.run(script);
      expect(code, `line ${step.line}: ${said}`).toBe(0);
      expect(said).not.toContain('"isSuccessful":false');
      return;
    }
    if (step.kind === 'PICTURE') {
      if (pictures === undefined) return;
      await seen?.screenshot({ path: join(pictures, basename(step.file)) });
      return;
    }
    const [found] = sentences.flatMap(([pattern, act]) => {
      const words = pattern.exec(step.text);
      return words === null ? [] : [() => act(...words.slice(1))];
    });
    if (found === undefined) throw new Error(`line ${step.line} is no step: ${step.text}`);
    await found();
  }

  it('takes pictures, and ends with books that agree', async (context) => {
    if (ui === undefined) return context.skip('this Temporal server has no UI of its own');
    const steps = walkSteps();
    expect(steps.length).toBeGreaterThan(40);
    let line = 0;
    context.onTestFailed(() => console.log(`the walk came to line ${line}`));
    for (const step of steps) {
      line = step.line;
      try {
        await play(step);
      } catch (error) {
        throw new Error(`docs/operators-walk.md:${step.line}: ${step.text}`, { cause: error });
      }
    }
    const open = await desk.api.query(`select from attention_case where status = 'OPEN'`);
    expect(open).toEqual([]);
    // Half a minute alone; four browsers and as many stacks beside it take their time.
  }, 300_000);
});
