import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manilla } from '../../support/manilla-cli.js';
import { createDatabase, type TestDatabase } from '../../support/stack.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database?.drop());

const run = (...args: string[]) => manilla(args, { DATABASE_URL: database.appUrl });

describe('npx manilla operators', () => {
  it('makes an operator, shows the token once, lists it and revokes it', async () => {
    const made = await run('operators', 'add', 'Ada Obi', '--days', '30');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const token = made.stdout.trimEnd().split('\n').at(-1) ?? '';
    expect(token).toMatch(/^mop_[A-Za-z0-9_-]{43}$/);
    const tokenId = /otk_[0-9A-Z]{26}/.exec(made.stdout)?.[0] ?? '';
    const listed = await run('operators', 'tokens');
    expect(listed.stdout).toContain(tokenId);
    expect(listed.stdout).not.toContain(token);
    expect(listed.stdout).toMatch(/Ada Obi +otk_\w+ +until 20\d\d-\d\d-\d\d +never/);
    for (const line of listed.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(await run('operators', 'revoke', tokenId)).toMatchObject({ code: 0 });
    expect((await run('operators', 'tokens', 'Ada Obi')).stdout).toContain('revoked');
  });

  it.each([
    [['operators', 'add', ''], 'NAME must be'],
    [['operators', 'add', 'Bola', '--days', '0'], '--days must be'],
    [['operators', 'add', 'Bola', 'Obi'], 'manilla operators add NAME'],
    [['operators', 'add', 'Bola', '--forever'], "Unknown option '--forever'"],
    [['operators'], 'There is no command "operators"'],
    [['nonsense'], 'There is no command "nonsense"'],
  ])('%j is written wrongly: exit code 2', async (args, sentence) => {
    const { code, stderr, stdout } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(sentence);
  });

  it('refuses what is not there, and a database that does not answer: exit code 1', async () => {
    expect(await run('operators', 'revoke', 'Nobody')).toMatchObject({ code: 1 });
    const away = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/manilla' };
    const { code, stderr } = await manilla(['operators', 'tokens'], away);
    expect(code).toBe(1);
    expect(stderr).toContain('ECONNREFUSED');
    expect(stderr).not.toContain('    at ');
  });

  it('helps', async () => {
    for (const args of [[], ['help'], ['--help']]) {
      const { code, stdout } = await run(...args);
      expect(code).toBe(0);
      expect(stdout).toContain('operators add NAME');
    }
    expect((await run('operators', 'add', '--help')).stdout).toContain(
      'manilla operators add NAME',
    );
  });
});
