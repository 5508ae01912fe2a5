import { describe, expect, it } from 'vitest';
import {
  allGone,
  LauncherRun,
  LauncherStory,
  recordedPids,
  sandboxOf,
} from '../../support/launcher.js';

const parts = [
  ...['api', 'desk', 'launcher', 'postgres', 'simulator'],
  ...['temporal', 'temporal-ui', 'worker'],
];

/** The tests build on each other: one data folder, from its start to its end. How a launcher is killed is in kills.soak.ts. */
describe('npm start', () => {
  const story = new LauncherStory();
  let firstMerchant: Record<string, string>;

  it('brings up every part, writes sandbox.json and says ready', async () => {
    await story.start();
    expect([...recordedPids(story.home).keys()].sort()).toEqual(parts);
    firstMerchant = sandboxOf(story.home);
    const { baseUrl, clientId, clientSecret } = firstMerchant;
    const login = await fetch(`${baseUrl}/api/v1/merchant/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientId, clientSecret }),
    });
    expect(login.status).toBe(200);
  });

  it('does not start twice from one folder, nor forget its data while it runs', async () => {
    const second = new LauncherRun(story.home.env);
    const reset = new LauncherRun(story.home.env, 'scripts/reset.ts');
    expect(await Promise.all([second.ended(), reset.ended()])).toEqual([1, 1]);
    expect(second.lastLine).toMatch(/^Manilla already runs from this folder \(process \d+\);/);
    expect(reset.lastLine).toMatch(/^Manilla runs from this folder \(process \d+\); stop it/);
    expect([...recordedPids(story.home).keys()].sort()).toEqual(parts);
  });

  it('starts a program again that crashed', async () => {
    const worker = recordedPids(story.home).get('worker') ?? expect.fail('no worker');
    process.kill(worker, 'SIGKILL');
    await story.run.says('worker runs again');
    expect(recordedPids(story.home).get('worker')).not.toBe(worker);
  });

  it('stops everything on SIGINT and leaves no process', async () => {
    const pids = recordedPids(story.home);
    story.run.signal('SIGINT');
    expect(await story.run.ended()).toBe(0);
    await allGone(pids.values());
  });

  it('forgets everything with npm run reset once it is stopped', async () => {
    const reset = new LauncherRun(story.home.env, 'scripts/reset.ts');
    expect(await reset.ended()).toBe(0);
    expect(() => sandboxOf(story.home)).toThrow('ENOENT');
  });
});

describe('npm start of a rehearsal of live', () => {
  const story = new LauncherStory({ MANILLA_ENVIRONMENT: 'live', MANILLA_RAILS: 'simulator' });

  it('brings up every part, with the simulator for a bank, and begins with nobody', async () => {
    await story.start();
    expect([...recordedPids(story.home).keys()].sort()).toEqual(parts);
    expect(story.run.output).toContain('This is a rehearsal of live. Its bank is the simulator');
    expect(() => sandboxOf(story.home)).toThrow('ENOENT');
    const { api, simulator } = story.home.ports;
    const sandboxOnly = await fetch(`http://127.0.0.1:${api}/api/v1/sandbox/inward-credit`, {
      method: 'POST',
    });
    expect(sandboxOnly.status).toBe(404);
    const bank = await fetch(`http://127.0.0.1:${simulator}/health`);
    expect(bank.status).toBe(200);
  });
});
