// The imports end in .ts, because src/platform/database/release.ts and the scripts run this file directly.

import { takingLess, takingMore } from './amount-rule.ts';
import { openAttemptStatuses } from './card-attempt-state.ts';
import { responseOf } from './checkout-response.ts';
import { checkoutStatuses, openStatuses, paidStatuses } from './checkout-state.ts';
import { homeCurrency } from './currency.ts';
import { merchantMoves } from './merchant-state.ts';
import { defaultPolicies, toleranceCapBps } from './policies.ts';
import { dailyRunHour } from './settlement-cycle.ts';
import { retryWithinHours } from './webhook-retry-schedule.ts';

/** A rule of this folder that SQL functions need too. The migrator makes an SQL function of it. */
export interface RuleInSql {
  /** The name of the SQL function. */
  readonly name: string;
  /** The rule in one sentence. */
  readonly says: string;
  /** The file of this folder and the names of its exports. */
  readonly from: readonly [file: string, names: string];
  /** Arguments, result and body. */
  readonly sql: string;
}

/**
 * The tables and figures of this folder as SQL functions, which the .sql files call. The functions are constants, so that
 * the planner can use them; and each release has its own.
 */
export const rulesInSql: readonly RuleInSql[] = [
  {
    name: 'is_open_status',
    says: 'Whether the order may still be paid.',
    from: ['checkout-state.ts', 'openStatuses'],
    sql: isOneOf('p_status', openStatuses),
  },
  {
    name: 'is_paid_status',
    says: 'Whether a checkout in this status was paid, whatever happened to the money later.',
    from: ['checkout-state.ts', 'paidStatuses'],
    sql: isOneOf('p_status', paidStatuses),
  },
  {
    name: 'is_open_attempt',
    says: 'Whether an attempt to charge a card may still take money.',
    from: ['card-attempt-state.ts', 'openAttemptStatuses'],
    sql: isOneOf('p_status', openAttemptStatuses),
  },
  {
    name: 'takes_less',
    says: 'Whether less than is due completes the payment.',
    from: ['amount-rule.ts', 'takingLess'],
    sql: isOneOf('p_amount_rule', takingLess),
  },
  {
    name: 'takes_more',
    says: 'Whether more than is due is the merchant’s too.',
    from: ['amount-rule.ts', 'takingMore'],
    sql: isOneOf('p_amount_rule', takingMore),
  },
  {
    name: 'policy_of',
    says: 'A policy, or its default where none is written down.',
    from: ['policies.ts', 'defaultPolicies'],
    sql: `(p_policies jsonb, p_name text) returns text language sql immutable as $$
  select coalesce(p_policies ->> p_name, case p_name ${whens(
    Object.entries(defaultPolicies).map(([name, value]) => [text(name), text(String(value))]),
  )} end)
$$`,
  },
  {
    name: 'tolerance_cap',
    says: 'What a tolerance counts for at most.',
    from: ['policies.ts', 'toleranceCapBps'],
    sql: `(p_expected_minor bigint) returns bigint language sql immutable as $$
  select p_expected_minor * ${toleranceCapBps} / 10000
$$`,
  },
  {
    name: 'response_of',
    says: 'The answer of the API to a checkout in this status.',
    from: ['checkout-response.ts', 'responseOf'],
    sql: response(),
  },
  {
    name: 'retry_within',
    says: 'How long after a try of a webhook the next one is written down at the latest.',
    from: ['webhook-retry-schedule.ts', 'retryWithinHours'],
    sql: constant('interval', `${retryWithinHours} hours`),
  },
  {
    name: 'home_currency',
    says: 'The currency of amounts that have none of their own: limits of merchants, fees for disputes, statements of banks.',
    from: ['currency.ts', 'homeCurrency'],
    sql: constant('text', homeCurrency),
  },
  {
    name: 'daily_run_time',
    says: 'When the daily settlement begins, in Lagos.',
    from: ['settlement-cycle.ts', 'dailyRunHour'],
    sql: constant('time', `${String(dailyRunHour).padStart(2, '0')}:00`),
  },
  {
    name: 'merchant_status_after',
    says: 'The status to which an action of an operator moves a merchant; null: not from this one.',
    from: ['merchant-state.ts', 'merchantMoves'],
    sql: `(p_status text, p_action text) returns text language sql immutable as $$
  select case ${Object.entries(merchantMoves)
    .map(
      ([action, { from, to }]) =>
        `when p_action = ${text(action)} and p_status in (${texts(from)}) then ${text(to)}`,
    )
    .join(' ')} end
$$`,
  },
];

/** The statements that make the functions. */
export function ruleFunctions(): string {
  return rulesInSql.map(({ name, sql }) => `create function ${name}${sql};`).join('\n');
}

function isOneOf(argument: string, values: readonly string[]): string {
  return `(${argument} text) returns boolean language sql immutable as $$
  select ${argument} in (${texts(values)})
$$`;
}

function constant(type: string, value: string): string {
  return `() returns ${type} language sql immutable as $$ select ${type} ${text(value)} $$`;
}

/**
 * The function is PL/pgSQL: each event calls it once, and an SQL function with two results would be started anew each
 * time.
 */
function response(): string {
  const pending = responseOf(null);
  const branches = checkoutStatuses.flatMap((status) => {
    const { code, message } = responseOf(status);
    const is = `code := ${text(code)}; message := ${text(message)};`;
    return code === pending.code ? [] : [`when ${text(status)} then ${is}`];
  });
  return `(p_status text, out code text, out message text) language plpgsql immutable as $$
begin
  case p_status ${branches.join(' ')} else code := ${text(pending.code)}; message := ${text(pending.message)}; end case;
end $$`;
}

function whens(pairs: readonly (readonly [when: string, then: string])[]): string {
  return pairs.map(([when, then]) => `when ${when} then ${then}`).join(' ');
}

function texts(values: readonly string[]): string {
  return values.map(text).join(', ');
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
