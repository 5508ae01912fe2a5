import type { QuotaStore } from '../domain/ports/quota-store.port.js';
import { ApiError } from '../http/api-error.js';
import { networkOf } from '../http/network-of.js';
import { SharedQuota } from '../http/shared-quota.js';
import { AccessTokens, tokenLifetimeSeconds } from './access-tokens.js';
import { AuthData, AuthenticateRequest } from './authenticate.dto.js';
import { ClientCredentials } from './client-credentials.js';
import { MerchantDirectory } from './merchant-directory.js';
import { scopesOf } from './scopes.js';

const windowMs = 15 * 60 * 1_000;
/** Failures in a window: of one client from one network, and of one network whatever client it names. */
const maxFailures = { ofClient: 10, ofAddress: 300 } as const;

/** Turns credentials into a token, and slows down whoever guesses. */
export class AuthenticateService {
  readonly #clients: SharedQuota;
  readonly #addresses: SharedQuota;

  constructor(
    quotas: QuotaStore,
    private readonly credentials: ClientCredentials,
    private readonly merchants: MerchantDirectory,
    private readonly tokens: AccessTokens,
  ) {
    // One at a time and none on credit: a failure is told to all processes before it is answered.
    const failures = (kind: string, limit: number): SharedQuota =>
      new SharedQuota(quotas, kind, { limit, windowMs }, 1, 0);
    this.#clients = failures('client-failures', maxFailures.ofClient);
    this.#addresses = failures('address-failures', maxFailures.ofAddress);
  }

  /** @throws ApiError INVALID_CREDENTIALS, MERCHANT_INACTIVE or RATE_LIMITED. */
  async authenticate(
    { clientId, clientSecret }: AuthenticateRequest,
    ip: string,
  ): Promise<{ merchantId: string; token: AuthData }> {
    const network = networkOf(ip);
    const client = `${clientId} ${network}`;
    this.#refuseGuessing(client, network);
    const merchantId = await this.credentials.merchantOf(clientId, clientSecret);
    if (merchantId === undefined) {
      const now = Date.now();
      await Promise.all([this.#clients.take(client, now), this.#addresses.take(network, now)]);
      throw new ApiError('INVALID_CREDENTIALS');
    }
    await this.#clients.forget(client);
    const merchant = await this.merchants.find(merchantId);
    if (merchant?.status !== 'ACTIVE') throw new ApiError('MERCHANT_INACTIVE');
    const scopes = scopesOf(merchant.grantedScopes);
    const token = this.tokens.issue(merchantId, clientId, merchant.tokenVersion, scopes);
    return {
      merchantId,
      token: {
        access_token: token,
        expires_in: tokenLifetimeSeconds,
        token_type: 'Bearer',
        scope: scopes.join(' '),
      },
    };
  }

  #refuseGuessing(client: string, network: string): void {
    const now = Date.now();
    const seconds =
      this.#clients.blockedFor(client, now) ?? this.#addresses.blockedFor(network, now);
    if (seconds === undefined) return;
    throw new ApiError('RATE_LIMITED', { headers: { 'retry-after': String(seconds) } });
  }
}
