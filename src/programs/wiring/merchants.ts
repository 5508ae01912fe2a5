import type { CanActivate } from '@nestjs/common';
import { AccessTokens } from '../../http/access/access-tokens.js';
import { AuthenticateController } from '../../http/access/authenticate.controller.js';
import { AuthenticateService } from '../../http/access/authenticate.service.js';
import { ClientCredentials } from '../../http/access/client-credentials.js';
import { JwksController } from '../../http/access/jwks.controller.js';
import { KeyUse } from '../../http/access/key-use.js';
import { MerchantDirectory } from '../../http/access/merchant-directory.js';
import { PgMerchantStore } from '../../http/access/merchant.store.js';
import { OAuthPorts } from '../../http/access/oauth-routes.js';
import { TokenGuard } from '../../http/access/token.guard.js';
import { LoadShedding } from '../../http/load-shedding.js';
import { RateLimitGuard } from '../../http/rate-limit.guard.js';
import { PgKeyStore } from '../../merchants/keys/key.store.js';
import { KeysController } from '../../merchants/keys/keys.controller.js';
import { Keys } from '../../merchants/keys/keys.js';
import { AmountLimits } from '../../merchants/settings/amount-limits.js';
import { CheckoutPageController } from '../../merchants/settings/checkout-page.controller.js';
import { CheckoutPageService } from '../../merchants/settings/checkout-page.service.js';
import { PgCheckoutPageStore } from '../../merchants/settings/checkout-page.store.js';
import { PgDailyLimits } from '../../merchants/settings/daily-limit.store.js';
import { MessageSettings } from '../../merchants/settings/message-settings.js';
import { MessageSettingsController } from '../../merchants/settings/message-settings.controller.js';
import { PgMessageSettings } from '../../merchants/settings/message-settings.store.js';
import { PgOpenAccounts } from '../../merchants/settings/open-account.store.js';
import { OpenAccounts } from '../../merchants/settings/open-accounts.js';
import { PoliciesController } from '../../merchants/settings/policies.controller.js';
import { PoliciesService } from '../../merchants/settings/policies.service.js';
import { PgPolicyStore } from '../../merchants/settings/policy.store.js';
import { SettlementSettingsController } from '../../merchants/settings/settlement-settings.controller.js';
import { SettlementSettingsService } from '../../merchants/settings/settlement-settings.service.js';
import { PgSettlementSettingsStore } from '../../merchants/settings/settlement-settings.store.js';
import type { Connections } from './connections.js';
import type { HttpParts } from './http.js';

export const accessControllers = [AuthenticateController, JwksController, KeysController];
export const settingsControllers = [
  CheckoutPageController,
  MessageSettingsController,
  PoliciesController,
  SettlementSettingsController,
];

export type MerchantParts = ReturnType<typeof merchantParts>;

/** Creates the objects for the callers, their keys, and the settings of merchants. */
export function merchantParts(
  { pool, config, logger }: Connections,
  { quotas, pageAddresses }: HttpParts,
) {
  const store = new PgMerchantStore(pool);
  const keyStore = new PgKeyStore(pool);
  const directory = new MerchantDirectory(store);
  const tokens = new AccessTokens(config);
  // The process has one, so that it writes each use once.
  const keyUse = new KeyUse(keyStore, (err) =>
    logger.warn({ err }, 'the last use of a key was not written'),
  );
  const credentials = new ClientCredentials(store, config.peppers);
  const authenticate = new AuthenticateService(quotas, credentials, directory, tokens, keyUse);
  return {
    ...{ directory, tokens, keyUse, authenticate },
    oauth: new OAuthPorts(authenticate, new LoadShedding(pool), logger, config.baseUrl),
    keys: new Keys(keyStore, config),
    amountLimits: new AmountLimits(new PgDailyLimits(pool)),
    // The process has one, because it counts every kind of account.
    openAccounts: new OpenAccounts(new PgOpenAccounts(pool)),
    checkoutPage: new CheckoutPageService(
      new PgCheckoutPageStore(pool),
      pageAddresses,
      config.baseUrl,
    ),
    messageSettings: new MessageSettings(new PgMessageSettings(pool)),
    policies: new PoliciesService(new PgPolicyStore(pool), directory),
    settlementSettings: new SettlementSettingsService(new PgSettlementSettingsStore(pool)),
  };
}

/**
 * Returns the guards of every operation, in their order. The limits come last, because they depend on the merchant whom
 * the token names.
 */
export function merchantGuards(
  { pool }: Connections,
  { limits }: HttpParts,
  { tokens, directory, keyUse }: MerchantParts,
): CanActivate[] {
  return [
    new TokenGuard(tokens, directory, keyUse),
    new RateLimitGuard(limits, new LoadShedding(pool)),
  ];
}
