import type { Page } from 'playwright-core';
import type { JsonBody } from '../support/api-client.js';
import type { ApiWorld, OpenCheckout } from '../support/api-world.js';
import type { AnyManilla } from '../support/edge.js';
import type { PayerBrowser } from './payer-browser.js';

/** What the groups of checks share. */
export interface Given {
  readonly world: ApiWorld<AnyManilla>;
  readonly browser: PayerBrowser;
  readonly newPage: (
    changes?: JsonBody,
  ) => Promise<{ readonly url: string; readonly reference: string }>;
  readonly withAccount: (changes?: JsonBody) => Promise<OpenCheckout & { readonly url: string }>;
  readonly shows: (page: Page, text: string | RegExp) => Promise<void>;
}

export function givenOf(world: Given['world'], browser: PayerBrowser): Given {
  return {
    ...{ world, browser },
    newPage: async (changes = {}) => {
      const { reference, reply } = await world.initiated(changes);
      return { reference, url: String(reply.data.checkoutUrl) };
    },
    withAccount: async (changes = {}) => {
      const checkout = await world.awaitingPayment({ channels: ['Bank'], ...changes });
      return { ...checkout, url: String(checkout.initiated.data.checkoutUrl) };
    },
    shows: (page, text) => page.locator('h1', { hasText: text }).waitFor({ timeout: 20_000 }),
  };
}
