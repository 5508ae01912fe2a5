import { type ApiWorld, mintSessionId } from '../../support/api-world.js';
import { order } from '../../support/api-client.js';
import { insisting, together } from '../money/soak-world.js';

/** Orders of payers with an address each, paid by bank transfer. */
export class ReceiptOrders {
  constructor(private readonly world: ApiWorld) {}

  /** So many orders named `prefix-0`, `prefix-1`, ..., some at once. Their merchant repeats whatever it gets no answer to. */
  async pay(prefix: string, many: number, atOnce: number): Promise<void> {
    const names = Array.from({ length: many }, (_, at) => `${prefix}-${at}`);
    await together(names, atOnce, (name) => this.#payOne(name));
  }

  async #payOne(paymentReference: string): Promise<void> {
    const { merchant, prefix } = this.world;
    const email = `payer-${paymentReference.toLowerCase()}@example.ng`;
    await insisting(() => merchant.initiate(order({ paymentReference, email })));
    const account = { paymentReference, prefix, validity: 30, amount: 1_000_000 };
    const { data } = await insisting(() => merchant.createAccount(account));
    const accountNumber = String(data.accountNumber);
    const payment = { accountNumber, amount: 1_000_000, nameEnquiry: false } as const;
    const sessionId = mintSessionId();
    await insisting(() => merchant.pay({ ...payment, sessionId }));
  }

  /** Whether payers are told at all from now on. A worker that starts says who tells them, and is not heard while nobody shall. */
  async tell(isOn: boolean): Promise<void> {
    await this.world.query('drop trigger if exists nobody_is_told on message_channel');
    if (isOn) {
      await this.world.query(
        `insert into message_channel values ('EMAIL', 'smtp') on conflict do nothing`,
      );
      return;
    }
    await this.world.query(
      `create or replace function nobody_is_told() returns trigger language plpgsql as 'begin return null; end'`,
    );
    await this.world.query(
      `create trigger nobody_is_told before insert on message_channel for each row execute function nobody_is_told()`,
    );
    await this.world.query('delete from message_channel');
  }

  /** How long it took from a transfer to its merchant's webhook, in milliseconds, of those that the merchant has. */
  async latencies(prefix: string): Promise<Latencies> {
    const [row] = await this.world.query<Record<keyof Latencies, number>>(
      `select count(*)::int as orders, coalesce(round(percentile_cont(0.5) within group (order by t.ms)), 0)::int as p50,
              coalesce(round(percentile_cont(0.99) within group (order by t.ms)), 0)::int as p99
         from (select extract(epoch from d.finished_at - k.received_at) * 1000 as ms
                 from checkout c join inward_credit k on k.checkout_id = c.checkout_id
                 join event v on v.checkout_id = c.checkout_id and v.type = 'checkout.successful'
                 join webhook_delivery d on d.event_id = v.event_id and d.status = 'DELIVERED'
                where c.payment_reference like $1 || '-%') t`,
      [prefix],
    );
    return row ?? { orders: 0, p50: 0, p99: 0 };
  }
}

export interface Latencies {
  readonly orders: number;
  readonly p50: number;
  readonly p99: number;
}
