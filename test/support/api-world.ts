import { randomInt } from 'node:crypto';
import { expect } from 'vitest';
import type { Scope } from '../../src/http/access/scopes.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { sessionId } from '../../src/domain/nip-session.js';
import { simulatorKeys, type HookKeys } from '../../src/providers/hook-signature.js';
import { SimulatorControl } from '../../src/providers/simulator/control-client.js';
import { sharedEdge, startEdge, type AnyManilla, type TestEdge } from './edge.js';
import {
  seedShop,
  sharedManilla,
  startEverything,
  type ProgramEnvironment,
  type SandboxMerchant,
  type TestDatabase,
  type TestManilla,
} from './stack.js';
import { ApiClient, order, type ApiReply, type JsonBody } from './api-client.js';

let worlds = 0;
/** The world that has made a shop of a name, by database and name: the files of a process share their database. */
const shops = new Map<string, ApiWorld<AnyManilla>>();

/** A checkout with an account to pay into, and what a merchant needs to complete it. */
export interface OpenCheckout {
  readonly reference: string;
  readonly amount: number;
  readonly initiated: ApiReply;
  readonly account: ApiReply;
  readonly accountNumber: string;
  /** A whole complete request. */
  readonly completion: JsonBody;
}

/** A Manilla, whole or its edge only, with a merchant that is logged in. */
export class ApiWorld<Manilla extends AnyManilla = TestManilla> {
  readonly bank: SimulatorControl;

  private constructor(
    readonly manilla: Manilla,
    readonly merchant: ApiClient,
  ) {
    this.bank = new SimulatorControl(manilla.simulatorUrl);
  }

  /** A new merchant in the Manilla that test files share, with scopes that a merchant does not have by itself. */
  static async shared(granted: readonly Scope[] = []): Promise<ApiWorld> {
    return ApiWorld.#shareOf(await sharedManilla(), granted);
  }

