import type { Actor } from '../../domain/actor.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import type { CallsService } from '../../http/calls/calls.service.js';
import type { Keys } from '../../merchants/keys/keys.js';
import type { CheckoutPageService } from '../../merchants/settings/checkout-page.service.js';
import type { MessageSettings } from '../../merchants/settings/message-settings.js';
import type { PoliciesService } from '../../merchants/settings/policies.service.js';
import type { SettlementSettingsService } from '../../merchants/settings/settlement-settings.service.js';
import type { DeliveriesService } from '../../notify/webhooks/deliveries.service.js';
import type { NotificationUrls } from '../../notify/webhooks/notification-urls.js';
import type { ReplayService } from '../../notify/webhooks/replay.service.js';
import type { WebhookTests } from '../../notify/webhooks/webhook-tests.js';
import type { VirtualAccountDynamic } from '../../payments/accounts/dynamic-account.dto.js';
import type { VirtualAccountStatic } from '../../payments/accounts/static-account.dto.js';
import type { StaticAccountsService } from '../../payments/accounts/static-accounts.service.js';
import type { VirtualAccountsService } from '../../payments/accounts/virtual-accounts.service.js';
import type { PaymentLinksService } from '../../payments/links/payment-links.service.js';
import type { PrefixUsage } from '../../payments/numbers/prefix.js';
import type { SandboxClock } from '../../payments/sandbox/sandbox-clock.js';
import type { SandboxPayer } from '../../payments/sandbox/sandbox-payer.js';
import type { AccessNote } from '../../people/access-note.store.js';
import type { AccountProposals } from '../../payouts/accounts/account-proposals.js';
import type { SettlementAccounts } from '../../payouts/accounts/settlement-accounts.js';
import type { CalendarService } from '../../payouts/calendar/calendar.service.js';
import type { ComingMoney } from '../../payouts/settlement/coming.store.js';
import type { SettlementsService } from '../../payouts/settlement/settlements.service.js';
import type { StatementAnswers } from '../../payouts/statements/statement-answers.js';
import type { StatementService } from '../../payouts/statements/statement.service.js';
import type { OnceForms } from './once.js';
import type { CatalogueEvent } from './pages/events.js';
import type { ShownBalance } from './pages/settlements.js';

/** The services behind the pages of a merchant’s account: the same that serve the merchant's own API. */
export interface AccountPorts {
  readonly forms: OnceForms;
  /** Records what people have read and downloaded; a merchant wants to see that in the audit too. */
  readonly notes: { note(by: Actor, merchantId: string, note: AccessNote): Promise<void> };
  readonly merchants: {
    find(merchantId: string): MerchantProfile | Promise<MerchantProfile | undefined> | undefined;
    forget(merchantId: string): void;
  };
  /** The URL of the API, for commands to paste. */
  readonly baseUrl: string;
  readonly keys: Pick<Keys, 'list' | 'networks' | 'create' | 'rotate' | 'revoke'>;
  readonly calls: Pick<CallsService, 'list'>;
  readonly urls: Pick<NotificationUrls, 'list' | 'get' | 'add' | 'set' | 'rotate' | 'remove'>;
  readonly webhookTests: Pick<WebhookTests, 'test'>;
  readonly deliveries: Pick<DeliveriesService, 'list' | 'find'>;
  readonly replays: Pick<ReplayService, 'redeliver' | 'deliverWaiting'>;
  readonly catalogue: () => readonly CatalogueEvent[];
  /** Undefined in the live environment. */
  readonly sandbox:
    | { readonly payer: Pick<SandboxPayer, 'pay'>; readonly clock: Pick<SandboxClock, 'advance'> }
    | undefined;
  readonly settlements: Pick<SettlementsService, 'history' | 'status' | 'transactions' | 'request'>;
  readonly balances: { of(merchantId: string): Promise<ShownBalance | null> };
  readonly coming: { of(merchantId: string): Promise<readonly ComingMoney[]> };
  readonly calendar: Pick<CalendarService, 'read'>;
  readonly statements: Pick<StatementService, 'ofPeriod' | 'ofSettlement'>;
  readonly statementAnswers: Pick<StatementAnswers, 'file'>;
  readonly settlementAccounts: Pick<SettlementAccounts, 'standing'>;
  readonly accountProposals: AccountProposals;
  readonly banks: {
    list(merchant: MerchantProfile): Promise<readonly { institutionCode: string; name: string }[]>;
  };
  readonly staticAccounts: Pick<StaticAccountsService, 'create' | 'list' | 'suspend' | 'reinstate'>;
  readonly virtualAccounts: Pick<
    VirtualAccountsService<VirtualAccountStatic | VirtualAccountDynamic>,
    'find' | 'close'
  >;
  readonly prefixes: { usage(merchantId: string): Promise<readonly PrefixUsage[]> };
  readonly links: Pick<
    PaymentLinksService,
    | 'create'
    | 'list'
    | 'find'
    | 'replace'
    | 'deactivate'
    | 'putPicture'
    | 'dropPicture'
    | 'pictureOf'
  >;
  readonly policies: Pick<PoliciesService, 'replace'>;
  readonly page: Pick<CheckoutPageService, 'find' | 'replace' | 'putLogo' | 'dropLogo'>;
  readonly messages: Pick<MessageSettings, 'find' | 'replace'>;
  readonly settlementSettings: Pick<SettlementSettingsService, 'find' | 'change'>;
}

/**
 * Returns the merchant of the signed-in person. @throws Error when the merchant no longer exists; no session outlives
 * its merchant
 */
export async function merchantIn(
  { merchants }: Pick<AccountPorts, 'merchants'>,
  merchantId: string,
): Promise<MerchantProfile> {
  const merchant = await merchants.find(merchantId);
  if (merchant === undefined) throw new Error(`there is no merchant ${merchantId}`);
  return merchant;
}
