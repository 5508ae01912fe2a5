import axe, { type AxeResults } from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { findChromium } from './chromium.js';

/** A phone that many payers have. */
export const phone = { width: 360, height: 640 } as const;

/** What a page did that a payer's page must not do. */
export interface Conduct {
  /** Every address that was asked for. */
  readonly requests: string[];
  /** Referers that were sent along. */
  readonly referers: string[];
  /** Messages of errors, violations of the policy among them. */
  readonly errors: string[];
}

export interface OpenTab extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly conduct: Conduct;
}

/** One Chromium for the tests of a file; each tab has a profile of its own. */
export class PayerBrowser implements AsyncDisposable {
  private constructor(private readonly browser: Browser) {}

  static async start(): Promise<PayerBrowser> {
    const executablePath = findChromium();
    if (executablePath === undefined) throw new Error('there is no Chromium on the PATH');
    const isRoot = process.getuid?.() === 0;
    const args = [
      '--disable-dev-shm-usage',
      // The page is on this machine: a shop that is not may show it all the same.
      '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests',
      ...(isRoot ? ['--no-sandbox'] : []),
    ];
    return new PayerBrowser(await chromium.launch({ executablePath, args }));
  }

  async tab(options: BrowserContextOptions = {}): Promise<OpenTab> {
    const context = await this.browser.newContext({ viewport: phone, locale: 'en-NG', ...options });
    const page = await context.newPage();
    const conduct: Conduct = { requests: [], referers: [], errors: [] };
    page.on('request', (request) => {
      conduct.requests.push(request.url());
      const { referer } = request.headers();
      if (referer !== undefined) conduct.referers.push(referer);
    });
    page.on('console', (message) => {
      if (message.type() === 'error') conduct.errors.push(message.text());
    });
    page.on('pageerror', (error) => conduct.errors.push(error.message));
    return { page, context, conduct, [Symbol.asyncDispose]: () => context.close() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser.close();
  }
}

/** Puts axe into a tab, by the tools of the browser: the page's policy lets in no script of ours. */
export async function prepareAxe(page: Page): Promise<void> {
  await page.evaluate(axe.source);
}

/** What axe finds wrong, one line each; `rules`: only these. */
export async function faultsByAxe(page: Page, rules?: readonly string[]): Promise<string[]> {
  const options = {
    resultTypes: ['violations'],
    // Nothing is loaded.
    preload: false,
    ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
  };
  const results = await page.evaluate(
    (asked) =>
      (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run(
        asked,
      ),
    options,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