  static async #shareOf<Manilla extends AnyManilla>(
    manilla: Manilla,
    granted: readonly Scope[],
    feeBearer = 'MERCHANT',
  ): Promise<ApiWorld<Manilla>> {
    worlds += 1;
    const merchant = await seedShop(manilla.env, `Sandbox Shop ${worlds}`);
    await manilla.database.query(
      `update merchant set trade_name = 'SANDBOX SHOP', granted_scopes = $2, fee_bearer = $3 where merchant_id = $1`,
      [merchant.merchantId, granted, feeBearer],
    );
    const own = { ...manilla, merchant, stop: () => Promise.resolve() };
    return new ApiWorld(own, await ApiClient.authenticated(own.baseUrl, merchant));
  }

  /** The API in the test's own process; test files of this process share it, each with a merchant of its own. */
  static async edge(
    granted: readonly Scope[] = [],
    feeBearer?: 'CUSTOMER',
  ): Promise<ApiWorld<TestEdge>> {
    return ApiWorld.#shareOf(await sharedEdge(), granted, feeBearer);
  }

  /** The same with settings of its own. */
  static async ownEdge(
    overrides: Partial<ProgramEnvironment>,
    granted: readonly Scope[] = [],
  ): Promise<ApiWorld<TestEdge>> {
    const edge = await startEdge(overrides);
    const world = await ApiWorld.#shareOf(edge, granted);
    return Object.assign(world, { stop: () => edge.stop() });
  }

  /** A Manilla of the test's own; `overrides` go to every program, `granted` to its merchant. */
  static async start(
    overrides: Partial<ProgramEnvironment> = {},
    granted: readonly Scope[] = [],
    isPooled?: boolean,
  ): Promise<ApiWorld> {
    const manilla = await startEverything(overrides, isPooled);
    await manilla.database.query('update merchant set granted_scopes = $1', [granted]);
    return new ApiWorld(manilla, await ApiClient.authenticated(manilla.baseUrl, manilla.merchant));
  }

  get prefix(): string {
    return this.manilla.merchant.prefix;
  }

  get anonymous(): ApiClient {
    return new ApiClient(this.manilla.baseUrl);
  }

  /** Another merchant, with a prefix of its own, logged in. */
  async otherMerchant(
    name = `Other Shop ${worlds}`,
    granted: readonly Scope[] = [],
    /** Columns of the merchant, set before the API has read any of them: it remembers them for five seconds. */
    { channels, ...columns }: Readonly<Record<string, unknown>> = {},
  ): Promise<ApiClient & { merchant: SandboxMerchant }> {
    const merchant = await seedShop(this.manilla.env, this.#ownName(name));
    const set = Object.entries({ granted_scopes: granted, ...columns });
    await this.query(
      `update merchant set ${set.map(([column], n) => `${column} = $${n + 2}`).join(', ')} where merchant_id = $1`,
      [merchant.merchantId, ...set.map(([, value]) => value)],
    );
    if (channels !== undefined) {
      await this.query(
        'update merchant_channel set place = array_position($2, channel) where merchant_id = $1',
        [merchant.merchantId, channels],
      );
    }
    const client = await ApiClient.authenticated(this.manilla.baseUrl, merchant);
    return Object.assign(client, { merchant });
  }

  /** A name is a shop's: what another file has suspended or locked out would be found here. */
  #ownName(name: string): string {
    const key = `${this.manilla.env.DATABASE_URL} ${name}`;
    const first = shops.get(key) ?? this;
    shops.set(key, first);
    return first === this ? name : `${name} ${(worlds += 1)}`;
  }

  query<Row extends Record<string, unknown>>(
    statement: Parameters<TestDatabase['query']>[0],
    values: unknown[] = [],
  ): Promise<Row[]> {
    return this.manilla.database.query<Row>(statement, values);
  }

  async initiated(changes: JsonBody = {}): Promise<{ reference: string; reply: ApiReply }> {
    const body = order(changes);
    return { reference: body.paymentReference, reply: await this.merchant.initiate(body) };
  }

  async awaitingPayment(changes: JsonBody = {}): Promise<OpenCheckout> {
    const { reference, reply: initiated } = await this.initiated(changes);
    const amount = Number(initiated.data.amountPayable);
    const account = await this.merchant.createAccount({
      paymentReference: reference,
      prefix: this.prefix,
      validity: 30,
      amount,
    });
    const accountNumber = String(account.data.accountNumber);
    const { data } = await this.merchant.query(reference);
    const completion = {
      paymentChannel: 'Bank',
      account: accountNumber,
      amount,
      paymentReference: reference,
      accessCode: data.accessCode as string,
    };
    return { reference, amount, initiated, account, accountNumber, completion };
  }

  async paid(changes: JsonBody = {}, transfer: JsonBody = {}): Promise<OpenCheckout> {
    const checkout = await this.awaitingPayment(changes);
    const { accountNumber, amount, completion } = checkout;
    await this.merchant.pay({ accountNumber, amount, ...transfer });
    await this.merchant.complete(completion, { prefer: 'wait=20' });
    return checkout;
  }

  /** 400,000 of 1,000,000 kobo have arrived. */
  async partlyPaid(changes: JsonBody = {}): Promise<OpenCheckout> {
    const checkout = await this.awaitingPayment(changes);
    await this.merchant.pay({ accountNumber: checkout.accountNumber, amount: 400_000 });
    await this.until(checkout.reference, 'PARTIALLY_PAID');
    return checkout;
  }

  /** Returns when the checkout has this status. */
  async until(reference: string, status: string): Promise<void> {
    for (let tries = 0; tries < 10; tries += 1) {
      const { data, headers } = await this.merchant.query(reference);
      if (data.status === status) return;
      const seen = headers.get('etag') ?? '';
      await this.merchant.query(reference, { prefer: 'wait=5', 'if-none-match': seen });
    }
    throw new Error(`${reference} did not become ${status}`);
  }

  /** Returns when the refund has this status: what it does to its order is seen from then on. */
  async untilRefund(refundReference: string, status: string): Promise<ApiReply> {
    const shown = () => this.merchant.get(`/api/v1/refunds/${refundReference}`);
    await expect.poll(async () => (await shown()).data.status, { timeout: 30_000 }).toBe(status);
    return shown();
  }

  /** Moves the end of the account's window to the past: the clock is over before any timer has fired. */
  async endWindow(accountNumber: string): Promise<void> {
    await this.query(
      `update virtual_account set expires_at = now() - interval '1 millisecond' where account_number = $1`,
      [accountNumber],
    );
  }

  /** And with it the windows of its accounts, of which none outlives the session. */
  async endSession(reference: string): Promise<void> {
    await this.query(
      `with ended as (
         update checkout set expires_at = now() - interval '1 millisecond' where payment_reference = $1
         returning checkout_id, expires_at)
       update virtual_account v set expires_at = least(v.expires_at, e.expires_at)
         from ended e where v.checkout_id = e.checkout_id`,
      [reference],
    );
  }

  /** The checkout's payments were booked so long ago. */
  async paidAgo(reference: string, ago: string): Promise<void> {
    await this.query(
      `update inward_credit k set applied_at = now() - $2::interval
         from checkout c where c.checkout_id = k.checkout_id and c.payment_reference = $1`,
      [reference, ago],
    );
  }

  async cancelled(): Promise<OpenCheckout> {
    const checkout = await this.awaitingPayment();
    await this.merchant.cancel(checkout.reference);
    return checkout;
  }

  async stop(): Promise<void> {
    await this.manilla.stop();
  }
}

/** Whatever it runs on. */
export type AnyWorld = ApiWorld<AnyManilla>;

/** As an outside bank makes one for a transfer of now. */
export function mintSessionId(): string {
  return sessionId('999998', new Date(), String(randomInt(10 ** 12)));
}

/** The key the simulator signs with in this stack. */
export function hookKeys(env: ProgramEnvironment): HookKeys {
  return simulatorKeys(loadConfig({ ...env }).hookKeys);
}
