import { AccessCodes } from '../../payments/checkouts/access-codes.js';
import { AccountService } from '../../payments/checkouts/account.service.js';
import { BankChannel } from '../../payments/accounts/bank-channel.js';
import { CancelService } from '../../payments/checkouts/cancel.service.js';
import { CardChannel } from '../../payments/cards/card-channel.js';
import { PgCardAttempts } from '../../payments/cards/card-attempt.store.js';
import { CardEventController } from '../../payments/cards/card-event.controller.js';
import { CardEventService } from '../../payments/cards/card-event.service.js';
import { PgRailEventStore } from '../../payments/cards/rail-event.store.js';
import { ChangeService } from '../../payments/checkouts/change.service.js';
import { CheckoutController } from '../../payments/checkouts/checkout.controller.js';
import { CheckoutGateway } from '../../payments/checkouts/checkout.gateway.js';
import { CheckoutListsService } from '../../payments/checkouts/checkout-lists.service.js';
import { PgCheckoutList } from '../../payments/checkouts/checkout-list.store.js';
import { PgCheckoutStore } from '../../payments/checkouts/checkout.store.js';
import { CheckoutWatch } from '../../payments/checkouts/checkout-watch.js';
import { CheckoutsController } from '../../payments/checkouts/checkouts.controller.js';
import { CompleteService } from '../../payments/checkouts/complete.service.js';
import { CreditIntake } from '../../payments/credits/credit-intake.js';
import { PgCreditStore } from '../../payments/credits/credit.store.js';
import { PgKeptNotices } from '../../payments/credits/kept-notice.store.js';
import { NoticeIntake } from '../../payments/credits/notice-intake.js';
import { NoticesController } from '../../payments/credits/notices.controller.js';
import { timedReceipts } from '../../payments/credits/posting-metrics.js';
import { ProviderKeys } from '../../payments/credits/hook-signature.guard.js';
import { HookService } from '../../payments/credits/hook.service.js';
import { ProviderHooksController } from '../../payments/credits/provider-hooks.controller.js';
import { PgDisputeStore } from '../../payments/disputes/dispute.store.js';
import { DisputesService } from '../../payments/disputes/disputes.service.js';
import { PgEvidenceFiles } from '../../payments/disputes/evidence-file.store.js';
import { EvidenceFilesService } from '../../payments/disputes/evidence-files.service.js';
import { InitiateService } from '../../payments/checkouts/initiate.service.js';
import { LinkCheckouts } from '../../payments/links/link-checkouts.js';
import type { NumberOffers } from '../../payments/numbers/number-offer.js';
import type { SlowOpenings } from '../../payments/numbers/slow-openings.js';
import { PageLinks } from '../../payments/checkouts/page-links.js';
import { PaymentChannels } from '../../payments/checkouts/payment-channels.js';
import { PgPaymentLinkStore } from '../../payments/links/payment-link.store.js';
import { PaymentLinksService } from '../../payments/links/payment-links.service.js';
import { QueryService } from '../../payments/checkouts/query.service.js';
import { CheckoutClockController } from '../../payments/sandbox/checkout-clock.controller.js';
import { PgCheckoutClock } from '../../payments/sandbox/checkout-clock.store.js';
import { PgOwnAccounts } from '../../payments/sandbox/own-accounts.store.js';
import { SandboxClock } from '../../payments/sandbox/sandbox-clock.js';
import { SandboxController } from '../../payments/sandbox/sandbox.controller.js';
import { SandboxPayer } from '../../payments/sandbox/sandbox-payer.js';
import { TimelineController } from '../../payments/checkouts/timeline.controller.js';
import { PgTimelineStore } from '../../payments/checkouts/timeline.store.js';
import type { DeliveryTaker } from '../../notify/delivery/notification-store.port.js';
import type { Config } from '../../platform/config/config.js';
import { createSecretSeal } from '../../platform/keys/secret-seal.js';
import { newChargesProvider } from '../../providers/card-rails.js';
import { simulatorKeys } from '../../providers/hook-signature.js';
import { SimulatorControl } from '../../providers/simulator/control-client.js';
import type { ApiConnections } from './connections.js';
import type { HttpParts } from './http.js';
import type { MerchantParts } from './merchants.js';

