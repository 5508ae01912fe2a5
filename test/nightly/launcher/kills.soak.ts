import { beforeAll, describe, expect, it } from 'vitest';
import { allGone, LauncherStory, recordedPids, sandboxOf } from '../../support/launcher.js';

/** The tests build on each other: one data folder lives through every way a launcher can be killed. */
describe('npm start', () => {
  const story = new LauncherStory();
  let firstMerchant: Record<string, string>;

  beforeAll(async () => {
    await story.start();
    firstMerchant = sandboxOf(story.home);
  });

  it('stops everything when only its front process is killed', async () => {
    const pids = recordedPids(story.home);
    story.run.signal('SIGKILL');
    await allGone(pids.values());
  });

  it('finds its data again, and stops everything when only the launcher behind it is killed', async () => {
    await story.start();
    expect(sandboxOf(story.home)).toEqual(firstMerchant);
    const pids = recordedPids(story.home);
    process.kill(pids.get('launcher') ?? expect.fail('no launcher'), 'SIGKILL');
    expect(await story.run.ended()).toBe(1);
    await allGone(pids.values());
    expect(story.run.lastLine).toBe(
      'The launcher was ended by SIGKILL; everything it had started is stopped.',
    );
  });

  it('cleans up after a launcher that was killed as a whole', async () => {
    await story.start();
    const pids = recordedPids(story.home);
    story.run.signal('SIGKILL');
    process.kill(pids.get('launcher') ?? expect.fail('no launcher'), 'SIGKILL');
    await story.run.ended();
    await story.start();
    expect(story.run.output).toContain(
      'ended what an earlier start left running: postgres, temporal',
    );
    pids.delete('launcher');
    await allGone(pids.values());
    expect(sandboxOf(story.home)).toEqual(firstMerchant);
  });
});
