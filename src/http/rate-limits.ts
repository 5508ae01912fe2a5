import type { FastifyInstance, FastifyReply } from 'fastify';
import type { QuotaRule, QuotaStore } from '../domain/ports/quota-store.port.js';
import { ApiError } from './api-error.js';
import { networkOf } from './network-of.js';
import { SharedQuota, type QuotaAnswer } from './shared-quota.js';

/** Drawn at a time: a fiftieth of the limit, so that a process's share is small and statements are few. */
const blocksPerWindow = 50;

/**
 * Money that has moved must land, and who asks whether we live must be told. The payer's page counts by itself, since
 * thousands of phones share one address of their carrier.
 */
export const unlimited = /^\/(?:api\/v1\/providers|health|pay)\//;

/** Enough for a payer who loads the page again and again, on several devices. */
const pageRule: QuotaRule = { limit: 240, windowMs: 60_000 };

/** A link may be shown to a full hall at once. */
const linkRule: QuotaRule = { limit: 1_200, windowMs: 60_000 };
/** Each form makes a checkout: who fills them in by machine is soon told to wait. */
const linkFormRule: QuotaRule = { limit: 60, windowMs: 60_000 };
/** Of one network: a family, or a carrier's many. */
const linkFormHereRule: QuotaRule = { limit: 10, windowMs: 60_000 };

/** How often a merchant, and an address, may ask; null for no limit. */
export interface RateRules {
  readonly merchant: QuotaRule | null;
  readonly address: QuotaRule | null;
}

/** The limits on requests, shared by all API processes. */
export class RateLimits {
  readonly #merchants: RateLimit | undefined;
  readonly #addresses: RateLimit | undefined;
  readonly #pages: RateLimit;
  readonly #links: RateLimit;
  readonly #linkForms: RateLimit;
  readonly #linkFormsHere: RateLimit;

  constructor(store: QuotaStore, { merchant, address }: RateRules) {
    this.#merchants = merchant === null ? undefined : new RateLimit(store, 'merchant', merchant);
    this.#addresses = address === null ? undefined : new RateLimit(store, 'address', address);
    this.#pages = new RateLimit(store, 'page', pageRule);
    this.#links = new RateLimit(store, 'link', linkRule);
    this.#linkForms = new RateLimit(store, 'link-form', linkFormRule);
    this.#linkFormsHere = new RateLimit(store, 'link-form-here', linkFormHereRule);
  }

  /** Counts a request of the merchant. @throws ApiError RATE_LIMITED */
  ofMerchant(merchantId: string, reply: FastifyReply): void | Promise<void> {
    return this.#merchants?.count(merchantId, reply);
  }

  /** Counts a request of the payer's page of a checkout. @throws ApiError RATE_LIMITED */
  ofPage(checkoutId: string, reply: FastifyReply): void | Promise<void> {
    return this.#pages.count(checkoutId, reply);
  }

  /** Counts a request of the page of a payment link. @throws ApiError RATE_LIMITED */
  ofLink(paymentLinkId: string, reply: FastifyReply): void | Promise<void> {
    return this.#links.count(paymentLinkId, reply);
  }

  /** Counts a form that was sent for a payment link. @throws ApiError RATE_LIMITED */
  async ofLinkForm(paymentLinkId: string, ip: string, reply: FastifyReply): Promise<void> {
    await this.#linkFormsHere.count(`${paymentLinkId} ${networkOf(ip)}`, reply);
    await this.#linkForms.count(paymentLinkId, reply);
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
    const answer = this.#quota.take(name, Date.now());
    if (answer instanceof Promise) return answer.then((later) => this.#tell(later, reply));
    this.#tell(answer, reply);
  }

  /** Both the fields of the IETF draft and the ones that clients knew before it. */
  #tell({ allowed, remaining, resetSeconds }: QuotaAnswer, reply: FastifyReply): void {
    reply.header('ratelimit-policy', this.#policy);
    reply.header('ratelimit', `"${this.kind}";r=${remaining};t=${resetSeconds}`);
    reply.header('ratelimit-limit', this.rule.limit);
    reply.header('ratelimit-remaining', remaining);
    reply.header('ratelimit-reset', resetSeconds);
    if (allowed) return;
    throw new ApiError('RATE_LIMITED', { headers: { 'retry-after': String(resetSeconds) } });
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