export const checkoutControllers = [CheckoutController, CheckoutsController, TimelineController];
export const hookControllers = [ProviderHooksController, CardEventController, NoticesController];
export const sandboxControllers = [SandboxController, CheckoutClockController];
export { DisputesController } from '../../payments/disputes/disputes.controller.js';
export { PaymentLinksController } from '../../payments/links/payment-links.controller.js';

export type CheckoutParts = ReturnType<typeof checkoutParts>;

export function checkoutParts(
  { pool, config, drain, facts, changes, providers }: ApiConnections,
  { pageAddresses }: HttpParts,
  { amountLimits, openAccounts }: MerchantParts,
  { numbers, openings }: { readonly numbers: NumberOffers; readonly openings: SlowOpenings },
) {
  const store = new PgCheckoutStore(pool);
  const codes = new AccessCodes(config.accessCodeKey);
  const pageLinks = new PageLinks(config.accessCodeKey, config.baseUrl);
  const watch = new CheckoutWatch(store, { changes, shutdown: drain.signal });
  const cards = new CardChannel({
    returnOf: (checkoutId) => pageLinks.returnUrlOf(checkoutId),
    attempts: new PgCardAttempts(pool, createSecretSeal(config.sealKeys)),
    facts,
    watch,
    provider: newChargesProvider(config),
    rail: providers.cards.get(newChargesProvider(config) ?? ''),
  });
  const channels = new PaymentChannels([new BankChannel(watch), cards]);
  return {
    ...{ pageLinks, watch, cards },
    timelines: new PgTimelineStore(pool),
    lists: new CheckoutListsService(new PgCheckoutList(pool)),
    initiates: new InitiateService(store, amountLimits, facts, pageLinks, pageAddresses),
    accounts: new AccountService(store, numbers, openings, facts, openAccounts),
    changes: new ChangeService(store, amountLimits, codes, facts, channels),
    queries: new QueryService(codes, watch, channels),
    cancels: new CancelService(store, codes, facts, channels),
    completes: new CompleteService(store, codes, channels),
  };
}

export type LinkParts = ReturnType<typeof linkParts>;

export function linkParts(
  { pool, config, facts }: ApiConnections,
  { pageAddresses }: HttpParts,
  { amountLimits }: MerchantParts,
) {
  const store = new PgPaymentLinkStore(pool);
  return {
    links: new PaymentLinksService(store, amountLimits, pageAddresses, config.baseUrl),
    linkCheckouts: new LinkCheckouts(store, amountLimits, facts),
  };
}

/** Creates the objects for the hooks of banks and acquirers, and for disputes. */
export function creditParts(
  { pool, config, temporal, facts, providers, logger, registry }: ApiConnections,
  dispatcher?: DeliveryTaker,
) {
  const credits = timedReceipts(registry, new PgCreditStore(pool, dispatcher));
  const events = new PgRailEventStore(pool);
  const intake = new CreditIntake(credits, facts);
  const disputes = new PgDisputeStore(pool);
  return {
    notices: new NoticeIntake(
      providers.all,
      intake,
      new PgKeptNotices(pool, createSecretSeal(config.sealKeys, 'kept notice')),
      logger,
    ),
    hookKeys: hookKeysOf(config),
    hooks: new HookService(intake, credits, events),
    cardEvents: new CardEventService({
      attempts: new PgCardAttempts(pool, createSecretSeal(config.sealKeys)),
      workflows: new CheckoutGateway(temporal, config),
      rails: providers.cards,
      events,
    }),
    disputes: new DisputesService(disputes, facts),
    evidenceFiles: new EvidenceFilesService(
      disputes,
      new PgEvidenceFiles(pool, createSecretSeal(config.sealKeys, 'evidence file')),
    ),
  };
}

/**
 * Returns the keys of the simulator's hooks. Without the simulator there are none, so that simulated money is never
 * taken for real money.
 */
function hookKeysOf({ rails, hookKeys }: Config): ProviderKeys {
  if (rails !== 'simulator') return new ProviderKeys();
  const keys = simulatorKeys(hookKeys);
  return new ProviderKeys([
    ['simulator', keys],
    ['simulator-acquirer', keys],
  ]);
}

/** Creates the objects that only the sandbox has. */
export function sandboxParts({ pool, config, facts, refunds }: ApiConnections) {
  return {
    payer: new SandboxPayer(new SimulatorControl(config.simulatorUrl), new PgOwnAccounts(pool)),
    clock: new SandboxClock(new PgCheckoutClock(pool), facts, refunds),
  };
}
