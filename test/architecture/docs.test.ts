import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reasons } from '../../src/domain/result-code.js';
import { signatureHeaders } from '../../src/notifications/signer.js';
import { curlSession } from '../../scripts/stack/curl-session.js';
import { filesIn, read, root } from './tree.js';

const pages = [
  ...filesIn('docs').filter((path) => path.endsWith('.md')),
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'sdk/README.md'],
];

describe('the documentation', () => {
  it('that is made from code is up to date (npm run fix makes it again)', () => {
    const script = join(root, 'scripts', 'generate-docs.ts');
    const check = (): string =>
      execFileSync(process.execPath, [script, '--check'], {
        cwd: root,
        encoding: 'utf8',
        stdio: 'pipe',
      });
    expect(check).not.toThrow();
  });

  it.each(reasons)('explains %s in docs/errors.md', (reason) => {
    expect(read('docs/errors.md')).toContain(`| \`${reason}\` |`);
  });

  it('lists every environment variable the processes read', () => {
    const schema = read('src/config/config.ts').split('const schema')[1]?.split('\n});')[0] ?? '';
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

  it('gives receivers of webhooks a check that accepts the test vector, and nothing else', async () => {
    const code = /```js\n([\s\S]*?)```/.exec(read('docs/webhooks.md'))?.[1] ?? '';
    const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      isGenuine(secret: string, headers: Record<string, string>, rawBody: string): boolean;
    };
    const key = Buffer.from('whsec_test_0123456789abcdef');
    const body = '{"id":"evt_1","type":"collection.received"}';
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = signatureHeaders(key, { id: 'msg_1', timestamp, body });
    const secret = `whsec_${key.toString('base64')}`;
    expect(isGenuine(secret, headers, body)).toBe(true);
    expect(isGenuine(secret, headers, `${body} `)).toBe(false);
    expect(isGenuine(secret, { ...headers, 'webhook-id': 'msg_2' }, body)).toBe(false);
    const old = signatureHeaders(key, { id: 'msg_1', timestamp: timestamp - 301, body });
    expect(isGenuine(secret, old, body)).toBe(false);
    const vector = signatureHeaders(key, { id: 'msg_1', timestamp: 1_795_132_800, body });
    expect(read('docs/webhooks.md')).toContain(`\`${vector['webhook-signature']}\``);
  });

  it.skipIf(spawnSync('python3', ['--version']).status !== 0)(
    'gives them the same check in Python',
    () => {
      const code = /```python\n([\s\S]*?)```/.exec(read('docs/webhooks.md'))?.[1] ?? '';
      const [key, former] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
      const body = '{"id":"evt_1","name":"Adébáyọ̀ ₦"}';
      const timestamp = Math.floor(Date.now() / 1000);
      const headers = signatureHeaders(key, { id: 'msg_1', timestamp, body }, [former]);
      const old = signatureHeaders(key, { id: 'msg_1', timestamp: timestamp - 301, body });
      const secretOf = (bytes: Buffer) => `whsec_${bytes.toString('base64')}`;
      const cases = [
        [secretOf(key), headers, body],
        [secretOf(former), headers, body],
        [secretOf(Buffer.alloc(32, 3)), headers, body],
        [secretOf(key), headers, `${body} `],
        [secretOf(key), { ...headers, 'webhook-id': 'msg_2' }, body],
        [secretOf(key), old, body],
      ];
      const call =
        'import json, sys\nfor s, h, b in json.load(sys.stdin): print(is_genuine(s, h, b.encode()))';
      const run = spawnSync('python3', ['-c', `${code}\n${call}`], {
        input: JSON.stringify(cases),
      });
      expect(run.stdout.toString().trim().split('\n')).toEqual([
        ...['True', 'True'],
        ...['False', 'False', 'False', 'False'],
      ]);
    },
  );

  it('shows in README.md the payment that npm start prints', () => {
    const session = curlSession({
      baseUrl: 'http://127.0.0.1:3000',
      file: '.manilla/sandbox.json',
    });
    expect(read('README.md')).toContain(`\n\`\`\`sh\n${session}\n\`\`\`\n`);
  });
});
