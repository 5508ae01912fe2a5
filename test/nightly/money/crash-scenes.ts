import { setTimeout as sleep } from 'node:timers/promises';
import { checkoutWorkflowId, creditWorkflowId } from '../../../src/domain/ids.js';
import type { Policies } from '../../../src/domain/policies.js';
import type { InwardRequest } from '../../../src/providers/simulator/control-client.js';
import { decide } from '../../../workflows/messages.js';
import { type ApiClient, order, type ApiReply } from '../../support/api-client.js';
import { isPaidOut, owe, release } from './crash-payouts.js';
import type { CrashWorld } from './crash-world.js';
import { insisting } from './soak-world.js';

const minuteMs = 60_000;
const due = 1_000_000;
/** Above what stamp duty begins at, so that it is one transfer, with duty. */
const earned = 1_500_000;
/** How long one step may take with a crash in it: a lost sending is noticed after 30 s, and several crashes may meet. */
const patienceMs = 480_000;

/** What a payer, a merchant, a bank and an operator do with one order; each does it again until it is heard. */
export class Scene {
  /** Of the payer's transfers, in the order in which they were sent. */
  readonly sessions: string[] = [];
  /** Of a scene about a payout. */
  paidOutTo: string | undefined;
  payerName = 'ADA PAYER';
  #initiated: ApiReply | undefined;
  #accountNumber = '';
  #windowEndsAt = 0;

  constructor(
    readonly world: CrashWorld,
    readonly name: string,
    readonly reference: string,
  ) {}

