import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../scripts/stack/layout.ts';
import {
  launcherHome,
  LauncherRun,
  recordedPids,
  type LauncherHome,
} from '../../support/launcher.js';

describe('npm start, when it cannot', () => {
  let home: LauncherHome;

  /** Runs it to its end, which must be a failure without a trace of the code inside. */
  const sentenceOf = async (env: NodeJS.ProcessEnv): Promise<string> => {
    const run = new LauncherRun({ ...home.env, ...env });
    expect(await run.ended()).toBe(1);
    expect(run.output).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
    expect(recordedPids(home).size).toBe(0);
    return run.lastLine;
  };

  beforeAll(async () => {
    home = await launcherHome();
  });
  afterAll(() => home.remove());

  it('names every port that is taken at once, who needs each, and how to move them', async () => {
    const { ui, postgres } = home.ports;
    const others = [ui, postgres].map((port) => createServer().listen(port, '127.0.0.1'));
    try {
      expect(await sentenceOf({})).toBe(
        `Ports ${postgres} (PostgreSQL), ${ui} (the Temporal UI) are taken by other programs; ` +
          `stop those programs, or move them: MANILLA_PG_PORT=${postgres + 100} MANILLA_UI_PORT=${ui + 100} npm start.`,
      );
    } finally {
      for (const other of others) other.close();
    }
  });

  it('names one port that is taken', async () => {
    const { api } = home.ports;
    const other = createServer().listen(api, '127.0.0.1');
    try {
      expect(await sentenceOf({})).toBe(
        `Port ${api} (the API) is taken by another program; ` +
          `stop that program, or move it: MANILLA_API_PORT=${api + 100} npm start.`,
      );
    } finally {
      other.close();
    }
  });

  it('names an offset of the ports that is none', async () => {
    expect(await sentenceOf({ MANILLA_PORT_OFFSET: 'ten' })).toBe(
      'MANILLA_PORT_OFFSET is "ten"; set it to a number from -1976 to 10671, or leave it unset.',
    );
  });

  it('names a variable that is no port', async () => {
    expect(await sentenceOf({ MANILLA_PG_PORT: 'five' })).toBe(
      'MANILLA_PG_PORT is "five"; set it to a port number from 1024 to 65000, or leave it unset.',
    );
  });

  it('does not run live without a bank', async () => {
    expect(await sentenceOf({ MANILLA_ENVIRONMENT: 'live' })).toBe(
      'npm start runs live as a rehearsal only, with a simulated bank: set MANILLA_RAILS=simulator (docs/going-live.md).',
    );
  });

  it('says how to get a Temporal server where there is neither Go nor another way', async () => {
    const onlyNode = join(home.dataDir, 'bin');
    mkdirSync(onlyNode);
    for (const tool of ['id', 'setpriv', 'true'])
      symlinkSync(`/usr/bin/${tool}`, join(onlyNode, tool));
    const sentence = await sentenceOf({
      PATH: onlyNode,
      XDG_CACHE_HOME: join(home.dataDir, 'cache'),
      // The download that is tried last must fail at once.
      HTTPS_PROXY: 'http://127.0.0.1:9',
    });
    expect(sentence).toMatch(/^There is no way to a Temporal server: Go is not installed/);
    expect(sentence).toContain('install Go');
  });

  it("says when the Temporal server's sources cannot be downloaded", async () => {
    const sentence = await sentenceOf({
      XDG_CACHE_HOME: join(home.dataDir, 'cache'),
      GOMODCACHE: join(home.dataDir, 'modules'),
      GOPROXY: 'http://127.0.0.1:9',
      HTTPS_PROXY: 'http://127.0.0.1:9',
    });
    expect(sentence).toMatch(/^The Temporal server's sources could not be downloaded \(/);
    expect(sentence).toContain('check the network');
  });
});

describe('npm start on a machine where nothing is installed', () => {
  const clone = mkdtempSync(join(tmpdir(), 'manilla-clone-'));

  beforeAll(() => {
    const needed = ['package.json', 'package-lock.json', '.npmrc', 'scripts'];
    for (const path of needed)
      cpSync(join(projectRoot, path), join(clone, path), { recursive: true });
  });
  afterAll(() => rmSync(clone, { recursive: true, force: true }));

  it('says when the packages cannot be downloaded', async () => {
    const { npm_execpath: _ours, ...env } = process.env;
    const run = new LauncherRun(
      {
        ...env,
        PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
        npm_config_registry: 'http://127.0.0.1:9',
        npm_config_cache: join(clone, 'npm-cache'),
        npm_config_fetch_retries: '0',
      },
      'scripts/start.mjs',
      clone,
    );
    expect(await run.ended()).toBe(1);
    expect(run.lastLine).toMatch(
      /^The packages could not be downloaded; check the network .+ run the command again\. \(What npm said is in .+\)$/,
    );
  });
});
