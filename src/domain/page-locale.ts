/** Languages of the payer's page: English, Nigerian Pidgin, Hausa, Yoruba and Igbo. */
export const pageLocales = ['en', 'pcm', 'ha', 'yo', 'ig'] as const;
export type PageLocale = (typeof pageLocales)[number];

/**
 * Returns the first language of a browser's Accept-Language that the page has; English when the page has none of them.
 */
export function acceptedLocale(header: string | undefined): PageLocale {
  const ranges = (header ?? '').slice(0, 500).split(',').map(rangeOf);
  const liked = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  for (const { language } of liked) {
    const known = pageLocales.find((locale) => locale === language);
    if (known !== undefined) return known;
  }
  return 'en';
}

function rangeOf(text: string): { readonly language: string; readonly weight: number } {
  const [range = '', ...parameters] = text
    .trim()
    .toLowerCase()
    .split(/\s*;\s*/);
  const q = parameters.find((each) => each.startsWith('q='))?.slice(2);
  const weight = q === undefined ? 1 : Number(q);
  return { language: range.split('-')[0] ?? '', weight: Number.isNaN(weight) ? 0 : weight };
}
