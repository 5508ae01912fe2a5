import { ServiceError } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import { patiently } from '../../../../src/platform/temporal/patience.js';

const grpc = (code: number) => Object.assign(new Error(`${code} REFUSED`), { code });

/** Fails so with each of these, then answers. */
function failing(...errors: Error[]) {
  let tries = 0;
  return {
    work: () => {
      const error = errors[tries];
      tries += 1;
      return error === undefined ? Promise.resolve('done') : Promise.reject(error);
    },
    tries: () => tries,
  };
}

const options = { patienceMs: 5_000, pauseMs: 1 };

describe('what Temporal is asked patiently', () => {
  it.each([4, 8, 10, 14])('is asked again after the gRPC status %i', async (code) => {
    const { work, tries } = failing(
      grpc(code),
      new ServiceError('no start', { cause: grpc(code) }),
    );
    expect(await patiently(work, options)).toBe('done');
    expect(tries()).toBe(3);
  });

  it.each([grpc(3), grpc(5), grpc(7), new TypeError('a fault of ours')])(
    'is not asked again after %s',
    async (error) => {
      const { work, tries } = failing(error);
      await expect(patiently(work, options)).rejects.toBe(error);
      expect(tries()).toBe(1);
    },
  );

  it('fails with the last failure when it has been asked for long enough', async () => {
    const last = grpc(14);
    const { work, tries } = failing(grpc(4), last);
    await expect(patiently(work, { patienceMs: -1, pauseMs: 1 })).rejects.toThrow('4 REFUSED');
    expect(tries()).toBe(1);
    await expect(patiently(work, { patienceMs: -1 })).rejects.toBe(last);
  });
});
