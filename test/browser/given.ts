import type { Page } from 'playwright-core';
import type { JsonBody } from '../e2e/api/api-client.js';
import type { ApiWorld, OpenCheckout } from '../e2e/api/api-world.js';
import type { PayerBrowser } from './payer-browser.js';

/** What the groups of checks share. */
export interface Given {
  readonly world: ApiWorld;
  readonly browser: PayerBrowser;
  readonly newPage: (
    changes?: JsonBody,
  ) => Promise<{ readonly url: string; readonly reference: string }>;
  readonly withAccount: (changes?: JsonBody) => Promise<OpenCheckout & { readonly url: string }>;
  readonly shows: (page: Page, text: string | RegExp) => Promise<void>;
}
