import type { Actor } from '../../domain/actor.js';
import { eventTypes, type EventType } from '../../domain/event-type.js';
import type { WebhookEndpoint } from '../delivery/notification-store.port.js';
import type { PgEndpointStore } from './endpoint.store.js';
import { webhookRules } from '../../domain/webhook-rules.js';
import { ApiError } from '../../http/api-error.js';
import type { SecretSeal } from '../../platform/keys/secret-seal.js';
import type { UrlVerdict } from '../delivery/url-guard.js';
import { mintWebhookSecret } from '../delivery/webhook-secret.js';
import { RotatedSecret, RotateSecretRequest } from './endpoint.dto.js';
import { NotificationUrl, NotificationUrlRequest } from './notification-url.dto.js';

/** Manages the URL at which a merchant is notified, and the secret that signs. */
export class NotificationUrls {
  constructor(
    private readonly endpoints: PgEndpointStore,
    private readonly seal: SecretSeal,
    private readonly vet: (url: string) => Promise<UrlVerdict>,
  ) {}

  /** @throws ApiError WEBHOOK_URL_INVALID or WEBHOOK_URL_NOT_PUBLIC. */
  async set(
    merchantId: string,
    request: NotificationUrlRequest,
    by: Actor,
  ): Promise<NotificationUrl> {
    const verdict = await this.vet(request.url);
    if (!verdict.ok) {
      const { reason, message } = verdict;
      throw new ApiError(reason, { message, errors: [{ field: 'url', rule: 'url', message }] });
    }
    const existing = await this.endpoints.find(merchantId);
    const secret = this.#newSecret(existing, request.secret ?? undefined);
    const endpoint = await this.endpoints.put({
      merchantId,
      url: verdict.url,
      secretSealed: secret === undefined ? null : this.seal.seal(secret, merchantId),
      events: request.events ?? null,
      by,
    });
    return endpointView(endpoint, secret ?? null);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND when none was set. */
  async get(merchantId: string): Promise<NotificationUrl> {
    const endpoint = await this.endpoints.find(merchantId);
    if (endpoint === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return endpointView(endpoint, null);
  }

  /**
   * A new secret, beside which the old one signs for a day. Rotating to the secret that is there already changes nothing.
   *
   * @throws ApiError RESOURCE_NOT_FOUND when no URL was set.
   */
  async rotate(
    merchantId: string,
    request: RotateSecretRequest,
    by: Actor,
  ): Promise<RotatedSecret> {
    const existing = await this.endpoints.find(merchantId);
    if (existing === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    const secret = this.#newSecret(existing, request.secret ?? mintWebhookSecret());
    if (secret === undefined) return rotatedView(existing, null);
    const overlapMs = request.immediately === true ? 0 : webhookRules.secretOverlapMs;
    const secretSealed = this.seal.seal(secret, merchantId);
    const rotated = await this.endpoints.rotate({ merchantId, secretSealed, overlapMs, by });
    if (rotated === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return rotatedView(rotated, secret);
  }

  /** Undefined when the one that is there stays; setting the same again changes nothing. */
  #newSecret(existing: WebhookEndpoint | undefined, given: string | undefined) {
    if (existing === undefined) return given ?? mintWebhookSecret();
    if (given === undefined) return undefined;
    const current = this.seal.open(existing.secretSealed, existing.merchantId);
    return given === current ? undefined : given;
  }
}

function rotatedView(endpoint: WebhookEndpoint, secret: string | null): RotatedSecret {
  const { secretVersion, formerSecretUntil } = endpoint;
  return { secret, secretVersion, formerSecretUntil: formerSecretUntil?.toISOString() ?? null };
}

function endpointView(endpoint: WebhookEndpoint, secret: string | null): NotificationUrl {
  return {
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
