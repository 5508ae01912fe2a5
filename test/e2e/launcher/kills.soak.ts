import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  allGone,
  launcherHome,
  LauncherRun,
  recordedPids,
  sandboxOf,
  type LauncherHome,
} from '../../support/launcher.js';

/** The tests build on each other: one data folder lives through every way a launcher can be killed. */
describe('npm start', () => {
  let home: LauncherHome;
  let run: LauncherRun;
  let firstMerchant: Record<string, string>;

  const start = async (): Promise<void> => {
    run = new LauncherRun(home.env);
    await run.says('ready');
  };

  beforeAll(async () => {
    home = await launcherHome();
    await start();
    firstMerchant = sandboxOf(home);
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') console.log(run.output);
  });
  afterAll(async () => {
    run.signal('SIGTERM');
    await run.ended();
    home.remove();
  });

  it('stops everything when only its front process is killed', async () => {
    const pids = recordedPids(home);
    run.signal('SIGKILL');
    await allGone(pids.values());
  });

  it('finds its data again, and stops everything when only the launcher behind it is killed', async () => {
    await start();
    expect(sandboxOf(home)).toEqual(firstMerchant);
    const pids = recordedPids(home);
    process.kill(pids.get('launcher') ?? expect.fail('no launcher'), 'SIGKILL');
    expect(await run.ended()).toBe(1);
    await allGone(pids.values());
    expect(run.lastLine).toBe(
      'The launcher was ended by SIGKILL; everything it had started is stopped.',
    );
  });

  it('cleans up after a launcher that was killed as a whole', async () => {
    await start();
    const pids = recordedPids(home);
    run.signal('SIGKILL');
    process.kill(pids.get('launcher') ?? expect.fail('no launcher'), 'SIGKILL');
    await run.ended();
    await start();
    expect(run.output).toContain('ended what an earlier start left running: postgres, temporal');
    pids.delete('launcher');
    await allGone(pids.values());
    expect(sandboxOf(home)).toEqual(firstMerchant);
  });
});
