import type { Actor } from '../../domain/actor.js';
import { eventTypes, type EventType } from '../../domain/event-type.js';
import type { WebhookEndpoint } from '../delivery/notification-store.port.js';
import type { EndpointOf } from './endpoint-of.js';
import type { PgEndpointStore } from './endpoint.store.js';
import { webhookRules } from '../../domain/webhook-rules.js';
import { ApiError } from '../../http/api-error.js';
import type { SecretSeal } from '../../platform/keys/secret-seal.js';
import type { UrlVerdict } from '../delivery/url-guard.js';
import { mintWebhookSecret } from '../delivery/webhook-secret.js';
import { RotatedSecret, RotateSecretRequest } from './endpoint.dto.js';
import { NotificationUrl, NotificationUrlRequest } from './notification-url.dto.js';

/** Manages the URLs at which a merchant is notified, and the secrets that sign. */
export class NotificationUrls {
  constructor(
    private readonly endpoints: PgEndpointStore,
    private readonly seal: SecretSeal,
    private readonly vet: (url: string) => Promise<UrlVerdict>,
  ) {}

  /** @throws ApiError WEBHOOK_URL_INVALID or WEBHOOK_URL_NOT_PUBLIC; RESOURCE_NOT_FOUND for another endpoint than the first. */
  async set(of: EndpointOf, request: NotificationUrlRequest, by: Actor): Promise<NotificationUrl> {
    const existing = await this.endpoints.find(of.merchantId, of.endpoint);
    if (existing === undefined && of.endpoint > 1) throw new ApiError('RESOURCE_NOT_FOUND');
    const url = await this.#vetted(request.url);
    const wanted = { ...of, url, events: request.events ?? null, by };
    const given = request.secret ?? undefined;
    // The endpoint may have been removed while its URL was checked. Then the first one is made anew, with a secret.
    const set =
      (await this.#put(wanted, this.#newSecret(existing, given))) ??
      (await this.#put(wanted, this.#newSecret(undefined, given)));
    if (set === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return set;
  }

  /** @throws ApiError WEBHOOK_URL_INVALID or WEBHOOK_URL_NOT_PUBLIC; OPERATION_NOT_PERMITTED beyond ten. */
  async add(
    merchantId: string,
    request: NotificationUrlRequest,
    by: Actor,
  ): Promise<NotificationUrl> {
    const url = await this.#vetted(request.url);
    const secret = request.secret ?? mintWebhookSecret();
    const secretSealed = this.seal.seal(secret, merchantId);
    const wanted = { merchantId, url, secretSealed, events: request.events ?? null, by };
    const endpoint = await this.endpoints.add(wanted);
    if (endpoint !== undefined) return endpointView(endpoint, secret);
    throw new ApiError('OPERATION_NOT_PERMITTED', {
      message: 'A merchant has at most 10 webhook endpoints.',
    });
  }

  /** @throws ApiError RESOURCE_NOT_FOUND when there is none. */
  async get(of: EndpointOf): Promise<NotificationUrl> {
    const endpoint = await this.endpoints.find(of.merchantId, of.endpoint);
    if (endpoint === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return endpointView(endpoint, null);
  }

  async list(merchantId: string): Promise<NotificationUrl[]> {
    return (await this.endpoints.list(merchantId)).map((each) => endpointView(each, null));
  }

  /** @throws ApiError RESOURCE_NOT_FOUND when there is none. */
  async remove(of: EndpointOf, by: Actor): Promise<NotificationUrl> {
    const endpoint = await this.get(of);
    if (!(await this.endpoints.remove(of, by))) throw new ApiError('RESOURCE_NOT_FOUND');
    return endpoint;
  }

  /**
   * Makes a new secret, beside which the old one signs for a day. Rotating to the present secret changes nothing.
   *
   * @throws ApiError RESOURCE_NOT_FOUND when there is no such endpoint.
   */
  async rotate(of: EndpointOf, request: RotateSecretRequest, by: Actor): Promise<RotatedSecret> {
    const existing = await this.endpoints.find(of.merchantId, of.endpoint);
    if (existing === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    const secret = this.#newSecret(existing, request.secret ?? mintWebhookSecret());
    if (secret === undefined) return rotatedView(existing, null);
    const overlapMs = request.immediately === true ? 0 : webhookRules.secretOverlapMs;
    const secretSealed = this.seal.seal(secret, of.merchantId);
    const rotated = await this.endpoints.rotate({ ...of, secretSealed, overlapMs, by });
    if (rotated === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return rotatedView(rotated, secret);
  }

  /** Undefined: there is no such endpoint, or the first one lacks a secret. */
  async #put(
    wanted: Omit<Parameters<PgEndpointStore['put']>[0], 'secretSealed'>,
    secret: string | undefined,
  ): Promise<NotificationUrl | undefined> {
    const secretSealed = secret === undefined ? null : this.seal.seal(secret, wanted.merchantId);
    const endpoint = await this.endpoints.put({ ...wanted, secretSealed });
    return endpoint === undefined ? undefined : endpointView(endpoint, secret ?? null);
  }

  /** @throws ApiError WEBHOOK_URL_INVALID or WEBHOOK_URL_NOT_PUBLIC. */
  async #vetted(asked: string): Promise<string> {
    const verdict = await this.vet(asked);
    if (verdict.ok) return verdict.url;
    const { reason, message } = verdict;
    throw new ApiError(reason, { message, errors: [{ field: 'url', rule: 'url', message }] });
  }

  /** Returns the new secret; undefined when the present one stays. Setting the same secret again changes nothing. */
  #newSecret(existing: WebhookEndpoint | undefined, given: string | undefined) {
    if (existing === undefined) return given ?? mintWebhookSecret();
    if (given === undefined) return undefined;
    return given === this.#presentSecret(existing) ? undefined : given;
  }

  /** Undefined: no key opens it any more, so that it can only be replaced. */
  #presentSecret({ secretSealed, merchantId }: WebhookEndpoint): string | undefined {
    try {
      return this.seal.open(secretSealed, merchantId);
    } catch {
      return undefined;
    }
  }
}

function rotatedView(endpoint: WebhookEndpoint, secret: string | null): RotatedSecret {
  const { secretVersion, formerSecretUntil } = endpoint;
  return { secret, secretVersion, formerSecretUntil: formerSecretUntil?.toISOString() ?? null };
}

function endpointView(endpoint: WebhookEndpoint, secret: string | null): NotificationUrl {
  return {
    endpoint: endpoint.endpoint,
    url: endpoint.url,
    secret,
    secretVersion: endpoint.secretVersion,
    events: [...((endpoint.events as EventType[] | null) ?? eventTypes)],
    status: endpoint.status,
    disabledReason: endpoint.disabledReason,
    failingSince: endpoint.failingSince?.toISOString() ?? null,
    formerSecretUntil: endpoint.formerSecretUntil?.toISOString() ?? null,
    verified: true,
    createdAt: endpoint.createdAt.toISOString(),
  };
}
