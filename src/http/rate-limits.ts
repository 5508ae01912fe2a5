import type { FastifyInstance, FastifyReply } from 'fastify';
import type { QuotaStore } from './quota-store.port.js';
import type { QuotaRule } from '../domain/quota-rule.js';
import { ApiError } from './api-error.js';
import { networkOf } from './network-of.js';
import { SharedQuota, type QuotaAnswer } from './shared-quota.js';

/** A process draws a fiftieth of the limit at a time, so that its share is small and statements are few. */
const blocksPerWindow = 50;

/**
 * Routes without these limits. Money that has moved must land, and health checks must be answered. The payer's page counts
 * by itself, since thousands of phones share one address of their carrier.
 */
export const unlimited = /^\/(?:api\/v1\/providers|health|pay)\//;

const minute = 60_000;

/**
 * Limits the requests that anybody may make. Requests are counted by the network that they come from. The count of all
 * networks together slows down only networks that have asked more than a few times, so that one network that asks without
 * end locks nobody else out.
 */
interface SharedRule {
  /** The limit of one network. A carrier's thousands of phones have one address. */
  readonly here: QuotaRule;
  readonly all: QuotaRule;
  /** The number of requests that a network may make even when the count of all is over. */
  readonly few: number;
}

/** The limit is enough for a payer who loads the page again and again, on several devices. */
const pageRule: SharedRule = {
  here: { limit: 180, windowMs: minute },
  all: { limit: 240, windowMs: minute },
  few: 30,
};

/** The limit of all networks together is high, because a link may be shown to a full hall at once. */
const linkRule: SharedRule = {
  here: { limit: 240, windowMs: minute },
  all: { limit: 1_200, windowMs: minute },
  few: 20,
};

/** Each form makes a checkout, so a program that fills forms in soon has to wait. */
const linkFormRule: SharedRule = {
  here: { limit: 10, windowMs: minute },
  all: { limit: 60, windowMs: minute },
  few: 3,
};

/** Each form holds a link for one payment for a while. With this limit, nobody can hold the link all day. */
const onceFormRule: QuotaRule = { limit: 6, windowMs: 24 * 60 * minute };

/** The limits of a merchant and of an address; null for no limit. */
export interface RateRules {
  readonly merchant: QuotaRule | null;
  readonly address: QuotaRule | null;
}

/** The limits on requests, shared by all API processes. */
export class RateLimits {
  readonly #merchants: RateLimit | undefined;
  readonly #addresses: RateLimit | undefined;
  readonly #pages: SharedLimit;
  readonly #links: SharedLimit;
  readonly #linkForms: SharedLimit;
  readonly #onceForms: RateLimit;

  constructor(store: QuotaStore, { merchant, address }: RateRules) {
    this.#merchants = merchant === null ? undefined : new RateLimit(store, 'merchant', merchant);
    this.#addresses = address === null ? undefined : new RateLimit(store, 'address', address);
    this.#pages = new SharedLimit(store, 'page', pageRule);
    this.#links = new SharedLimit(store, 'link', linkRule);
    this.#linkForms = new SharedLimit(store, 'link-form', linkFormRule);
    this.#onceForms = new RateLimit(store, 'link-once-form', onceFormRule);
  }

  /** Counts a request of the merchant. @throws ApiError RATE_LIMITED */
  ofMerchant(merchantId: string, reply: FastifyReply): void | Promise<void> {
    return this.#merchants?.count(merchantId, reply);
  }

  /** Counts a request of the payer's page of a checkout. @throws ApiError RATE_LIMITED */
  ofPage(checkoutId: string, ip: string, reply: FastifyReply): Promise<void> {
    return this.#pages.count(checkoutId, ip, reply);
  }

  /** Counts a request of the page of a payment link. @throws ApiError RATE_LIMITED */
  ofLink(paymentLinkId: string, ip: string, reply: FastifyReply): Promise<void> {
    return this.#links.count(paymentLinkId, ip, reply);
  }

  /** Counts a form of a payment link that may make a checkout. @throws ApiError RATE_LIMITED */
  async ofLinkForm(
    { paymentLinkId, usage }: { readonly paymentLinkId: string; readonly usage: string },
    ip: string,
    reply: FastifyReply,
  ): Promise<void> {
    if (usage === 'ONCE') await this.#onceForms.count(`${paymentLinkId} ${networkOf(ip)}`, reply);
    await this.#linkForms.count(paymentLinkId, ip, reply);
  }

  /** Counts a request from the address. @throws ApiError RATE_LIMITED */
  ofAddress(ip: string, reply: FastifyReply): void | Promise<void> {
    return this.#addresses?.count(networkOf(ip), reply);
  }
}

class RateLimit {
  readonly #quota: SharedQuota;
  readonly #policy: string;

  constructor(
    store: QuotaStore,
    private readonly kind: string,
    private readonly rule: QuotaRule,
  ) {
    const block = Math.max(1, Math.ceil(rule.limit / blocksPerWindow));
    this.#quota = new SharedQuota(store, kind, rule, block);
    this.#policy = `"${kind}";q=${rule.limit};w=${Math.round(rule.windowMs / 1_000)}`;
  }

  count(name: string, reply: FastifyReply): void | Promise<void> {
    const answer = this.take(name);
    if (answer instanceof Promise) return answer.then((later) => this.tell(later, reply));
    this.tell(answer, reply);
  }

  take(name: string): QuotaAnswer | Promise<QuotaAnswer> {
    return this.#quota.take(name);
  }

  /** Writes the fields of the IETF draft, and the ones that clients knew before it. */
  tell({ allowed, remaining, resetSeconds }: QuotaAnswer, reply: FastifyReply): void {
    reply.header('ratelimit-policy', this.#policy);
    reply.header('ratelimit', `"${this.kind}";r=${remaining};t=${resetSeconds}`);
    reply.header('ratelimit-limit', this.rule.limit);
    reply.header('ratelimit-remaining', remaining);
    reply.header('ratelimit-reset', resetSeconds);
    if (allowed) return;
    throw new ApiError('RATE_LIMITED', { headers: { 'retry-after': String(resetSeconds) } });
  }
}

/** Counts the requests that anybody may make, by the network that asks and by all together. */
class SharedLimit {
  readonly #here: RateLimit;
  readonly #all: RateLimit;

  constructor(
    store: QuotaStore,
    kind: string,
    private readonly rule: SharedRule,
  ) {
    this.#here = new RateLimit(store, `${kind}-here`, rule.here);
    this.#all = new RateLimit(store, kind, rule.all);
  }

  /** @throws ApiError RATE_LIMITED */
  async count(name: string, ip: string, reply: FastifyReply): Promise<void> {
    const here = await this.#here.take(`${name} ${networkOf(ip)}`);
    this.#here.tell(here, reply);
    const all = await this.#all.take(name);
    const used = this.rule.here.limit - here.remaining;
    if (!all.allowed && used > this.rule.few) this.#all.tell(all, reply);
  }
}

/** Counts every request by its address, before anything else is known of it. */
export function addAddressLimit(fastify: FastifyInstance, limits: RateLimits): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (unlimited.test(request.url)) return done();
    try {
      const counted = limits.ofAddress(request.ip, reply);
      if (counted === undefined) return done();
      counted.then(() => done(), done);
    } catch (error) {
      done(error as Error);
    }
  });
}
