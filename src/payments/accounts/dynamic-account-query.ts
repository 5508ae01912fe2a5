import type { AccountFilter, DynamicAccountStatus } from './dynamic-account.js';
import { dynamicValidityMinutes } from '../../domain/reference.js';
import { type Slice, statementLimit } from '../../domain/slice.js';
import { statementName } from '../../platform/database/statement-name.js';

/**
 * The conditions compare the account's end with the present time, because the timer that stores an ended status may
 * fire a moment later.
 */
const statuses: Readonly<Record<DynamicAccountStatus, string>> = {
  // No account lives longer than that, so older rows are not read.
  ACTIVE: `v.status = 'ACTIVE' and v.expires_at > now()
             and v.created_at > now() - interval '${dynamicValidityMinutes.max} minutes'`,
  EXPIRED: `(v.status = 'EXPIRED' or v.status = 'ACTIVE' and v.expires_at <= now())`,
  USED: `v.status = 'USED'`,
  CLOSED: `v.status = 'CLOSED'`,
  RELEASED: `v.status = 'RELEASED'`,
};

/** Finds the rows of one page by their index first, and then reads the data that belongs to them. */
export function listedAccounts(merchantId: string, filter: AccountFilter, slice: Slice) {
  const values: unknown[] = [merchantId];
  const value = (each: unknown): string => `$${values.push(each)}`;
  const { status, since, before, paymentReference } = filter;
  const conditions = [
    'v.merchant_id = $1',
    'v.checkout_id is not null',
    ...(paymentReference === null
      ? []
      : [
          `v.checkout_id = (select c.checkout_id from checkout c
             where c.merchant_id = $1 and c.payment_reference = ${value(paymentReference)})`,
        ]),
    ...(since === null ? [] : [`v.created_at >= ${value(since)}`]),
    ...(before === null ? [] : [`v.created_at < ${value(before)}`]),
    ...(status === null ? [] : [statuses[status]]),
    ...afterOf(slice, value),
  ];
  const limit = statementLimit(slice.limit);
  const skipped = slice.offset === 0 ? '' : ` offset ${value(slice.offset)}`;
  const text = `
    select r.*, list_position(p.created_at) as position_at
      from (select v.virtual_account_id, v.created_at from virtual_account v
             where ${conditions.join(' and ')}
             order by v.created_at desc, v.virtual_account_id desc
             limit ${limit}${skipped}) p
      join dynamic_account_read r on r.virtual_account_id = p.virtual_account_id
     order by p.created_at desc, p.virtual_account_id desc`;
  const parts = [
    status,
    since && 'since',
    before && 'before',
    paymentReference && 'reference',
    slice.after && 'after',
    skipped && 'skip',
  ];
  const name = statementName('dynamic_accounts', ...parts, String(limit));
  return { name, text, values };
}

function afterOf({ after }: Slice, value: (each: unknown) => string): string[] {
  if (after === null) return [];
  const [at, id] = after;
  return [`(v.created_at, v.virtual_account_id) < (list_time(${value(at)}), ${value(id)})`];
}
