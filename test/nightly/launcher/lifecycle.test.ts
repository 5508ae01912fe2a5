import { beforeAll, describe, expect, it } from 'vitest';
import {
  LauncherRun,
  LauncherStory,
  parts,
  recordedPids,
  sandboxOf,
} from '../../support/launcher.js';

/** The tests build on each other: one data folder, from its start to its end. How a launcher is killed is in kills.soak.ts, its start in start.test.ts. */
describe('npm start', () => {
  const story = new LauncherStory();
  beforeAll(() => story.start());

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

  it('forgets everything with npm run reset once it is stopped', async () => {
    story.run.signal('SIGINT');
    await story.run.ended();
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
