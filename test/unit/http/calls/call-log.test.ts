import { fastify } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallLog, type NotedCall } from '../../../../src/http/calls/call-log.js';
import { emptyNote } from '../../../../src/http/request-note.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const call = (clientId: string, requestId = 'r'): NotedCall => ({
  ...{ merchantId: 'mch_1', clientId, requestId, operation: 'GET /api/v1/banks' },
  ...{ status: 403, reason: 'SCOPE_MISSING', durationMs: 1, happenedAt: new Date(0) },
});

function log(settings = {}) {
  const written: string[][] = [];
  const failures: unknown[] = [];
  const store = {
    fails: false,
    write: async (calls: readonly NotedCall[]) => {
      if (store.fails) throw new Error('no database');
      written.push(calls.map(({ requestId }) => requestId));
    },
  };
  const made = new CallLog(store, (error) => void failures.push(error), settings);
  return { made, store, written, failures };
}

test('calls are written together, some seconds later', async () => {
  const { made, written } = log();
  made.note(call('a', 'one'));
  made.note(call('b', 'two'));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(written).toEqual([['one', 'two']]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(written).toHaveLength(1);
});

test('a key that floods takes no room of others, and all keys together no more than there is', async () => {
  const { made, written } = log({ perKey: 2, inAll: 5 });
  for (let n = 0; n < 1_000; n += 1) made.note(call('a', `a${n}`));
  made.note(call('b', 'b'));
  for (let n = 0; n < 1_000; n += 1) made.note(call(`c${n}`, `c${n}`));
  await made.flush();
  expect(written).toEqual([['a0', 'a1', 'b', 'c0', 'c1']]);
  made.note(call('a', 'later'));
  await made.flush();
  expect(written[1]).toEqual(['later']);
});

test('what cannot be written is dropped, and the next is written', async () => {
  const { made, store, written, failures } = log();
  store.fails = true;
  made.note(call('a', 'lost'));
  await made.flush();
  store.fails = false;
  made.note(call('a', 'kept'));
  await made.onModuleDestroy();
  expect(failures).toHaveLength(1);
  expect(written).toEqual([['kept']]);
});

test('a file may take as long as its reader does, and a page may not', async () => {
  vi.useRealTimers();
  const { made, written } = log({ slowMs: 0 });
  const program = fastify();
  program.decorateRequest('note');
  program.addHook('onRequest', (request, _reply, done) => {
    const isFile = request.url === '/file';
    request.note = { ...emptyNote(), merchantId: 'mch_1', clientId: 'a', isFile };
    done();
  });
  for (const path of ['/file', '/page']) program.get(path, (_request, reply) => reply.send('rows'));
  made.watch(program);
  await program.inject('/file');
  await program.inject('/page');
  await program.close();
  await made.flush();
  expect(written.flat()).toHaveLength(1);
});
