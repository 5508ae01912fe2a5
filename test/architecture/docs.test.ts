import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { merchantReasons, operatorReasons } from '../../src/domain/reason.js';
import { curlSession } from '../../scripts/stack/curl-session.js';
import { filesIn, read, root } from './tree.js';

const pages = [
  ...filesIn('docs').filter((path) => path.endsWith('.md')),
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'sdk/README.md'],
];

describe('the documentation', () => {
  // docs/folders.md is left to `npm run check`, which reads all imports anyway.
  it('that is made from code is up to date (npm run fix makes it again)', () => {
    const script = join(root, 'scripts', 'generate-docs.ts');
    const check = (): string =>
      execFileSync(process.execPath, [script, '--check', '--but-imports'], {
        cwd: root,
        encoding: 'utf8',
        stdio: 'pipe',
      });
    expect(check).not.toThrow();
  });

  it.each([
    ...merchantReasons.map((reason) => [reason, 'docs/errors.md'] as const),
    ...operatorReasons.map((reason) => [reason, 'docs/operator-errors.md'] as const),
  ])('explains %s in %s alone', (reason, page) => {
    const explains = (file: string) => read(file).includes(`| \`${reason}\` |`);
    expect(['docs/errors.md', 'docs/operator-errors.md'].filter(explains)).toEqual([page]);
  });

  it('lists every environment variable the processes read', () => {
    const schema =
      read('src/platform/config/config.ts').split('const schema')[1]?.split('\n});')[0] ?? '';
    const variables = [...schema.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map((match) => match[1] ?? '');
    expect(variables.length).toBeGreaterThan(10);
    const listed = read('docs/configuration.md');
    expect(variables.filter((name) => !listed.includes(`\`${name}\``))).toEqual([]);
  });

  it.each(pages)('%s links only to what is there', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(
      (match) => match[1] ?? '',
    );
    expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });

  it.each(pages)('%s links to headings that are there', (page) => {
    const links = [...read(page).matchAll(/\]\(([\w./-]*\.md)?#([\w-]+)\)/g)];
    const missing = links.filter(([, path, anchor]) => {
      const target = path === undefined ? page : join(dirname(page), path);
      return !anchorsOf(target).has(anchor ?? '');
    });
    expect(missing.map(([link]) => link)).toEqual([]);
  });

  it.each(pages)('%s names only files that are there', (page) => {
    const named = [
      ...read(page).matchAll(/`((?:src|workflows|activities|scripts|test)\/[\w./-]+\.\w+)`/g),
    ];
    const missing = named
      .map((match) => match[1] ?? '')
      .filter((path) => !existsSync(join(root, path)));
    expect(missing).toEqual([]);
  });

  it.each(pages)('%s names only npm scripts that are there', (page) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...read(page).matchAll(/npm run ([a-z:-]+)/g)].map((match) => match[1] ?? '');
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('shows in README.md the payment that npm start prints', () => {
    const session = curlSession('.manilla/sandbox.json');
    expect(read('README.md')).toContain(`\n\`\`\`sh\n${session}\n\`\`\`\n`);
  });
});

/** As GitHub makes them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = [...read(page).matchAll(/^#+ (.*)$/gm)].map((match) => match[1] ?? '');
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
