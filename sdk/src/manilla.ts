import { Checkouts } from './checkouts.js';
import { Client, type ManillaOptions } from './client.js';
import {
  BanksResource,
  CreditsResource,
  DisputesResource,
  InwardTransfersResource,
  KeysResource,
  MerchantResource,
  PaymentLinksResource,
  ReferenceResource,
  RefundsResource,
  SandboxResource,
  SettlementAccountsResource,
  SettlementsResource,
  TransactionsResource,
  VirtualAccountsResource,
  SearchResource,
  WalletResource,
  WebhooksResource,
} from './generated/resources.js';

/**
 * A merchant's client. It gets its tokens by itself, and sends a call again that had no answer or a failure that may
 * pass. A call that changes something carries one Idempotency-Key through all its attempts, so it is done once.
 */
export class Manilla {
  /** Take a payment: start a checkout, give the payer an account, learn how it ended. */
  readonly checkouts: Checkouts;
  /** Addresses on which customers can pay without any code of yours. */
  readonly paymentLinks: PaymentLinksResource;
  /** Account numbers of your own, for one payment or for ever. */
  readonly virtualAccounts: VirtualAccountsResource;
  /** The money that you received, and what became of it. */
  readonly transactions: TransactionsResource;
  /** The money of your transactions as the bank transfer system knows it. */
  readonly credits: CreditsResource;
  /** Whether a transfer has arrived. */
  readonly inwardTransfers: InwardTransfersResource;
  /** Money that goes back to payers. */
  readonly refunds: RefundsResource;
  /** Payments that were disputed or taken back. */
  readonly disputes: DisputesResource;
  /** Anything of yours by what a customer tells you. */
  readonly search: SearchResource;
  /** Your balance, and each of its changes. */
  readonly wallet: WalletResource;
  /** Money from your wallet to your bank account. */
  readonly settlements: SettlementsResource;
  /** The bank accounts that you are paid to. */
  readonly settlementAccounts: SettlementAccountsResource;
  /** The endpoints at which the engine notifies you, and the events that it has sent. */
  readonly webhooks: WebhooksResource;
  /** Your policies and settings. */
  readonly merchant: MerchantResource;
  /** Your keys: what they may do, and new secrets for them. */
  readonly keys: KeysResource;
  /** The banks that money can be sent to. */
  readonly banks: BanksResource;
  /** Tables that are the same for every merchant. */
  readonly reference: ReferenceResource;
  /** Play the payer. Not there in the live environment. */
  readonly sandbox: SandboxResource;

  constructor(options: ManillaOptions) {
    const { call } = new Client(options);
    this.checkouts = new Checkouts(call);
    this.paymentLinks = new PaymentLinksResource(call);
    this.virtualAccounts = new VirtualAccountsResource(call);
    this.transactions = new TransactionsResource(call);
    this.credits = new CreditsResource(call);
    this.inwardTransfers = new InwardTransfersResource(call);
    this.refunds = new RefundsResource(call);
    this.disputes = new DisputesResource(call);
    this.search = new SearchResource(call);
    this.wallet = new WalletResource(call);
    this.settlements = new SettlementsResource(call);
    this.settlementAccounts = new SettlementAccountsResource(call);
    this.webhooks = new WebhooksResource(call);
    this.merchant = new MerchantResource(call);
    this.keys = new KeysResource(call);
    this.banks = new BanksResource(call);
    this.reference = new ReferenceResource(call);
    this.sandbox = new SandboxResource(call);
  }
}
