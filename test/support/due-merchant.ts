import { newId } from '../../src/platform/database/new-id.js';
import type { OutsideAccount } from '../../src/providers/simulator/control-client.js';

/** Runs SQL; what it answers is of no interest here. */
export type Run = (sql: string, values: unknown[]) => Promise<unknown>;

export type PaidTo = Pick<OutsideAccount, 'accountNumber' | 'accountName' | 'bankCode'>;

interface Terms {
  readonly schedule?: string;
  readonly status?: 'ACTIVE' | 'SUSPENDED';
}

/** A merchant of the first one's plan that can be paid, and is due so much; how it came to that is another story. Answers its id. */
export async function addDueMerchant(
  run: Run,
  account: PaidTo,
  amountMinor: number | bigint,
  { schedule = 'T0_INSTANT', status = 'ACTIVE' }: Terms = {},
): Promise<string> {
  const merchantId = newId('mch');
  await run(
    `with made as (
       insert into merchant (merchant_id, name, trade_name, settlement_schedule, minimum_payout_minor, status)
         values ($1, 'Shop', 'SHOP', $2, 0, $3) returning merchant_id)
     insert into merchant_channel (merchant_id, channel, fee_plan_id, place)
       select d.merchant_id, c.channel, c.fee_plan_id, c.place
         from made d cross join (select * from merchant_channel m where m.channel = 'Bank' limit 1) c`,
    [merchantId, schedule, status],
  );
  await addPaidAccount(run, merchantId, account);
  await bookDue(run, merchantId, amountMinor);
  return merchantId;
}

/** The merchant's default account, usable since yesterday. */
export async function addPaidAccount(
  run: Run,
  merchantId: string,
  { accountNumber, accountName, bankCode }: PaidTo,
): Promise<void> {
  await run(
    `insert into settlement_account (settlement_account_id, merchant_id, account_number, bank_code, account_name, provider,
                                     is_default, status, usable_from)
       values ($1, $2, $3, $4, $5, 'simulator', true, 'ACTIVE', now() - interval '1 day')`,
    [newId('txn').replace('txn', 'sac'), merchantId, accountNumber, bankCode, accountName],
  );
}

/** As `addPaidAccount`, in the place of the merchant's other accounts; whatever it is due is paid at once. */
export async function payOutAtOnce(run: Run, merchantId: string, account: PaidTo): Promise<void> {
  await run(
    `update merchant set settlement_schedule = 'T0_INSTANT', minimum_payout_minor = 0 where merchant_id = $1`,
    [merchantId],
  );
  await run(
    `update settlement_account set status = 'REMOVED', removed_at = now() where merchant_id = $1`,
    [merchantId],
  );
  await addPaidAccount(run, merchantId, account);
}

/** Books what a merchant is due; less than nothing takes it away. */
export async function bookDue(
  run: Run,
  merchantId: string,
  amountMinor: number | bigint,
): Promise<void> {
  await run(
    `select post_journals(array[
       ('seed', $1, 'due', 'pool', '1100', 'simulator', 'NGN', $3::bigint),
       ('seed', $1, 'due', 'merchant', '2100', $2, 'NGN', -$3::bigint)]::leg[])`,
    [newId('txn'), merchantId, amountMinor],
  );
}
