import type { FastifyReply } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { QuotaGrant } from '../../../src/http/quota-store.port.js';
import type { QuotaRule } from '../../../src/domain/quota-rule.js';
import { ApiError } from '../../../src/http/api-error.js';
import { RateLimits } from '../../../src/http/rate-limits.js';

/** As draw_quota counts, in windows without end. */
function windows() {
  const all = new Map<string, number>();
  return {
    draw: (name: string, used: number, want: number, rule: QuotaRule): Promise<QuotaGrant> => {
      const before = (all.get(name) ?? 0) + used;
      const granted = Math.min(want, Math.max(rule.limit - before, 0));
      all.set(name, before + granted);
      const remaining = Math.max(rule.limit - before - granted, 0);
      return Promise.resolve({ granted, remaining, endsInMs: 60_000 });
    },
    forget: () => Promise.resolve(),
  };
}

const reply = { header: () => reply } as unknown as FastifyReply;
const once = { paymentLinkId: 'lnk-1', usage: 'ONCE' };
const many = { paymentLinkId: 'lnk-1', usage: 'MANY' };

/** How many of so many requests are let through. */
async function passed(times: number, ask: () => Promise<void>): Promise<number> {
  let count = 0;
  for (let time = 0; time < times; time += 1) {
    try {
      await ask();
      count += 1;
    } catch (error) {
      if (!(error instanceof ApiError) || error.reason !== 'RATE_LIMITED') throw error;
    }
  }
  return count;
}

const doors = [
  ['the page of a link', 20, (limits: RateLimits, ip: string) => limits.ofLink('lnk-1', ip, reply)],
  ['the form of a link', 3, (limits: RateLimits, ip: string) => limits.ofLinkForm(many, ip, reply)],
  ["a payer's page", 30, (limits: RateLimits, ip: string) => limits.ofPage('chk-1', ip, reply)],
] as const;

describe.each(doors)('%s', (_door, few, ask) => {
  it('is closed to nobody by one who asks without end', async () => {
    const limits = new RateLimits(windows(), { merchant: null, address: null });
    expect(await passed(3_000, () => ask(limits, '192.0.2.1'))).toBeLessThanOrEqual(240);
    expect(await passed(few, () => ask(limits, '198.51.100.7'))).toBe(few);
  });

  it('lets a payer in while hundreds of networks ask without end, and slows those down', async () => {
    const limits = new RateLimits(windows(), { merchant: null, address: null });
    for (let network = 0; network < 200; network += 1) {
      await passed(60, () => ask(limits, `2001:db8:0:${network.toString(16)}::1`));
    }
    expect(await passed(few, () => ask(limits, '198.51.100.7'))).toBe(few);
    expect(await passed(40, () => ask(limits, '2001:db8:0:fff::1'))).toBeLessThanOrEqual(few);
  });

  it('takes all addresses of an IPv6 network for one', async () => {
    const limits = new RateLimits(windows(), { merchant: null, address: null });
    let address = 0;
    const next = () => `2001:db8::${(address += 1).toString(16)}`;
    expect(await passed(3_000, () => ask(limits, next()))).toBeLessThanOrEqual(240);
  });
});

it('a link for one payment is held by one network six times a day, and by others still', async () => {
  const limits = new RateLimits(windows(), { merchant: null, address: null });
  expect(await passed(9, () => limits.ofLinkForm(once, '192.0.2.1', reply))).toBe(6);
  expect(await passed(1, () => limits.ofLinkForm(once, '192.0.2.2', reply))).toBe(1);
});
