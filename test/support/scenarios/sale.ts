import { expect } from 'vitest';
import { refundWorkflowId } from '../../../src/domain/ids.js';
import type { Notify, OutsideAccount } from '../../../src/providers/simulator/control-client.js';
import type { ApiReply, JsonBody } from '../api-client.js';
import { answerOf, eventually, minuteMs, type Seller, type SentEvent } from './surroundings.js';

/** Money a payer sent, and from which account. */
export interface Payment {
  readonly payer: OutsideAccount;
  readonly amount: number;
  readonly sessionId: string;
  /** Null when the bank has told nobody. */
  readonly transactionReference: string | null;
}

interface HowToPay {
  /** When the payer's bank sent it; now when left out. */
  readonly sentAt?: Date;
  readonly payer?: OutsideAccount;
  readonly notify?: Notify;
  /** One of our numbers; the sale's own when left out. */
  readonly to?: string;
}

/** All that the merchant and the payers can see of a sale in the end. */
export interface PublicResult {
  readonly status: string;
  readonly exception?: string | null;
  readonly statusReason?: string | null;
  /** The four amounts. */
  readonly amounts: {
    readonly amount?: number;
    readonly expected?: number;
    readonly paid: number;
    readonly accepted: number;
  };
  readonly outstanding?: number;
  /** What was decided about each transaction, the oldest first. */
  readonly policies?: readonly (string | null)[];
  /** What complete-checkout answers. */
  readonly completion: string;
  /** Every event, by its sequence. */
  readonly events: readonly string[];
  /** What went back, to the account it came from. */
  readonly returned?: readonly (readonly [Payment, number])[];
  /** What the merchant has of it, after fees, VAT and refunds. */
  readonly earned?: number;
}

let payers = 0;

/** Somebody with an account at another bank who has sent nothing yet. */
export function newPayer(): OutsideAccount {
  payers += 1;
  const accountNumber = `3${String(process.pid % 10_000).padStart(4, '0')}${String(payers).padStart(5, '0')}`;
  const bank = { bankCode: '999998', bankName: 'Simulator Bank' };
  return { accountNumber, accountName: `PAYER ${payers}`, ...bank };
}

/** One order of a shop, as its merchant, its payers and its bank see it. */
export class Sale {
  readonly payments: Payment[] = [];
  readonly #accounts: ApiReply[] = [];
  #card: string | undefined;

  constructor(
    readonly shop: Seller,
    readonly request: JsonBody & { readonly paymentReference: string },
    readonly initiated: ApiReply,
    readonly accessCode: string,
  ) {}

  get reference(): string {
    return this.request.paymentReference;
  }

  /** What the payer owes, by transfer. */
  get due(): number {
    return Number(this.initiated.data.amountPayable);
  }

  /** The newest. */
  get account(): ApiReply {
    const account = this.#accounts.at(-1);
    if (account === undefined) throw new Error(`${this.reference} has no account`);
    return account;
  }

  get accountNumber(): string {
    return String(this.account.data.accountNumber);
  }

  /** So long before (negative) or after the end of the newest account's window. */
  aroundTheEnd(offsetMs: number): Date {
    return new Date(Date.parse(this.account.data.expiresAt as string) + offsetMs);
  }

  async issueAccount(validity = 30, amount = this.due): Promise<ApiReply> {
    const { reference: paymentReference } = this;
    const { prefix } = this.shop.merchant;
    const reply = await this.shop.client.createAccount({
      paymentReference,
      prefix,
      validity,
      amount,
    });
    expect(answerOf(reply), reply.text).toBe('200/00');
    this.#accounts.push(reply);
    return reply;
  }

  /** The payer's transfer of what is due, or of another amount, without a name enquiry before. */
  async pay(amount = this.due, how: HowToPay = {}): Promise<Payment> {
    const payer = how.payer ?? newPayer();
    const sent = await this.shop.world.bank.payInward({
      accountNumber: how.to ?? this.accountNumber,
      amount,
      source: payer,
      sentAt: how.sentAt?.toISOString(),
      notify: how.notify,
      askName: false,
    });
    for (const { status, code } of sent.notifications) expect([status, code]).toEqual([200, '00']);
    const reference = sent.notifications.at(-1)?.data?.['transactionReference'];
    const transactionReference = typeof reference === 'string' ? reference : null;
    const payment = { payer, amount, sessionId: sent.sessionId, transactionReference };
    this.payments.push(payment);
    return payment;
  }

