import { PgPrefixStore } from '../../payments/numbers/prefix.store.js';
import { OnceForms } from '../../pages/portal/once.js';
import type { AccountPorts } from '../../pages/portal/account-ports.js';
import { PgShownValues } from '../../pages/portal/shown-values.store.js';
import { AccountProposals } from '../../payouts/accounts/account-proposals.js';
import { PgAccessNotes } from '../../people/access-note.store.js';
import { rolesWith } from '../../people/rights.js';
import { PgAccountProposals } from '../../payouts/accounts/account-proposal.store.js';
import { PgComingMoney } from '../../payouts/settlement/coming.store.js';
import { createSecretSeal } from '../../platform/keys/secret-seal.js';
import { PgWalletStore } from '../../reports/wallet/wallet.store.js';
import { WalletService } from '../../reports/wallet/wallet.service.js';
import { eventCatalogue } from '../docs/event-catalogue.js';
import type { AccountParts } from './accounts.js';
import type { ApiConnections } from './connections.js';
import { callParts, type HttpParts } from './http.js';
import type { MerchantParts } from './merchants.js';
import { notifyParts } from './notify.js';
import { linkParts, sandboxParts } from './payments.js';
import { payoutParts } from './payouts.js';

/** Creates the sources of the pages of a merchant's account: the services of the API, made for this process. */
export function portalAccount(
  connections: ApiConnections,
  http: HttpParts,
  merchant: MerchantParts,
  accounts: AccountParts,
): AccountPorts {
  const { pool, config } = connections;
  const { banks, calendar, settlementAccounts, settlements, statements, statementAnswers } =
    payoutParts(connections, http);
  const { urls, webhookTests, deliveries, replays } = notifyParts(connections);
  const wallet = new WalletService(new PgWalletStore(pool));
  const isSandbox = config.environment === 'sandbox';
  return {
    forms: new OnceForms(
      http.idempotentReplies,
      new PgShownValues(pool),
      createSecretSeal(config.sealKeys, 'shown once'),
    ),
    notes: new PgAccessNotes(pool),
    merchants: merchant.directory,
    baseUrl: config.baseUrl,
    keys: merchant.keys,
    calls: callParts(connections).calls,
    ...{ urls, webhookTests, deliveries, replays },
    catalogue: () => eventCatalogue(config.environment),
    sandbox: isSandbox ? sandboxParts(connections) : undefined,
    ...{ banks, calendar, settlementAccounts, settlements, statements, statementAnswers },
    balances: {
      of: async (merchantId) => (await wallet.balance(merchantId)).balances[0] ?? null,
    },
    coming: new PgComingMoney(pool),
    accountProposals: new AccountProposals(
      new PgAccountProposals(pool, rolesWith('settlements:write')),
      settlementAccounts,
    ),
    staticAccounts: accounts.statics,
    virtualAccounts: accounts.all,
    prefixes: new PgPrefixStore(pool),
    links: linkParts(connections, http, merchant).links,
    policies: merchant.policies,
    page: merchant.checkoutPage,
    messages: merchant.messageSettings,
    settlementSettings: merchant.settlementSettings,
  };
}
