import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CardWorld } from '../support/card-world.js';

const minuteMs = 60_000;

let world: CardWorld;
beforeAll(async () => void (world = await CardWorld.start()));
afterAll(() => world?.[Symbol.asyncDispose]());
beforeEach(() => world.control.behaveWell());

describe('x', () => {
  test('that nobody knows anything of for a day is shown to operators', async () => {
    await world.control.misbehave({ on: 'charge-query', answer: '96' });
    const { fact, attemptId } = await world.charge('card_unknown');
    await world.updateResult(fact, attemptId);
    for (let i = 0; i < 10; i += 1) {
      await world.forward(fact, 150 * minuteMs);
      const d = await world.handle(fact).describe();
      console.log(i, new Date().toISOString(), d.historyLength, await world.phaseOf(fact));
    }
    await vi.waitFor(async () => expect(await world.phaseOf(fact)).toBe('NEEDS_ATTENTION'), {
      timeout: 20_000,
      interval: 200,
    });
    await world.control.behaveWell();
    await world.report(fact, attemptId);
    expect(await world.handle(fact).result()).toEqual({ status: 'SUCCESSFUL' });
    expect(await world.phaseOf(fact)).toBe('OPEN');
  }, 240_000);
});