  query(): Promise<ApiReply> {
    return this.shop.client.query(this.reference);
  }

  complete(changes: JsonBody = {}, headers: Record<string, string> = {}): Promise<ApiReply> {
    return this.shop.client.complete(
      {
        paymentChannel: 'Bank',
        account: this.#accounts.length > 0 ? this.accountNumber : '5010000000',
        amount: this.due,
        paymentReference: this.reference,
        accessCode: this.accessCode,
        ...changes,
      },
      headers,
    );
  }

  /** What the payer owes, by card. */
  get dueByCard(): number {
    return Number(this.initiated.data.amountPayableByChannel.Card);
  }

  payByCard(token: string, headers: Record<string, string> = {}): Promise<ApiReply> {
    this.#card = token;
    const card = { paymentChannel: 'Card', account: token, amount: this.dueByCard };
    return this.complete(card, headers);
  }

  /** As a merchant asks in the end: by the channel that was used last. */
  #completeAgain(): Promise<ApiReply> {
    return this.#card === undefined ? this.complete() : this.payByCard(this.#card);
  }

  cancel(body: JsonBody = {}): Promise<ApiReply> {
    return this.shop.client.post(`/api/v1/checkout/${this.reference}/cancel`, body);
  }

  /** Until the window of the newest account is over, by the workflow's clock. */
  async passWindow(minutes = 30): Promise<void> {
    const id = this.shop.workflowId(this.reference);
    await this.shop.world.passTime(id, minutes * minuteMs, 1 + this.#accounts.length);
  }

  /** Until the session's deadline, by the workflow's clock. */
  async passSession(): Promise<void> {
    await this.passWindow(24 * 60);
  }

  /** The window of the newest account has been over for so long, by the clock on the wall as well. */
  async endWindowAgo(agoMs: number): Promise<void> {
    await this.passWindow();
    // The clock is there; the step it set off may be under way.
    await this.until({ virtualAccount: { status: 'EXPIRED' } });
    const [row] = await this.shop.world.query<{ end: Date }>(
      `update virtual_account set expires_at = date_trunc('seconds', now()) - $2 * interval '1 ms',
                                  created_at = now() - $2 * interval '1 ms' - interval '30 minutes'
        where account_number = $1 returning expires_at as end`,
      [this.accountNumber, agoMs],
    );
    this.account.data.expiresAt = row?.end.toISOString();
  }

  /** Waits until the checkout is shown so. */
  async until(wanted: object, timeout = 20_000): Promise<void> {
    await eventually(async () => expect((await this.query()).data).toMatchObject(wanted), timeout);
  }

  async refunds(): Promise<JsonBody[]> {
    const reply = await this.shop.client.get(`/api/v1/transactions/${this.reference}/refunds`);
    expect(answerOf(reply), reply.text).toBe('200/00');
    return reply.data.items as JsonBody[];
  }

  /** Waits until the sale has so many refunds, and the newest has the status; answers it. */
  async untilRefund(status: string, count = 1): Promise<JsonBody> {
    return eventually(async () => {
      const refunds = await this.refunds();
      expect(refunds).toHaveLength(count);
      expect(refunds.at(-1)).toMatchObject({ status });
      return refunds.at(-1) ?? {};
    });
  }

  /** Moves the clock of a refund ahead. */
  async passRefundTime(refund: JsonBody, durationMs: number, timers = 1): Promise<void> {
    const id = refundWorkflowId(String(refund['refundId']));
    await this.shop.world.passTime(id, durationMs, timers);
  }

  /** Ends the waiting time of a refund to another account, once its workflow waits for it. */
  async endWaitingTime(refund: JsonBody, timers = 1): Promise<void> {
    await this.passRefundTime(refund, 60_000, timers);
    await this.shop.world.query(
      "update refund set redirected_at = redirected_at - interval '24 hours' where refund_id = $1",
      [refund['refundId']],
    );
    await this.passRefundTime(refund, 24 * 3_600_000, timers);
  }

  /** What the merchant was told of this sale, by sequence. */
  get events(): SentEvent[] {
    return this.shop.events
      .filter(({ data }) => data.paymentReference === this.reference)
      .toSorted((a, b) => Number(a.sequence) - Number(b.sequence));
  }

  /** Looks at everything that can be seen of the sale from outside, and waits for it where it takes time. */
  async endsAs(wanted: PublicResult): Promise<void> {
    const { status, exception = null, statusReason = null } = wanted;
    const { amount, expected, paid, accepted } = wanted.amounts;
    const amounts = {
      amount: amount ?? Number(this.request['amount']),
      amountExpected: expected ?? this.due,
      amountPaid: paid,
      amountAccepted: accepted,
    };
    const shown = { status, exception, statusReason, ...amounts };
    await this.until(shown);
    const { outstanding } = wanted;
    if (outstanding !== undefined) await this.until({ amountOutstanding: outstanding });
    if (wanted.policies !== undefined) {
      const transactions = wanted.policies.map((policyApplied) => ({ policyApplied }));
      await this.until({ transactions });
    }
    const completion = await this.#completeAgain();
    expect(answerOf(completion), completion.text).toBe(wanted.completion);
    expect(completion.isSuccessful).toBe(wanted.completion.startsWith('200/00'));
    await this.#wasReturned(wanted.returned ?? []);
    await this.wasNotified(wanted.events);
    expect(this.events.at(-1)?.data).toMatchObject(shown);
    const refunds = this.events.filter(({ type }) => type === 'refund.successful');
    expect(
      refunds.map(({ data }) => `${data.transactionReference} ${data.refund.amount}`).toSorted(),
    ).toEqual(
      (wanted.returned ?? [])
        .map(([p, amount]) => `${p.transactionReference} ${amount}`)
        .toSorted(),
    );
    expect(refunds.every(({ data }) => data.refund.status === 'SUCCESSFUL')).toBe(true);
    const { earned } = wanted;
    if (earned !== undefined)
      await eventually(async () => expect(await this.earned()).toBe(earned));
  }

  async #wasReturned(returned: readonly (readonly [Payment, number])[]): Promise<void> {
    if (this.payments.length === 0) return;
    const sorted = (rows: readonly string[]) => rows.toSorted();
    const wanted = returned.map(
      ([payment, amount]) => `${payment.transactionReference} ${amount} SUCCESSFUL`,
    );
    const seen = async () =>
      (await this.refunds()).map(
        (refund) =>
          `${String(refund['transactionReference'])} ${String(refund['amount'])} ${String(refund['status'])}`,
      );
    await eventually(async () => expect(sorted(await seen())).toEqual(sorted(wanted)));
    for (const { payer } of this.payments) {
      const sum = (rows: readonly (readonly [Payment, number])[]) =>
        rows.filter(([p]) => p.payer === payer).reduce((total, [, amount]) => total + amount, 0);
      const sent = sum(this.payments.map((payment) => [payment, payment.amount]));
      const { balance } = await this.shop.world.bank.account(payer.bankCode, payer.accountNumber);
      expect(balance, `balance of ${payer.accountName}`).toBe(sum(returned) - sent);
    }
  }

  async wasNotified(types: readonly string[]): Promise<void> {
    await eventually(() => expect(this.events.map(({ type }) => type)).toEqual(types));
    const { events } = this;
    expect(events.map(({ sequence }) => sequence)).toEqual(types.map((_type, i) => i + 1));
    expect(new Set(events.map(({ id }) => id)).size).toBe(types.length);
    const versions = events.map(({ data }) => Number(data.version));
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    expect(versions.at(-1) ?? 0).toBeLessThanOrEqual(Number((await this.query()).data.version));
  }

  /** By the books: what the merchant has of this sale. */
  async earned(): Promise<number> {
    const [row] = await this.shop.world.query<{ earned: string }>(
      `select coalesce(-sum(e.amount_minor), 0)::text as earned
         from entry e join journal j using (journal_id)
         join ledger_account a on a.account_id = e.account_id
        where a.code in ('2100', '2110', '2120', '1300') and j.source_id in (
          select k.credit_id from inward_credit k where k.checkout_id = $1
          union select r.refund_id from refund r where r.checkout_id = $1
          union select d.dispute_id from dispute d where d.checkout_id = $1)`,
      [this.initiated.data.checkoutId],
    );
    return Number(row?.earned);
  }
}
