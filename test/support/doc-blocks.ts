import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The pages for merchants: each of their code blocks runs in a test, or is named in `notRun` with the reason. */
export const merchantPages = [
  'README.md',
  'docs/using-the-api.md',
  'docs/webhooks.md',
  'docs/checkout-page.md',
  'docs/cards.md',
  'docs/virtual-accounts.md',
  'docs/lists.md',
  'docs/settlement-api.md',
  'docs/money-that-does-not-fit.md',
  'docs/errors.md',
  'docs/sandbox.md',
  'docs/recipes.md',
  'docs/before-real-money.md',
  'docs/generated-clients.md',
  'docs/api-changes.md',
  'sdk/README.md',
] as const;
export type MerchantPage = (typeof merchantPages)[number];

/** A fenced block of a page. */
export interface DocBlock {
  readonly page: string;
  /** The line of its fence, so that a failure can be found. */
  readonly line: number;
  readonly language: string;
  /** The words behind the language, which a reader does not see: a name, or `not-run`. */
  readonly marks: readonly string[];
  readonly text: string;
}

const root = join(import.meta.dirname, '../..');
const fence = /^```(\S*)[ \t]*(.*)\n([\s\S]*?)^```$/gm;

/** All blocks of a page, in their order. */
export function blocksOf(page: string): DocBlock[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(fence)].map(([, language = '', marks = '', block = ''], i, all) => ({
    page,
    line: text.slice(0, all[i]?.index).split('\n').length,
    language,
    marks: marks.split(/\s+/).filter(Boolean),
    text: block,
  }));
}

export function placeOf({ page, line }: DocBlock): string {
  return `${page}:${line}`;
}
