import type { Actor } from '../../domain/actor.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import type { Page } from '../../http/paging.js';
import type { ReplayService } from '../../notify/webhooks/replay.service.js';
import type { CancelService } from '../../payments/checkouts/cancel.service.js';
import type { CheckoutListsService } from '../../payments/checkouts/checkout-lists.service.js';
import type { PageLinks } from '../../payments/checkouts/page-links.js';
import type { QueryService } from '../../payments/checkouts/query.service.js';
import type { DisputesService } from '../../payments/disputes/disputes.service.js';
import type { EvidenceFilesService } from '../../payments/disputes/evidence-files.service.js';
import type { BankDirectory } from '../../payouts/banks/bank-directory.js';
import type { RefundProposals } from '../../payouts/refunds/refund-proposals.js';
import type { RefundsService } from '../../payouts/refunds/refunds.service.js';
import type { AccessNote } from '../../people/access-note.store.js';
import type { AskedErasure, ErasureOutcome, WantedErasure } from './erasure.js';
import type { MerchantHome } from './home-view.js';
import type { OrderStory } from './order-story.js';
import type { PortalViews } from './portal-view.js';

/** Something that a search has found. */
export interface FoundItem {
  readonly id: string;
  readonly reference: string;
  readonly paymentReference: string | null;
  readonly name: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly status: string | null;
  readonly at: string;
}

export interface FoundGroup {
  readonly kind: string;
  readonly items: readonly FoundItem[];
  readonly hasMore: boolean;
}

/** A payment as the lists of held payments, and of those to an account number, show it. */
export interface ReceivedPayment {
  readonly transactionReference: string;
  readonly paymentReference: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly exception: string | null;
  readonly senderName: string | null;
  readonly senderAccount: string | null;
  readonly receivedAt: string;
}

/** A payment with the figures that the form of its refund shows. */
export interface RefundablePayment {
  readonly transactionReference: string;
  readonly paymentReference: string | null;
  readonly amountReceived: number;
  readonly amountRefundable: number;
  readonly currency: string;
  readonly paymentChannel: string;
  readonly senderName: string | null;
  readonly senderAccount: string | null;
  readonly senderBank: string | null;
}

/**
 * The services behind the pages about money: those of the merchant's own API, and some of higher rooms that the program
 * passes in.
 */
export interface MoneyPorts {
  readonly home: { find(merchantId: string): Promise<MerchantHome> };
  readonly search: {
    ofMerchant(
      merchantId: string,
      q: string,
      may: (scope: string) => boolean,
      size?: number,
    ): Promise<{ readonly groups: readonly FoundGroup[] }>;
  };
  /** The newest first. */
  readonly received: {
    list(
      merchantId: string,
      which: { readonly status: 'HELD' } | { readonly accountNumber: string },
      cursor: string | undefined,
    ): Promise<Page<ReceivedPayment>>;
  };
  readonly accounts: {
    /** @throws ApiError RESOURCE_NOT_FOUND */
    find(merchantId: string, accountNumber: string): Promise<unknown>;
  };
  readonly payments: {
    /** @throws ApiError RESOURCE_NOT_FOUND */
    find(merchantId: string, transactionReference: string): Promise<RefundablePayment>;
  };
  readonly orders: {
    find(merchantId: string, reference: string, sees: boolean): Promise<OrderStory | undefined>;
  };
  readonly erasures: {
    ask(by: Actor, merchantId: string, payer: WantedErasure): Promise<ErasureOutcome>;
    of(merchantId: string): Promise<AskedErasure[]>;
  };
  readonly reads: { note(by: Actor, merchantId: string, note: AccessNote): Promise<void> };
  readonly views: PortalViews;
  readonly merchants: {
    find(merchantId: string): MerchantProfile | Promise<MerchantProfile | undefined> | undefined;
  };
  readonly lists: Pick<CheckoutListsService, 'list'>;
  readonly queries: Pick<QueryService, 'query'>;
  readonly cancels: Pick<CancelService, 'cancel'>;
  readonly pageLinks: Pick<PageLinks, 'urlOf'>;
  readonly refunds: Pick<RefundsService, 'find' | 'list' | 'provideAccount'>;
  readonly proposals: RefundProposals;
  readonly disputes: Pick<DisputesService, 'list' | 'find' | 'answer'>;
  readonly evidenceFiles: Pick<EvidenceFilesService, 'add'>;
  readonly replays: Pick<ReplayService, 'redeliver'>;
  readonly banks: Pick<BankDirectory, 'list'>;
}
