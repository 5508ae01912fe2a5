import { describe, expect, it } from 'vitest';
import { allGone, LauncherStory, parts, recordedPids, sandboxOf } from '../../support/launcher.js';

/** Everything else that it does is in the other files of this folder. */
describe('npm start', () => {
  const story = new LauncherStory();

  it('brings up every part, writes sandbox.json and says ready', async () => {
    await story.start();
    expect([...recordedPids(story.home).keys()].sort()).toEqual(parts);
    const { baseUrl, clientId, clientSecret } = sandboxOf(story.home);
    const login = await fetch(`${baseUrl}/api/v1/merchant/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientId, clientSecret }),
    });
    expect(login.status).toBe(200);
  });

  it('stops everything on SIGINT and leaves no process', async () => {
    const pids = recordedPids(story.home);
    story.run.signal('SIGINT');
    expect(await story.run.ended()).toBe(0);
    await allGone(pids.values());
  });
});
