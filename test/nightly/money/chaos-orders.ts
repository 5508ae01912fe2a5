import { seedShop } from '../../support/stack.js';
import type { Random } from '../../support/soak-random.js';
import type { SandboxMerchant } from '../../../scripts/stack/programs.ts';
import type { ChaosStack } from './chaos-stack.js';
import { SimulatorControl } from '../../../src/providers/simulator/control-client.js';
import { ApiClient, order } from '../../support/api-client.js';
import { insisting, until } from './soak-world.js';

const amount = 1_000_000;

/** What the payer of an order sends, transfer by transfer, and how often the merchant is owed less than that. */
const kinds = {
  EXACT: { transfers: [amount], refunds: 0 },
  SHORT: { transfers: [amount - 1_000, 1_000], refunds: 0 },
  OVER: { transfers: [amount + 5_000], refunds: 1 },
  DUPLICATE: { transfers: [amount, amount], refunds: 1 },
} as const;
const weights = { EXACT: 40, SHORT: 20, OVER: 20, DUPLICATE: 20 } as const;

/** What must come of the orders that were played. */
export interface Expected {
  orders: number;
  transfers: number;
  refunds: number;
}

/** A shop whose client logs in again before its token ends. */
class ChaosShop {
  #client: Promise<ApiClient> | undefined;
  #until = 0;

  constructor(
    private readonly baseUrl: string,
    readonly merchant: SandboxMerchant,
  ) {}

  async client(): Promise<ApiClient> {
    if (Date.now() > this.#until) {
      this.#until = Date.now() + 600_000;
      this.#client = this.#logIn();
    }
    return this.#client as Promise<ApiClient>;
  }

  async #logIn(): Promise<ApiClient> {
    const { clientId, clientSecret } = this.merchant;
    const open = new ApiClient(this.baseUrl);
    const reply = await insisting(() =>
      open.post('/api/v1/merchant/authenticate', { clientId, clientSecret }),
    );
    return new ApiClient(this.baseUrl, String(reply.data.access_token));
  }
}

/** Merchants, and payers whose banks tell of each transfer until they are heard. */
export class ChaosOrders {
  readonly expected: Expected = { orders: 0, transfers: 0, refunds: 0 };
  readonly #bank: SimulatorControl;

  private constructor(
    private readonly shops: readonly ChaosShop[],
    simulatorUrl: string,
  ) {
    this.#bank = new SimulatorControl(simulatorUrl);
  }

  static async open(stack: ChaosStack['stack'], hookUrl: string): Promise<ChaosOrders> {
    const { env } = stack;
    const shops: ChaosShop[] = [];
    for (let n = 1; n <= 4; n += 1) {
      const seeded = await seedShop(env, `Chaos Shop ${n}`, stack.databaseUrl('manilla'));
      const shop = new ChaosShop(env.MANILLA_BASE_URL, seeded);
      await (await shop.client()).post('/api/v1/webhooks/notification-url', { url: hookUrl });
      shops.push(shop);
    }
    return new ChaosOrders(shops, env.MANILLA_SIMULATOR_URL);
  }

  /** Plays the nth order to where everybody has been heard. */
  async play(n: number, random: Random): Promise<void> {
    const { transfers, refunds } = kinds[random.weighted(weights)];
    const shop = this.shops[n % this.shops.length] as ChaosShop;
    const client = await shop.client();
    const paymentReference = `CHAOS-${n}`;
    await insisting(() => client.initiate(order({ paymentReference, amount })));
    const request = { paymentReference, prefix: shop.merchant.prefix, validity: 1_000, amount };
    const { data } = await insisting(() => client.createAccount(request));
    const accountNumber = String(data.accountNumber);
    // An account of its own, which can be told by its refund at the bank.
    const source = { accountNumber: `8${String(n).padStart(9, '0')}`, bankCode: '999998' };
    for (const paid of transfers) {
      const transfer = { accountNumber, amount: paid, source };
      const sent = await this.#bank.payInward({
        ...transfer,
        askName: false,
        notify: { times: 0 },
      });
      const tells = random.chance(0.3) ? 3 : 1;
      await Promise.all(
        Array.from({ length: tells }, () => this.#tell(sent.sessionId, accountNumber, paid)),
      );
    }
    this.expected.orders += 1;
    this.expected.transfers += transfers.length;
    this.expected.refunds += refunds;
  }

  async #tell(sessionId: string, accountNumber: string, paid: number): Promise<void> {
    const again = { sessionId, accountNumber, amount: paid, askName: false };
    await until(
      async () => (await this.#bank.payInward({ ...again, notify: { times: 1 } })).notifications,
      ([heard]) => heard?.status === 200,
      { what: `the bank is heard of ${sessionId}`, timeoutMs: 120_000 },
    );
  }
}
