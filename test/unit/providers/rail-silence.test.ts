import { expect, it } from 'vitest';
import { RailSilence } from '../../../src/providers/rail-silence.js';

const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 20, 12) + seconds * 1_000);

/** What was written down, in its order. */
function noticing({ isBroken = false } = {}) {
  const written: string[] = [];
  const keep = (line: string): Promise<void> => {
    written.push(line);
    return isBroken ? Promise.reject(new Error('the database is away')) : Promise.resolve();
  };
  const warned: string[] = [];
  const silence = new RailSilence(
    {
      silent: (provider, since) =>
        keep(`${provider} silent since ${since.toISOString().slice(17)}`),
      answers: (provider) => keep(`${provider} answers`),
    },
    { warn: (_details, message) => warned.push(message) },
  );
  const fail = async (
    provider: string,
    seconds: readonly number[],
    operation = 'query',
  ): Promise<void> => {
    for (const second of seconds) await silence.note({ provider, operation }, false, at(second));
  };
  return { written, warned, silence, fail };
}

it('a provider that leaves five calls in a row without an answer is written down, from the first of them on', async () => {
  const { written, silence, fail } = noticing();
  await fail('bank', [0, 1, 2, 3]);
  await fail('other', [0, 1, 2, 3]);
  expect(written).toEqual([]);
  await fail('bank', [4, 5, 6]);
  expect(written).toEqual(['bank silent since 00.000Z']);
  await silence.note({ provider: 'bank', operation: 'query' }, true, at(7));
  await silence.note({ provider: 'bank', operation: 'query' }, true, at(8));
  expect(written).toEqual(['bank silent since 00.000Z', 'bank answers']);
});

it('an answer between two failures begins the count anew', async () => {
  const { written, silence, fail } = noticing();
  await fail('bank', [0, 1, 2, 3]);
  await silence.note({ provider: 'bank', operation: 'query' }, true, at(4));
  await fail('bank', [5, 6, 7, 8]);
  expect(written).toEqual([]);
  await fail('bank', [9]);
  expect(written).toEqual(['bank silent since 05.000Z']);
});

it('a silence that goes on is written down again each minute', async () => {
  const { written, fail } = noticing();
  await fail('bank', [0, 1, 2, 3, 4, 30, 63]);
  expect(written).toHaveLength(1);
  await fail('bank', [64, 65]);
  expect(written).toHaveLength(2);
});

it('a database that is away stops no call', async () => {
  const { warned, silence, fail } = noticing({ isBroken: true });
  await fail('bank', [0, 1, 2, 3, 4]);
  await silence.note({ provider: 'bank', operation: 'query' }, true, at(5));
  expect(warned).toHaveLength(2);
});

it('a call that is answered hides no others that are not, because a bank may have several systems', async () => {
  const { written, silence, fail } = noticing();
  for (const second of [0, 2, 4, 6, 8]) {
    await fail('bank', [second], 'openAccount');
    await silence.note({ provider: 'bank', operation: 'query' }, true, at(second + 1));
  }
  expect(written).toEqual(['bank silent since 00.000Z']);
  await silence.note({ provider: 'bank', operation: 'openAccount' }, true, at(10));
  expect(written.at(-1)).toBe('bank answers');
});