  get #shop() {
    return this.world.soak.shop(0);
  }

  get client(): ApiClient {
    return this.#shop.client;
  }

  get workflowId(): string {
    return checkoutWorkflowId(this.#shop.merchantId, this.reference);
  }

  async initiate(policies: Partial<Policies> = {}): Promise<void> {
    const body = order({ paymentReference: this.reference, amount: due, policies });
    this.#initiated = await insisting(() => this.#shop.client.initiate(body));
  }

  async open(policies: Partial<Policies> = {}): Promise<void> {
    await this.initiate(policies);
    await this.openAccount();
  }

  async openAccount(): Promise<void> {
    const { prefix, client } = this.#shop;
    const request = { paymentReference: this.reference, prefix, validity: 30, amount: due };
    const { data, text } = await insisting(() => client.createAccount(request));
    if (data?.accountNumber === undefined) throw new Error(`${this.name}: no account: ${text}`);
    this.#accountNumber = String(data.accountNumber);
    this.#windowEndsAt = Date.parse(String(data.expiresAt));
  }

  /** The bank tells until it has been heard. */
  async pay(
    amount: number,
    { isLate = false, to = this.#accountNumber, narration = undefined as string | undefined } = {},
  ): Promise<void> {
    const sentAt = new Date(isLate ? this.#windowEndsAt + 10 * minuteMs : Date.now()).toISOString();
    const sessionId = await this.#transfer({ accountNumber: to, amount, sentAt, narration });
    await this.insist('the transfer is heard', async () => {
      const again = { sessionId, accountNumber: to, amount, askName: false };
      const { notifications } = await this.world.soak.bank.payInward(again);
      return notifications[0]?.code === '00';
    });
  }

  /** The bank says nothing; its statement does. */
  async payUnheard(amount: number): Promise<void> {
    const sessionId = await this.#transfer({ accountNumber: this.#accountNumber, amount });
    await this.insist('the statement is read', async () => {
      const heard = await this.world.query('select 1 from inward_credit where session_id = $1', [
        sessionId,
      ]);
      if (heard.length > 0) return true;
      await this.world.runNow('reconciliation');
      return false;
    });
  }

  async #transfer(request: InwardRequest): Promise<string> {
    const source = { accountNumber: this.payer, bankCode: '999998', accountName: this.payerName };
    const sent = { askName: false, source, notify: { times: 0 }, ...request };
    const { sessionId } = await this.world.soak.bank.payInward(sent);
    this.sessions.push(sessionId);
    return sessionId;
  }

  /** An account of this scene alone, so that the bank can be told how to treat it. */
  get payer(): string {
    let sum = 0;
    for (const letter of this.reference) sum = (sum * 31 + letter.charCodeAt(0)) % 10 ** 9;
    return `7${String(sum).padStart(9, '0')}`;
  }

  /** A merchant is due money, and the bank treats its account so. */
  async owe(rule: object = {}): Promise<void> {
    if (Object.keys(rule).length > 0) {
      await this.world.soak.bank.misbehave({
        ...{ on: 'transfer', account: this.payer, times: 1 },
        ...rule,
      });
    }
    this.paidOutTo = await owe(this.world, this.payer, earned);
  }

  async untilPaidOut({ isHeld = false } = {}): Promise<void> {
    const merchantId = this.paidOutTo ?? '';
    await this.insist('it is paid out', async () => {
      if (isHeld) await release(this.world, merchantId);
      return isPaidOut(this.world, merchantId);
    });
  }

  /** As a payer does whose card was not charged: tries again with it. */
  async payByCard(token: string): Promise<void> {
    await this.insist('the card has paid', async () => {
      const { status } = await this.askForCharge(token);
      return status === 200;
    });
  }

  async askForCharge(token: string, prefer = 'wait=2'): Promise<ApiReply> {
    const { data } = await insisting(() => this.#shop.client.query(this.reference));
    const body = {
      paymentChannel: 'Card',
      account: token,
      amount: Number(this.#initiated?.data.amountPayableByChannel.Card),
      paymentReference: this.reference,
      accessCode: String(data.accessCode),
    };
    return insisting(() => this.#shop.client.complete(body, { prefer }));
  }

  async refund(amount: number, more: object = {}): Promise<void> {
    const asked = { refundReference: `${this.reference}-R`, reason: 'Returned goods', amount };
    const path = `/api/v1/transactions/${this.reference}/refund`;
    const { status, text } = await insisting(() =>
      this.#shop.client.post(path, { ...asked, ...more }),
    );
    if (status >= 400) throw new Error(`${this.name}: no refund: ${text}`);
  }

  async cancel(): Promise<void> {
    await this.insist('it is cancelled', async () => {
      await insisting(() => this.#shop.client.cancel(this.reference, {}));
      return (await this.status()) === 'CANCELLED';
    });
  }

  async recall(): Promise<void> {
    await this.insist('the recall is heard', async () => {
      const { hook } = await this.world.soak.bank.recallCredit(this.sessions[0] ?? '');
      return hook?.code === '00';
    });
  }

  async endSession(): Promise<void> {
    await this.insist('two ends are waited for', async () => {
      return (await this.world.endsOf(this.workflowId)) >= 2;
    });
    await this.world.soak.ahead(this.workflowId, 24 * 60 * minuteMs);
  }

  async decideReturn(): Promise<void> {
    const [session = ''] = this.sessions;
    await this.insist('it is decided', async () => {
      const [credit] = await this.world.query<{ credit_id: string; resolution: string | null }>(
        'select credit_id, resolution from inward_credit where session_id = $1',
        [session],
      );
      if (credit === undefined) return false;
      if (credit.resolution !== null) return true;
      const handle = this.world.soak.temporal.workflow.getHandle(
        creditWorkflowId(credit.credit_id),
      );
      const ruling = { decision: 'return', operator: 'ngozi', reason: 'of nobody' } as const;
      const sent = handle.executeUpdate(decide, { args: [ruling] }).then(
        () => true,
        () => false,
      );
      return Promise.race([sent, sleep(5_000, false)]);
    });
  }

  async status(): Promise<string> {
    const [row] = await this.world.query<{ status: string }>(
      'select status from checkout where payment_reference = $1',
      [this.reference],
    );
    return row?.status ?? 'none';
  }

  until(status: string): Promise<void> {
    return this.insist(`it is ${status}`, async () => (await this.status()) === status);
  }

  /** Until the money has gone back. */
  untilRefunded(count = 1): Promise<void> {
    return this.insist(`${count} refunds are SUCCESSFUL`, async () => {
      const [row] = await this.world.query<{ n: number }>(
        `select count(*)::int as n from refund r join inward_credit k using (credit_id)
          left join checkout c on c.checkout_id = k.checkout_id
          where r.status = 'SUCCESSFUL' and (c.payment_reference = $1 or k.session_id = any ($2))`,
        [this.reference, this.sessions],
      );
      return (row?.n ?? 0) >= count;
    });
  }

  /** Until the merchant has been told of all that has happened. */
  untilNotified(): Promise<void> {
    return this.insist('the merchant is told', async () => {
      const left = await this.world.query(
        `select d.status from webhook_delivery d join event e using (event_id) join checkout c using (checkout_id)
          where c.payment_reference = $1 and d.status <> 'DELIVERED'`,
        [this.reference],
      );
      return left.length === 0;
    });
  }

  /** Looks until it is so, however often a program dies meanwhile. */
  async insist(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const started = Date.now();
    let last = '';
    for (;;) {
      try {
        if (await isSo()) return;
        last = '';
      } catch (error) {
        last = String(error);
      }
      if (Date.now() - started > patienceMs) {
        throw new Error(
          `${this.name} (${this.reference}): not within ${patienceMs} ms: ${what} ${last}`,
        );
      }
      await sleep(250);
    }
  }
}

/** Everything that money does, each in one order. */
const scenes = {
  exact: async (scene) => {
    await scene.open();
    await scene.pay(due);
    await scene.until('SUCCESSFUL');
  },
  'part and top-up': async (scene) => {
    await scene.open();
    await scene.pay(400_000);
    await scene.until('PARTIALLY_PAID');
    await scene.pay(600_000);
    await scene.until('SUCCESSFUL');
  },
  overpaid: async (scene) => {
    await scene.open();
    await scene.pay(1_200_000);
    await scene.untilRefunded();
  },
  'overpaid, and the bank does not say that it has sent it back': async (scene) => {
    await scene.world.soak.bank.misbehave({
      on: 'transfer',
      account: scene.payer,
      times: 1,
      answer: 'TIMEOUT',
      done: true,
    });
    await scene.open();
    await scene.pay(1_150_000);
    await scene.untilRefunded();
  },
  late: async (scene) => {
    await scene.open();
    await scene.pay(due, { isLate: true });
    await scene.untilRefunded();
  },
  duplicate: async (scene) => {
    await scene.open();
    await scene.pay(due);
    await scene.until('SUCCESSFUL');
    await scene.pay(due);
    await scene.untilRefunded();
  },
  unmatched: async (scene) => {
    await scene.pay(333_300, { to: `999${scene.payer.slice(-7)}` });
    await scene.decideReturn();
    await scene.untilRefunded();
  },
  card: async (scene) => {
    await scene.initiate();
    await scene.payByCard(`card_approved_${scene.payer}`);
    await scene.until('SUCCESSFUL');
  },
  'card, and the acquirer does not say that it was charged': async (scene) => {
    await scene.initiate();
    await scene.payByCard(`card_unknown_${scene.payer}`);
    await scene.until('SUCCESSFUL');
  },
  'refund by the merchant': async (scene) => {
    await scene.open();
    await scene.pay(due);
    await scene.until('SUCCESSFUL');
    await scene.refund(250_000);
    await scene.untilRefunded();
  },
  'card refund by the merchant': async (scene) => {
    await scene.initiate();
    await scene.payByCard(`card_approved_${scene.payer}`);
    await scene.until('SUCCESSFUL');
    await scene.refund(250_000);
    await scene.untilRefunded();
  },
  'cancelled with a part': async (scene) => {
    await scene.open();
    await scene.pay(400_000);
    await scene.until('PARTIALLY_PAID');
    await scene.cancel();
    await scene.untilRefunded();
  },
  expired: async (scene) => {
    await scene.open();
    await scene.endSession();
    await scene.until('EXPIRED');
  },
  recalled: async (scene) => {
    await scene.open();
    await scene.pay(due);
    await scene.until('SUCCESSFUL');
    await scene.recall();
    await scene.until('REVERSED');
  },
  'paid out': async (scene) => {
    await scene.owe();
    await scene.untilPaidOut();
  },
  'paid out, when the account is refused first': async (scene) => {
    await scene.owe({ answer: '07' });
    await scene.untilPaidOut({ isHeld: true });
  },
  'paid out, and the bank does not say so': async (scene) => {
    await scene.owe({ answer: 'TIMEOUT', done: true });
    await scene.untilPaidOut();
  },
  'found on the statement': async (scene) => {
    await scene.open();
    await scene.payUnheard(due);
    await scene.until('SUCCESSFUL');
    await scene.world.runNow('sweep');
  },
} satisfies Record<string, (scene: Scene) => Promise<void>>;

export type SceneName = keyof typeof scenes;
export const sceneNames = Object.keys(scenes) as SceneName[];

/** All of them at once. `tag` tells this time from others. */
export function playAll(
  world: CrashWorld,
  tag: string,
  names: readonly SceneName[],
): { readonly played: readonly Scene[]; readonly over: Promise<void> } {
  const played = names.map((name) => {
    const n = sceneNames.indexOf(name);
    return new Scene(world, name, `CRASH-${tag}-${n}`);
  });
  const over = Promise.all(
    played.map(async (scene) => {
      await (scenes[scene.name as SceneName] as (scene: Scene) => Promise<void>)(scene);
      await scene.untilNotified();
    }),
  ).then(() => {});
  return { played, over };
}
