import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocksOf, merchantPages, placeOf } from '../support/doc-blocks.js';
import { read, root } from './tree.js';
import { snippetRunners } from './webhook-snippets.js';

const stories = 'test/edge/docs/merchant-pages.test.ts';
const returns = 'test/architecture/return-snippets.test.ts';
const recipes = 'test/edge/docs/recipes.test.ts';
const snippets = 'test/architecture/webhook-snippets.test.ts';

/** Where the blocks of a language run, on every page or on one. */
const runners: readonly { language: string; page?: string; test: string }[] = [
  { language: 'http', test: stories },
  { language: 'json', test: stories },
  { language: 'sh', page: 'README.md', test: 'test/e2e/journeys/readme.test.ts' },
  { language: 'sql', page: 'docs/recipes.md', test: recipes },
  { language: 'ts', page: 'docs/recipes.md', test: recipes },
  { language: 'html', page: 'docs/checkout-page.md', test: 'test/browser/payer-page.test.ts' },
  { language: 'ts', page: 'docs/checkout-page.md', test: 'test/edge/pay/checkout-page.test.ts' },
  { language: 'python', page: 'docs/checkout-page.md', test: returns },
  { language: 'php', page: 'docs/checkout-page.md', test: returns },
  { language: 'ts', page: 'sdk/README.md', test: 'test/edge/sdk/every-operation.test.ts' },
  ...snippetRunners.map(({ language }) => ({ language, page: 'docs/webhooks.md', test: snippets })),
];

/** What no test runs as it stands, and why. */
const notRun: Readonly<Record<string, string>> = {
  'npm start': 'test/nightly/launcher/start.test.ts starts it, on ports of its own',
};

/** Drawings; there is nothing to run. */
const drawings: ReadonlySet<string> = new Set(['mermaid']);

describe('the pages for merchants', () => {
  const blocks = merchantPages.flatMap(blocksOf).filter(({ language }) => !drawings.has(language));

  it('have code', () => {
    expect(blocks.length).toBeGreaterThan(80);
  });

  it('show no code that is not run, but for what is named here with its reason', () => {
    const marked = blocks.filter(({ marks }) => marks.includes('not-run'));
    expect(marked.map(({ text }) => text.trim())).toEqual(Object.keys(notRun));
    const others = blocks.filter(({ language, page, marks }) => {
      const runner = runners.find(
        (each) => each.language === language && (each.page ?? page) === page,
      );
      return runner === undefined && !marks.includes('not-run');
    });
    expect(others.map((block) => `${placeOf(block)} ${block.language}`)).toEqual([]);
    expect(runners.filter(({ test }) => !existsSync(join(root, test)))).toEqual([]);
  });

  it.each(merchantPages)('%s says nothing about how it is built or measured', (page) => {
    const inner = /`(?:src|workflows|activities|test)\/|\bnpm run (?:bench|soak)|\bp9[59]\b/;
    expect(inner.exec(read(page))?.[0]).toBeUndefined();
  });

  it.each(merchantPages)('%s names only operations that are there', (page) => {
    const { paths } = JSON.parse(read('openapi.json')) as { paths: Record<string, object> };
    const known = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    );
    const named = [
      ...read(page).matchAll(/\b(GET|POST|PUT|PATCH|DELETE)\s+(\/api\/v1[\w/{}.-]*)/g),
    ];
    const missing = named.filter(
      ([, method, path = '']) =>
        !known.some((each) => each.method === method && patternOf(each.path).test(path)),
    );
    expect(missing.map(([operation]) => operation)).toEqual([]);
  });

  it('tell of changes in the version of the API', () => {
    const { info } = JSON.parse(read('openapi.json')) as { info: { version: string } };
    expect(read('docs/api-changes.md')).toContain(info.version);
  });
});

/** A parameter stands as `{name}` or as an example. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}
