import type pg from 'pg';
import { completedView, pending } from '../../../src/payments/checkouts/completion.js';
import { CompletedCheckout } from '../../../src/payments/checkouts/complete.dto.js';
import { AttemptView } from '../../../src/payments/checkouts/query.dto.js';
import {
  effectiveState,
  type EffectiveState,
} from '../../../src/payments/checkouts/effective-state.js';
import type { PaymentChannel } from '../../../src/payments/checkouts/payment-channels.js';
import type { ChannelName } from '../../../src/domain/channels.js';
import { isPaid } from '../../../src/domain/checkout-state.js';
import type { Checkout } from '../../../src/payments/checkouts/checkout.js';
import { toJsonAmount } from '../../../src/domain/money.js';

/** A channel that the product does not have: the payer dials a code, which makes their bank send money to a number of ours. */
export const ussd = 'Ussd' as ChannelName;
export const ussdPrefix = '777';
export const ussdProvider = 'ussd-rail';

/** All that the database has to know of the channel: one row, and whose numbers it pays into. */
export async function addUssd(pool: pg.Pool, merchantId: string): Promise<void> {
  await pool.query(
    `insert into channel (name, kind, pool_account, income_account, refund_account, earliest_due, is_marked)
       values ('Ussd', 'TRANSFER', '1100', '4120', '1110', 'T0', true)`,
  );
  await pool.query(`select add_prefix($1, $2, '058', 'Example MFB', '000013')`, [
    ussdPrefix,
    ussdProvider,
  ]);
  await pool.query(`update number_prefix set channel = 'Ussd' where prefix = $1`, [ussdPrefix]);
  await pool.query('insert into merchant_prefix (merchant_id, prefix) values ($1, $2)', [
    merchantId,
    ussdPrefix,
  ]);
  await pool.query(
    `insert into merchant_channel (merchant_id, channel, fee_plan_id, place) values ($1, 'Ussd', 'card', 2)`,
    [merchantId],
  );
}

/** Completes a checkout that is paid by a code, and shows the codes that were given out. */
export class UssdChannel implements PaymentChannel {
  readonly name = ussd;

  complete(found: Checkout): Promise<CompletedCheckout> {
    if (isPaid(found.status)) return Promise.resolve(completedView(found, null));
    const [attempt] = this.attempts(found, effectiveState(found));
    const dial = `*901*${attempt?.amount}*${attempt?.accountNumber}#`;
    return Promise.reject(pending(found, `Dial ${dial}`, { dial }));
  }

  attempts(_checkout: Checkout, { accounts }: EffectiveState): readonly AttemptView[] {
    return accounts
      .filter(({ channel }) => channel === this.name)
      .map(({ status, accountNumber, amountMinor, createdAt, expiresAt }) => ({
        paymentChannel: this.name,
        status: status === 'USED' ? 'SUCCEEDED' : 'PENDING',
        accountNumber,
        card: null,
        action: null,
        responseCode: null,
        amount: toJsonAmount(amountMinor),
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      }));
  }
}
