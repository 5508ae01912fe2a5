import { randomInt } from 'node:crypto';
import { checkoutWorkflowId } from '../../../src/domain/ids.js';
import { resolvePolicies } from '../../../src/domain/policies.js';
import type { InwardRequest } from '../../../src/providers/simulator/control-client.js';
import { caseRandom, type Random } from '../../support/soak-random.js';
import type { Share, SoakPlan, SoakStep } from '../../support/soak-plan.js';
import { order, type ApiReply } from '../../support/api-client.js';
import { mintSessionId } from '../../support/api-world.js';
import { insisting, type Shop, type SoakWorld } from './soak-world.js';

const minuteMs = 60_000;

/** A transfer that the case's payer has made. */
export interface Transfer {
  readonly sessionId: string;
  readonly accountNumber: string;
  readonly amount: number;
  readonly isLate: boolean;
  readonly isStray: boolean;
}

interface Account {
  readonly accountNumber: string;
  readonly expiresAt: Date;
}

type Do = SoakStep['do'];

/** One checkout of the run, with its payer and its merchant. */
export class SoakCase {
  readonly transfers: Transfer[] = [];
  readonly reference: string;
  readonly #shop: Shop;
  readonly #accounts: Account[] = [];
  readonly #random: Random;
  #initiated: ApiReply | undefined;
  #refunds = 0;

  constructor(
    readonly plan: SoakPlan,
    private readonly world: SoakWorld,
  ) {
    this.#shop = world.shop(plan.shop);
    this.reference = `SOAK-${plan.seed}-${plan.n}`;
    this.#random = caseRandom(plan.seed, plan.n + 1_000_000);
  }

  get merchantId(): string {
    return this.#shop.merchantId;
  }

  get workflowId(): string {
    return checkoutWorkflowId(this.merchantId, this.reference);
  }

  /** What the payer owes by transfer, kobo. */
  get expected(): number {
    return Number(this.#initiated?.data.amountPayable);
  }

  async run(): Promise<void> {
    await this.#initiate();
    await this.#issue();
    for (const group of this.plan.steps) {
      await Promise.all(group.map((step) => this.#take(step)));
    }
  }

  async #take(step: SoakStep): Promise<void> {
    const doing: Record<Do, () => Promise<unknown>> = {
      pay: () => this.#pay(step as Extract<SoakStep, { do: 'pay' }>),
      'tell-again': () => this.#tellAgain(),
      stray: () => this.#stray(),
      account: () => this.#issue(),
      'end-window': () => this.world.ahead(this.workflowId, 30 * minuteMs),
      'end-session': () => this.world.ahead(this.workflowId, 24 * 60 * minuteMs),
      cancel: () => this.#call(`/api/v1/checkout/${this.reference}/cancel`, {}),
      charge: () => this.#charge((step as Extract<SoakStep, { do: 'charge' }>).approved),
      refund: () => this.#refund((step as Extract<SoakStep, { do: 'refund' }>).part),
      'ask-again': () => this.#askAgain(),
    };
    await doing[step.do]();
  }

  async #initiate(): Promise<void> {
    const { amount, policies, channels } = this.plan;
    const body = order({ paymentReference: this.reference, amount, policies, channels });
    const reply = await insisting(() => this.#shop.client.initiate(body));
    if (reply.status !== 200) throw new Error(`${this.reference} was not initiated: ${reply.text}`);
    this.#initiated ??= reply;
  }

  async #issue(): Promise<void> {
    const paid = this.#inTime().reduce((sum, { amount }) => sum + amount, 0);
    const amount = Math.max(this.expected - paid, 1);
    const { prefix, client } = this.#shop;
    const request = { paymentReference: this.reference, prefix, validity: 30, amount };
    const { status, data } = await insisting(() => client.createAccount(request));
    if (status !== 200) return;
    const accountNumber = String(data.accountNumber);
    if (this.#accounts.at(-1)?.accountNumber === accountNumber) return;
    this.#accounts.push({ accountNumber, expiresAt: new Date(String(data.expiresAt)) });
  }

  #inTime(): Transfer[] {
    return this.transfers.filter(({ isLate, isStray }) => !isLate && !isStray);
  }

  async #pay({ share, sent, times }: Extract<SoakStep, { do: 'pay' }>): Promise<void> {
    const account = this.#accounts.at(-1);
    if (account === undefined) return;
    const isLate = sent === 'LATE';
    const at = isLate
      ? new Date(account.expiresAt.getTime() + this.#random.int(2, 30) * minuteMs)
      : new Date();
    await this.#transfer(
      {
        accountNumber: account.accountNumber,
        amount: this.#amountOf(share),
        sentAt: at.toISOString(),
        notify: { times },
      },
      { isLate, isStray: false },
    );
  }

