import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { projectRoot } from '../../../scripts/stack/layout.ts';
import type { PageLocale } from '../../../src/domain/page-locale.js';
import { Assets } from '../../../src/pages/payer/assets.js';
import { documentsIn } from '../../support/shown-pages.js';

/** As the build has made them. */
export const assets = new Assets(join(projectRoot, 'dist', 'src', 'pages', 'payer', 'assets'));

/** Each document in one tab, one after the other, as if a script had run: nothing is loaded, so nothing is waited for. */
export async function eachDocument(
  page: Page,
  locale: PageLocale,
  look: (state: string) => Promise<void>,
): Promise<void> {
  for (const [state, html] of Object.entries(documentsIn(locale, assets.paths))) {
    await page.setContent(html, { waitUntil: 'commit' });
    await page.evaluate(() => document.documentElement.classList.add('js'));
    await look(state);
  }
}
