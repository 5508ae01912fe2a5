import { MessagePage } from './portal-page.js';
import type { ShownPage } from './portal-route.js';

const home = { path: '/', words: 'To the first page' } as const;

/** Makes a page that only shows a message, such as a refusal. */
export function messagePage(
  title: string,
  text: string,
  status = 200,
  to: { readonly path: string; readonly words: string } = home,
): ShownPage {
  return { title, status, children: <MessagePage {...{ title, text, to }} /> };
}
