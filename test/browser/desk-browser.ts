import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type DeskClient, DeskWorld } from '../support/desk-world.js';
import type { TestEdge } from '../support/edge.js';
import { PayerBrowser } from './payer-browser.js';

export const desktop = { width: 1_024, height: 768 };

/** A desk, and a Chromium in which its operators work. */
export class DeskBrowser {
  world!: DeskWorld<TestEdge>;
  browser!: PayerBrowser;

  /** Starts before the tests of the block that calls it, and ends after them. */
  static ofThisBlock(): DeskBrowser {
    const desk = new DeskBrowser();
    beforeAll(async () => {
      [desk.world, desk.browser] = await Promise.all([DeskWorld.edge(), PayerBrowser.start()]);
    });
    afterAll(async () => {
      await desk.browser?.[Symbol.asyncDispose]();
      await desk.world?.stop();
    });
    return desk;
  }

  at(path: string): string {
    return `${this.world.desk.baseUrl}${path}`;
  }

  /** A tab in which this operator is signed in. */
  async signedIn(operator: DeskClient, options: BrowserContextOptions = {}) {
    const tab = await this.browser.tab({ viewport: desktop, ...options });
    await tab.page.context().addCookies([operator.browserCookie]);
    return tab;
  }

  /** Money that is held, and its case. Of a merchant who could get it: its prefix. */
  async held(prefix?: string) {
    const creditId = await this.world.strayCredit(undefined, undefined, prefix);
    return { creditId, number: await this.world.caseOf(creditId) };
  }

  async resolutionOf(creditId: string) {
    const [row] = await this.world.api.query<{ resolution: string | null }>(
      'select resolution from inward_credit where credit_id = $1',
      [creditId],
    );
    return row?.resolution;
  }
}
