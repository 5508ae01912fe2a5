import { beforeAll, describe, expect, it } from 'vitest';
import { newReference, order, type ApiReply } from '../support/api-client.js';
import { ApiWorld, type OpenCheckout } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => void (world = await ApiWorld.edge()));

/** How long each of two calls takes, asked in turn so that a busy machine is as unkind to both. */
async function medians(calls: readonly (() => Promise<ApiReply>)[]): Promise<number[]> {
  const times: number[][] = calls.map(() => []);
  for (let round = 0; round < 40; round += 1) {
    for (const [i, call] of calls.entries()) {
      const began = performance.now();
      await call();
      times[i]?.push(performance.now() - began);
    }
  }
  return times.map((each) => each.toSorted((a, b) => a - b)[20] ?? 0);
}

/** Chance may slow one of them down in one measurement, or in two: what is slower is so in all three. */
async function expectAlike(calls: readonly (() => Promise<ApiReply>)[]): Promise<void> {
  const differ: (readonly number[])[] = [];
  for (let tries = 0; tries < 3; tries += 1) {
    const [first = 0, second = 0] = await medians(calls);
    if (Math.abs(first - second) < Math.max(5, Math.min(first, second))) return;
    differ.push([first, second]);
  }
  expect(differ).toEqual([]);
}

describe('what is another merchant’s takes no longer to refuse, and looks like what is nobody’s:', () => {
  it('an access code', async () => {
    // After ten wrong codes an order answers to none: enough orders for three measurements, a few made at once.
    const own: OpenCheckout[] = [];
    for (let made = 0; made < 42; made += 14) {
      own.push(...(await Promise.all(Array.from({ length: 14 }, () => world.awaitingPayment()))));
    }
    const other = await world.otherMerchant();
    const { paymentReference } = (await other.initiate(order())).data;
    const { accessCode } = (await other.query(String(paymentReference))).data;
    let nth = 0;
    const wrong = (code: string) => () => {
      nth += 1;
      return world.merchant.complete({ ...own[nth % own.length]?.completion, accessCode: code });
    };
    const calls = [wrong(String(accessCode)), wrong(`ac_${'x'.repeat(43)}`)] as const;
    const replies = [await calls[0](), await calls[1]()];
    for (const { status, text } of replies) {
      expect({ status, text }).toEqual({ status: 401, text: replies[0]?.text });
    }
    await expectAlike(calls);
  });

  it('a reference', async () => {
    const { reference } = await world.awaitingPayment();
    const other = await world.otherMerchant();
    const theirs = () => other.query(reference);
    const unknown = () => other.query(newReference());
    const [seen, notThere] = [await theirs(), await unknown()];
    expect(seen).toMatchObject({ status: 404, data: { reason: 'RESOURCE_NOT_FOUND' } });
    expect(seen.text).toBe(notThere.text);
    const names = ({ headers }: ApiReply) => [...headers.keys()].toSorted();
    expect(names(seen)).toEqual(names(notThere));
    await expectAlike([theirs, unknown]);
  });
});
