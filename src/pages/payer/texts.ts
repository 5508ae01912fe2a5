import type { PageLocale } from '../../domain/page-locale.js';
import en from './catalogues/en.json' with { type: 'json' };
import ha from './catalogues/ha.json' with { type: 'json' };
import ig from './catalogues/ig.json' with { type: 'json' };
import pcm from './catalogues/pcm.json' with { type: 'json' };
import yo from './catalogues/yo.json' with { type: 'json' };

type Catalogue = Readonly<Record<keyof typeof en, string>>;
export type TextKey = Exclude<keyof Catalogue, `_${string}`>;

/** Every text of the page by its language; `_review` says whether a native speaker has read it. */
export const catalogues: Readonly<Record<PageLocale, Catalogue>> = { en, pcm, ha, yo, ig };

/** Returns a text of one language with its placeholders filled. */
export type Texts = (key: TextKey, values?: Readonly<Record<string, string>>) => string;

/** `always`: values that every text may use, such as the merchant's name. */
export function textsIn(locale: PageLocale, always: Readonly<Record<string, string>> = {}): Texts {
  const catalogue = catalogues[locale];
  return (key, values = {}) =>
    catalogue[key].replaceAll(
      /\{(\w+)\}/g,
      (hole, name: string) => values[name] ?? always[name] ?? hole,
    );
}
