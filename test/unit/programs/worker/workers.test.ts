import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { workerIdentity } from '../../../../src/programs/worker/workers.js';

it('a worker is told from those of other containers, which have the same process id', () => {
  expect(workerIdentity()).toBe(`manilla-worker ${process.pid}@${hostname()}`);
});
