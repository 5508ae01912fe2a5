import { join } from 'node:path';
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

/** Where scripts/screenshots.ts wants the pictures for the documentation; undefined in a usual run. */
const pictures = process.env['MANILLA_SCREENSHOTS'];

/** The page on a phone and on a desk, when pictures are wanted. */
export async function takePictures(page: Page, state: string): Promise<void> {
  if (pictures === undefined) return;
  for (const [device, viewport] of [
    ['phone', phone],
    ['desktop', { width: 1_024, height: 768 }],
  ] as const) {
    await page.setViewportSize(viewport);
    const name = `${state.replaceAll(' ', '-')}-${device}.png`;
    await page.screenshot({ path: join(pictures, name), fullPage: device === 'phone' });
  }
}

/** What axe finds wrong, one line each. */
export async function faultsByAxe(page: Page): Promise<string[]> {
  // By the tools of the browser: the page's policy lets in no script of ours.
  await page.evaluate(axe.source);
  const results = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