  async #transfer(
    request: InwardRequest,
    kind: { readonly isLate: boolean; readonly isStray: boolean },
  ): Promise<void> {
    const accountNumber = `7${String(this.plan.n).padStart(9, '0')}`;
    const source = { accountNumber, bankCode: '999998', accountName: 'SOAK PAYER' };
    const paid = await this.world.bank.payInward({ askName: false, source, ...request });
    this.transfers.push({
      sessionId: paid.sessionId,
      accountNumber: request.accountNumber,
      amount: request.amount,
      ...kind,
    });
  }

  #amountOf(share: Share): number {
    const paid = this.#inTime().reduce((sum, { amount }) => sum + amount, 0);
    const due = paid < this.expected ? this.expected - paid : this.expected;
    const { tolerance } = resolvePolicies(this.plan.policies);
    switch (share) {
      case 'EXACT':
        return due;
      case 'SHORT':
        return Math.max(1, Math.floor(due * (0.1 + 0.8 * this.#random.next())));
      case 'OVER':
        return due + Math.max(1, Math.floor(due * this.#random.next()));
      case 'NEAR':
        return Math.max(
          1,
          due + this.#random.pick([-1, 1]) * Math.max(1, Math.floor(tolerance / 2)),
        );
    }
  }

  async #tellAgain(): Promise<void> {
    const [transfer] = this.transfers;
    if (transfer === undefined) return;
    const { sessionId, accountNumber, amount } = this.#random.pick(this.transfers);
    await this.world.bank.payInward({ sessionId, accountNumber, amount, askName: false });
  }

  async #stray(): Promise<void> {
    // Serials are dealt out from the bottom of a permutation; these few digits hit one of them hardly ever, and then the
    // transfer is somebody else's, which the check would say.
    const accountNumber = `999${String(randomInt(10 ** 7)).padStart(7, '0')}`;
    const amount = this.#random.int(1_000, 2_000_000);
    await this.#transfer(
      { accountNumber, amount, sessionId: mintSessionId() },
      { isLate: false, isStray: true },
    );
  }

  async #charge(approved: boolean): Promise<void> {
    const { data } = await insisting(() => this.#shop.client.query(this.reference));
    if (typeof data?.accessCode !== 'string') return;
    const kind = approved ? 'card_good' : 'card_declined_51';
    await this.#call('/api/v1/checkout/complete-checkout', {
      paymentChannel: 'Card',
      account: `${kind}_${this.plan.n}`.replace(/^card_declined_51_.*/, 'card_declined_51'),
      amount: Number(this.#initiated?.data.amountPayableByChannel.Card),
      paymentReference: this.reference,
      accessCode: data.accessCode,
    });
  }

  async #refund(part: 'ALL' | 'PART' | 'TOO_MUCH'): Promise<void> {
    this.#refunds += 1;
    const amounts = {
      ALL: {},
      PART: { amount: Math.max(100, Math.floor(this.expected * this.#random.next())) },
      TOO_MUCH: { amount: this.expected * 5 },
    };
    const request = {
      refundReference: `${this.reference}-R${this.#refunds}`,
      reason: 'Soak',
      ...amounts[part],
    };
    await this.#call(`/api/v1/transactions/${this.reference}/refund`, request);
    // The same request again is the same refund.
    if (this.#random.chance(0.3)) {
      await this.#call(`/api/v1/transactions/${this.reference}/refund`, request);
    }
  }

  async #askAgain(): Promise<void> {
    await this.#initiate();
    await this.#issue();
    await insisting(() => this.#shop.client.query(this.reference));
  }

  #call(path: string, body: Readonly<Record<string, unknown>>): Promise<ApiReply> {
    return insisting(() => this.#shop.client.post(path, body));
  }
}
