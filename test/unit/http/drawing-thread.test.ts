import { describe, expect, it } from 'vitest';
import { DrawingThread, forMessages } from '../../../src/http/drawing-thread.js';

const program = new URL('../../support/drawing-program.ts', import.meta.url);
const burst = Array.from({ length: 200 }, (_, at) => `receipt ${at}`);

/** Asks for all of them at once; `ends` holds what was drawn, in its order. */
function askFor(thread: DrawingThread, caller: string, subjects: readonly string[]) {
  const ends: string[] = [];
  const all = subjects.map(async (subject) => {
    const pdf = await thread.draw('receipt', caller, () => Promise.resolve(subject));
    ends.push(`${caller} ${subject}`);
    return pdf.toString();
  });
  return { all: Promise.allSettled(all), ends };
}

describe('the thread that draws', () => {
  it('refuses a burst of requests of one merchant', async () => {
    const asked = await askFor(new DrawingThread(undefined, program), 'shop', burst).all;
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(16);
    expect(asked.at(-1)).toMatchObject({ reason: { reason: 'TOO_MUCH_AT_ONCE' } });
  });

  it('draws a whole burst of messages of one merchant, and another’s in its turn', async () => {
    const thread = new DrawingThread(forMessages, program);
    const crowd = askFor(thread, 'crowd', burst);
    const other = askFor(thread, 'other', ['receipt']);
    await other.all;
    expect(crowd.ends.length).toBeLessThanOrEqual(4);
    const drawn = await crowd.all;
    expect(drawn).toEqual(burst.map((value) => ({ status: 'fulfilled', value })));
  });

  it('goes on in another thread when one has ended', async () => {
    const thread = new DrawingThread(forMessages, program);
    const [ended] = await askFor(thread, 'shop', ['broken']).all;
    expect(ended).toMatchObject({ reason: { message: 'not drawn' } });
    expect(await askFor(thread, 'shop', ['whole']).all).toEqual([
      { status: 'fulfilled', value: 'whole' },
    ]);
  });
});
