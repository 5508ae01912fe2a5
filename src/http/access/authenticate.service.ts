import type { MerchantSecret } from './merchant.js';
import type { QuotaStore } from '../quota-store.port.js';
import { ApiError } from '../api-error.js';
import { networkOf } from '../network-of.js';
import { SharedQuota } from '../shared-quota.js';
import { isAllowedFrom } from './allowed-address.js';
import { AccessTokens, tokenLifetimeSeconds } from './access-tokens.js';
import { AuthData, AuthenticateRequest } from './authenticate.dto.js';
import { ClientCredentials } from './client-credentials.js';
import type { KeyUse } from './key-use.js';
import { MerchantDirectory } from './merchant-directory.js';
import { OAuthError } from './oauth-error.js';
import { scopesOf, type Scope } from './scopes.js';

const windowMs = 15 * 60 * 1_000;
/** Maximum number of failures in a window: of one client from one network, and of one network for all clients. */
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
    private readonly use: KeyUse,
  ) {
    // The quota is drawn in blocks of 1 and without credit, so that all processes know of a failure before it is
    // answered.
    const failures = (kind: string, limit: number): SharedQuota =>
      new SharedQuota(quotas, kind, { limit, windowMs }, 1, 0);
    this.#clients = failures('client-failures', maxFailures.ofClient);
    this.#addresses = failures('address-failures', maxFailures.ofAddress);
  }

  /**
   * @param asked the scopes that the token is to have; left out: all of the key
   * @throws ApiError INVALID_CREDENTIALS, ADDRESS_NOT_ALLOWED, MERCHANT_INACTIVE or RATE_LIMITED.
   * @throws OAuthError invalid_scope when the key lacks one of `asked`.
   */
  async authenticate(
    { clientId, clientSecret }: AuthenticateRequest,
    ip: string,
    asked?: readonly string[],
  ): Promise<{ merchantId: string; token: AuthData }> {
    const network = networkOf(ip);
    const client = `${clientId} ${network}`;
    this.#refuseGuessing(client, network);
    const key = await this.credentials.find(clientId, clientSecret);
    if (key === undefined) {
      await Promise.all([this.#clients.take(client), this.#addresses.take(network)]);
      throw new ApiError('INVALID_CREDENTIALS');
    }
    await this.#clients.forget(client);
    if (!isAllowedFrom(key.addresses, ip)) throw new ApiError('ADDRESS_NOT_ALLOWED');
    const { merchantId } = key;
    const merchant = await this.#merchantOf(clientId, key);
    if (merchant?.status !== 'ACTIVE' && merchant?.status !== 'PENDING') {
      throw new ApiError('MERCHANT_INACTIVE');
    }
    const held = scopesOf(merchant.grantedScopes, key.groups, key.isOwn);
    const scopes = narrowed(held, asked);
    this.use.note(clientId, ip);
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

  /**
   * Returns the merchant's profile. A profile that lacks a key with networks was read before the key was made, so it is
   * read again.
   */
  #merchantOf(clientId: string, { merchantId, addresses }: MerchantSecret) {
    const merchant = this.merchants.find(merchantId);
    if (merchant instanceof Promise || addresses.length === 0) return merchant;
    if (merchant.keys[clientId] !== undefined) return merchant;
    this.merchants.forget(merchantId);
    return this.merchants.find(merchantId);
  }

  #refuseGuessing(client: string, network: string): void {
    const seconds = this.#clients.blockedFor(client) ?? this.#addresses.blockedFor(network);
    if (seconds === undefined) return;
    throw new ApiError('RATE_LIMITED', { headers: { 'retry-after': String(seconds) } });
  }
}

/** @throws OAuthError invalid_scope */
function narrowed(held: readonly Scope[], asked: readonly string[] | undefined): readonly Scope[] {
  if (asked === undefined) return held;
  const wished = new Set(asked);
  const given = held.filter((scope) => wished.has(scope));
  if (given.length === wished.size) return given;
  throw new OAuthError('invalid_scope', 'The key lacks one of the scopes.');
}
