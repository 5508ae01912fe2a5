import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manilla, manillaProgram } from '../../../support/manilla-cli.js';
import { createDatabase, type TestDatabase } from '../../../support/stack.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database?.drop());

const run = (...args: string[]) => manilla(args, { DATABASE_URL: database.appUrl });

/** The first of them as a program of its own; the others in this process, which costs a tenth of it. */
describe('npx manilla operators', () => {
  it('invites a person by a link, works with the login of the database alone, and takes it down', async () => {
    const words = ['operators', 'invite', 'Ngozi', '--role', 'administrator'];
    const made = await manillaProgram(words, { DATABASE_URL: database.appUrl });
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout.split('\n').at(-2)).toMatch(
      /^http:\/\/127\.0\.0\.1:3020\/desk\/join\/[\w-]{43}$/,
    );
    expect((await run('operators', 'list')).stdout).toMatch(
      /Ngozi +administrator +person +invited +never/,
    );
    const [entry] = await database.query(
      `select actor_kind, actor, action, door, after from audit_entry where action = 'operator.invite'`,
    );
    expect(entry).toMatchObject({
      ...{ actor_kind: 'COMMAND', door: 'COMMAND', action: 'operator.invite' },
      actor: new URL(database.appUrl).username,
      after: { name: 'Ngozi', role: 'administrator', hasPassword: false },
    });
  });

  it('prints another link for who has not signed up, with the same role, and takes it down', async () => {
    const linkOf = (text: string) => text.trimEnd().split('\n').at(-1);
    await run('operators', 'invite', 'Zainab', '--role', 'finance');
    const named = await run('operators', 'link', 'Zainab');
    expect(named).toMatchObject({ code: 0, stderr: '' });
    expect(linkOf(named.stdout)).toMatch(/\/desk\/join\/[\w-]{43}$/);
    expect((await run('operators', 'list')).stdout).toMatch(/Zainab +finance +person +invited/);
    const entries = await database.query(
      `select action, door, after ->> 'role' as role from audit_entry where after ->> 'name' = 'Zainab'`,
    );
    const entry = { action: 'operator.invite', door: 'COMMAND', role: 'finance' };
    expect(entries).toEqual([entry, entry]);
    // Ngozi waits as well.
    expect(await run('operators', 'link')).toMatchObject({
      ...{ code: 1, stderr: 'Name one of: Ngozi, Zainab.\n' },
    });
    await run('operators', 'disable', 'Ngozi', '--reason', 'never came');
    const only = await run('operators', 'link');
    expect(only.stdout).toMatch(/^Zainab signs up with this link, once/);
    expect(linkOf(only.stdout)).not.toBe(linkOf(named.stdout));
    expect(await run('operators', 'link', 'Nobody Here')).toMatchObject({
      ...{ code: 1, stderr: 'Nobody Here does not. Who waits to sign up: Zainab.\n' },
    });
  });

  it('makes a machine user, shows the token once, lists it and ends it', async () => {
    const made = await run('operators', 'add', 'Ada Obi', '--role', 'viewer', '--days', '30');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const token = made.stdout.trimEnd().split('\n').at(-1) ?? '';
    expect(token).toMatch(/^mop_[A-Za-z0-9_-]{43}$/);
    const tokenId = /otk_[0-9A-Z]{26}/.exec(made.stdout)?.[0] ?? '';
    const listed = await run('operators', 'tokens');
    expect(listed.stdout).toContain(tokenId);
    expect(listed.stdout).not.toContain(token);
    expect(listed.stdout).toMatch(/Ada Obi +otk_\w+ +until 20\d\d-\d\d-\d\d +never/);
    for (const line of listed.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(await run('operators', 'end', tokenId)).toMatchObject({ code: 0 });
    expect((await run('operators', 'tokens', 'Ada Obi')).stdout).toContain('ended');
  });

  it('changes a role, shuts out and lets in again, each with a reason', async () => {
    const why = ['--reason', 'moved to another team'];
    await run('operators', 'add', 'Robot', '--role', 'viewer');
    expect(await run('operators', 'role', 'Robot', 'support', ...why)).toMatchObject({ code: 0 });
    expect((await run('operators', 'tokens', 'Robot')).stdout).not.toContain('ended');
    expect(await run('operators', 'disable', 'Robot', ...why)).toMatchObject({ code: 0 });
    expect((await run('operators', 'list')).stdout).toMatch(/Robot +support +machine +disabled/);
    const twice = await run('operators', 'disable', 'Robot', ...why);
    expect(twice).toMatchObject({ code: 1, stderr: 'The operator is like this already.\n' });
    expect(await run('operators', 'enable', 'Robot', ...why)).toMatchObject({ code: 0 });
    expect((await run('operators', 'tokens', 'Robot')).stdout).toContain('ended');
    const rows = await database.query(
      `select action, reason from audit_entry where subject_kind = 'operator' and after ->> 'name' = 'Robot' order by audit_id`,
    );
    expect(rows).toEqual([
      { action: 'operator.add', reason: null },
      { action: 'operator.role', reason: 'moved to another team' },
      { action: 'operator.disable', reason: 'moved to another team' },
      { action: 'operator.enable', reason: 'moved to another team' },
    ]);
    expect(await run('operators', 'sessions')).toMatchObject({ stdout: 'Nobody is signed in.\n' });
  });

  it.each([
    [['operators', 'add', '', '--role', 'viewer'], 'name must be'],
    [['operators', 'add', 'Bola', '--role', 'viewer', '--days', '0'], '--days must be'],
    [['operators', 'invite', 'Bola'], '--role is missing'],
    [['operators', 'invite', 'Bola', '--role', 'boss'], '"boss" is no role'],
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
    expect(await run('operators', 'end', 'otk_nobody')).toMatchObject({ code: 1 });
    const away = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/manilla' };
    const { code, stderr } = await manilla(['operators', 'tokens'], away);
    expect(code).toBe(1);
    expect(stderr).toContain('ECONNREFUSED');
    expect(stderr).not.toContain('    at ');
    const misspelt = { DATABASE_URL: 'postgres://50%off:50%off@127.0.0.1:1/manilla' };
    expect(await manilla(['operators', 'add', 'Bola', '--role', 'viewer'], misspelt)).toMatchObject(
      {
        ...{ code: 1, stderr: expect.stringMatching(/^DATABASE_URL must be .*%25/) },
      },
    );
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
