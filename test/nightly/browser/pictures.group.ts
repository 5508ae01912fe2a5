import { join } from 'node:path';
import { it } from 'vitest';
import { projectRoot } from '../../../scripts/stack/layout.ts';
import { Assets } from '../../../src/pages/payer/assets.js';
import { picture } from '../../support/pictures.js';
import { documentsIn } from '../../support/shown-pages.js';
import type { Given } from '../../browser/given.js';
import { phone } from '../../browser/payer-browser.js';

/** Where scripts/screenshots.ts wants the pictures for the documentation; undefined in a usual run. */
const folder = process.env['MANILLA_SCREENSHOTS'];
const site = 'https://pay.example.ng';

/** Names of the pictures by the states that they show. */
const shown: Readonly<Record<string, string>> = {
  ...{ choose: 'choose', transfer: 'transfer', sent: 'sent', short: 'short' },
  ...{ 'account over': 'account-over', confirm: 'confirm', paid: 'paid', over: 'over' },
  ...{ cancelled: 'cancelled', colour: 'colour', notFound: 'wrong-link', rich: 'logo' },
  ...{
    'link, wrong form': 'link',
    USED: 'link-ended',
    late: 'late',
    'card unknown': 'card-unknown',
  },
};

/** The page in each state, on a phone and on a desk. */
export function takesPictures(given: () => Given): void {
  it.runIf(folder !== undefined)('takes pictures of every state', async () => {
    const assets = new Assets(join(projectRoot, 'dist', 'src', 'pages', 'payer', 'assets'));
    const documents = documentsIn('en', assets.paths);
    const logo = await picture(320, 96).png();
    await using tab = await given().browser.tab();
    const { page } = tab;
    await page.route(`${site}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      const file = assets.find(pathname.replace('/pay/assets/', ''));
      if (file !== undefined) return route.fulfill({ contentType: file.type, body: file.plain });
      if (pathname.startsWith('/pay/logos/')) {
        return route.fulfill({ contentType: 'image/png', body: logo });
      }
      const body = documents[decodeURIComponent(pathname.slice(1))] ?? '';
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body });
    });
    for (const [state, name] of Object.entries(shown)) {
      for (const [device, viewport] of [
        ['phone', phone],
        ['desktop', { width: 1_024, height: 768 }],
      ] as const) {
        await page.setViewportSize(viewport);
        await page.goto(`${site}/${encodeURIComponent(state)}`);
        const path = join(folder ?? '', `${name}-${device}.png`);
        await page.screenshot({ path, fullPage: device === 'phone' });
      }
    }
  });
}
