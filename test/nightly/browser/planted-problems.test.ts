import type { Page } from 'playwright-core';
import { freePorts } from '../../../scripts/stack/ports.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { creditWorkflowId } from '../../../src/domain/ids.js';
import { type DeskClient, DeskWorld } from '../../support/desk-world.js';
import { manilla } from '../../support/manilla-cli.js';
import {
  type PlantedProblem,
  plantedProblems,
  ProblemWorld,
} from '../../support/planted-problems.js';
import { sendInDialog } from '../../support/ui-dialog.js';
import { TemporalUi } from '../../support/temporal-ui.js';
import { findChromium } from '../../browser/chromium.js';
import { PayerBrowser } from '../../browser/payer-browser.js';

const why = 'asked the bank by telephone';

/** What a refused decision looks like is seen once. */

/** What an operator has done to decide. */
interface Effort {
  clicks: number;
  typed: number;
}

/** Each problem is found, and decided through each of the doors. */
describe.skipIf(findChromium() === undefined)('planted problems', () => {
  let desk: DeskWorld;
  let world: ProblemWorld;
  let browser: PayerBrowser;
  let ui: TemporalUi | undefined;
  beforeAll(async () => {
    const { codec } = await freePorts();
    ui = await TemporalUi.start(`http://127.0.0.1:${codec}`);
    const settings = {
      MANILLA_PARK_AFTER_MS: '4000',
      MANILLA_CODEC_PORT: String(codec),
      ...(ui !== undefined && { MANILLA_UI_ORIGIN: ui.url }),
    };
    [desk, browser] = await Promise.all([DeskWorld.start(settings), PayerBrowser.start()]);
    world = new ProblemWorld(desk);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await ui?.stop();
    await world?.[Symbol.asyncDispose]();
    await desk?.stop();
    await desk?.api.stop();
  });

  const at = (path: string) => `${desk.desk.baseUrl}${path}`;

  async function signedIn(operator: DeskClient) {
    const tab = await browser.tab({ viewport: { width: 1_024, height: 768 } });
    await tab.page.context().addCookies([operator.browserCookie]);
    return tab;
  }

  async function decidedOnDesk(page: Page, number: string, decision: string): Promise<Effort> {
    const effort = { clicks: 0, typed: 0 };
    const click = async (selector: string): Promise<void> => {
      effort.clicks += 1;
      await page.click(selector);
    };
    await page.goto(at('/desk/cases?sort=NEWEST'));
    await click(`a[href="/desk/cases/${number}"]`);
    await click('#reason');
    await page.keyboard.type(why);
    effort.typed += why.length;
    await click(`button[value="${decision}"]`);
    const sure = page.locator(`section.danger button[value="${decision}"]`);
    if ((await sure.count()) > 0) await click(`section.danger button[value="${decision}"]`);
    await page.waitForURL(/done=(decided|proposed)/);
    return effort;
  }

  const onDesk = async ({ decision, takesTwo, shows }: PlantedProblem, number: string) => {
    await using adas = await signedIn(desk.ada);
    await adas.page.goto(at(`/desk/cases/${number}`));
    const text = await adas.page.locator('main').innerText();
    for (const each of shows ?? []) expect(text).toContain(each);
    const effort = await decidedOnDesk(adas.page, number, decision);
    expect(effort.clicks).toBeLessThanOrEqual(5);
    expect(effort.typed).toBe(why.length);
    if (!takesTwo) return;
    await using bolas = await signedIn(desk.bola);
    await bolas.page.goto(at(`/desk/cases/${number}`));
    await bolas.page.getByRole('button', { name: /^Confirm/ }).click();
    await bolas.page.waitForURL(/done=confirmed/);
  };

  const onCommandLine = async ({ decision, takesTwo }: PlantedProblem, number: string) => {
    const as = (operator: DeskClient, ...args: string[]) =>
      manilla(args, {
        MANILLA_OPERATOR_TOKEN: operator.token,
        MANILLA_DESK_URL: desk.desk.baseUrl,
      });
    const decided = await as(desk.ada, 'decide', number, decision, '--reason', why);
    expect(decided, decided.stderr).toMatchObject({ code: 0 });
    if (!takesTwo) return;
    const { shownHash } = (await desk.bola.get(`/cases/${number}`)).data.proposal;
    const confirmed = await as(desk.bola, 'confirm', number, '--shown', shownHash);
    expect(confirmed, confirmed.stderr).toMatchObject({ code: 0 });
  };

  /** The UI shows the case and takes no decision, whatever name is typed: it is decided on the desk after that. */
  const notInTemporalUi = async (problem: PlantedProblem, number: string) => {
    const { data } = await desk.ada.get(`/cases/${number}`);
    const { namespace } = desk.api.manilla.temporal;
    // Who is signed in at the desk reads payloads in the Temporal UI.
    await using tab = await signedIn(desk.ada);
    const { page } = tab;
    await page.setViewportSize({ width: 1_300, height: 900 });
    const filter = encodeURIComponent('CheckoutPhase = "NEEDS_ATTENTION"');
    await page.goto(`${ui?.url}/namespaces/${namespace}/workflows?query=${filter}`);
    await page.getByRole('link', { name: data.workflowId }).first().click();
    await page.getByText('User Metadata', { exact: true }).click();
    // The UI shows Markdown in frames.
    const frames = page.locator('iframe');
    await expect.poll(() => frames.count(), { timeout: 60_000 }).toBe(3);
    const details = frames.last().contentFrame();
    await details.getByText(problem.decision).first().waitFor();
    const [row] = await desk.api.query<{ update_name: string }>(
      'select update_name from attention_case where case_number = $1',
      [number],
    );
    const typed = { decision: problem.decision, operator: 'Ada', partner: 'Bola', reason: why };
    const said = await sendInDialog(page, row?.update_name ?? '', JSON.stringify(typed));
    expect(said).toContain('nothing is decided in the Temporal UI');
    await onDesk(problem, number);
  };

  describe.each(plantedProblems)('$name', (problem) => {
    it.each([
      ['on the desk', onDesk],
      ['on the command line', onCommandLine],
      ['on the desk, and not in the Temporal UI', notInTemporalUi],
    ] as const)('is decided %s', async (_door, decide) => {
      if (decide === notInTemporalUi && ui === undefined) return;
      const subject = await problem.plant(world);
      const number = await desk.caseOf(subject);
      await decide(problem, number);
      await expect
        .poll(
          async () =>
            (await desk.api.query<{ standing: string }>(problem.standing, [subject]))[0]?.standing,
          { timeout: 60_000 },
        )
        .toBe(problem.becomes);
      const { data } = await desk.ada.get(`/cases/${number}`);
      const [told] = data.history.filter(({ type }: { type: string }) => type === 'DECIDED');
      expect(told).toMatchObject({ operator: 'Ada', decision: problem.decision, reason: why });
      if (problem.takesTwo) expect(told.partner).toBe('Bola');
    });
  });

  it('tells who decided what, and why, after the history is deleted', async () => {
    const subject = await desk.strayCredit();
    const number = await desk.caseOf(subject);
    await desk.ada.post(`/cases/${number}/decisions`, { decision: 'return', reason: why });
    const workflowId = creditWorkflowId(subject);
    const handle = world.temporal.workflow.getHandle(workflowId);
    await handle.result();
    const { namespace } = desk.api.manilla.temporal;
    const workflowExecution = { workflowId };
    await world.temporal.workflowService.deleteWorkflowExecution({ namespace, workflowExecution });
    await expect
      .poll(
        () =>
          handle.describe().then(
            () => 'there',
            () => 'gone',
          ),
        { timeout: 75_000 },
      )
      .toBe('gone');
    const { data } = await desk.bola.get(`/cases/${number}`);
    expect(data.history).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          type: 'DECIDED',
          operator: 'Ada',
          decision: 'return',
          reason: why,
        }),
      ]),
    );
  });
});
