import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rulesInSql } from '../../src/domain/rules-in-sql.ts';
import { functionFiles } from '../../src/platform/database/function-files.ts';
import { page, table } from './page.ts';

const root = join(import.meta.dirname, '..', '..');
const comparing = 'test/integration/platform/database/domain.test.ts';

/** The SQL functions and views that decide, by the subject of the decision. */
const decidedInSql: Readonly<Record<string, readonly string[]>> = {
  'What a payment is taken for': [
    ...['judge_payment', 'record_credit', 'judge_credit', 'held_policy', 'policies_for'],
    ...['way_back', 'fee_plan_of', 'fee_share', 'merchant_legs', 'post_journals'],
  ],
  'Where an order and its money stand': [
    ...['change_checkout', 'next_status', 'unpaid_reason', 'ends_with_window', 'is_merchants'],
    ...['transaction_read', 'static_standing', 'outstanding_minor'],
  ],
  'When money is paid out, and how much': [
    ...['is_business_day', 'feast_on', 'next_payout_day', 'due_after', 'not_due_minor'],
    ...['split_payout', 'stamp_duty_on', 'next_settlement', 'settlement_status', 'account_to_pay'],
  ],
  'What goes back': [
    ...['refundable_of', 'duty_for_merchant', 'is_redirected', 'cooling_period', 'merchant_part'],
    ...['take_back', 'outgoing_hold'],
  ],
  'Who may do what': ['why_not_two', 'decides_after', 'merchant_checklist', 'merchant_open_items'],
  'What is told': ['write_event', 'claim_deliveries', 'note_endpoint_health'],
};

/** The exports of src/domain that decide in TypeScript, by the subject of the decision. */
const decidedInTypeScript: Readonly<Record<string, readonly string[]>> = {
  'What is asked': [
    'fees.ts grossUp',
    'policies.ts resolvePolicies',
    'amount-rule.ts fitsAmountRule',
  ],
  'What a bank’s answer means': [
    ...['nip-code.ts classifyNipCode', 'nip-code.ts nipFault', 'tsq-schedule.ts judgeAbsence'],
    ...['refund-sending.ts refundRefusal', 'card-code.ts classifyCardCode'],
    ...['nip-session.ts senderTime', 'name-score.ts nameScore'],
  ],
  'When something is tried again': [
    ...['webhook-retry-schedule.ts retryDelayMs', 'tsq-schedule.ts queryPauseMs'],
    ...['send-window.ts resendPauseMs', 'settlement-cut-off.ts cutOffOf'],
  ],
  'Who may do what': [
    ...['four-eyes.ts asksForPartner', 'held-credit.ts creditChoicesOf'],
    ...['merchant-changes.ts grantTakesTwo', 'merchant-changes.ts limitTakesTwo'],
  ],
};

/** Rules that are in both, because each side needs them for rows that it has just read or is about to write. */
const inBoth: readonly (readonly [rule: string, typescript: string, sql: string, test?: string])[] =
  [
    ['The fee on an amount', 'src/domain/fees.ts feeOn', 'fee_on'],
    [
      'What a payer still owes',
      'src/payments/checkouts/checkout-money.ts outstandingOf',
      'due_minor',
    ],
    [
      'What a channel asks',
      'src/payments/checkouts/checkout-money.ts offeredMinor',
      'offered_minor',
    ],
    [
      'The status of a checkout by the clock',
      'src/payments/checkouts/effective-state.ts effectiveState',
      'status_by_clock',
    ],
    ['An account number without its first digits', 'src/domain/masking.ts masked', 'masked'],
    [
      'A name without case, marks and signs',
      'src/domain/names.ts foldName',
      'fold_name',
      'test/integration/domain/names.test.ts',
    ],
    ['The day in Lagos', 'src/domain/lagos-day.ts lagosDate', 'lagos_date'],
  ];

/** docs/rules.md: where each rule is. */
export function rulesPage(): string {
  return page(
    'Where a rule is',
    'src/domain, the SQL functions and scripts/docs/rules.ts',
    'A rule has one home. What decides about rows that it locks is an SQL function; what needs no row is TypeScript in `src/domain`.',
    '## In TypeScript, and given to the database',
    'The migrator makes these SQL functions from what `src/domain` exports ([`rules-in-sql.ts`](../src/domain/rules-in-sql.ts)), for each release anew. The transitions of checkouts, refunds and payouts (`checkout-state.ts`, `refund-state.ts`, `payout-state.ts`) and the channels (`channels.ts`) it copies into tables.',
    table(
      ['rule', 'home in `src/domain`', 'SQL function'],
      rulesInSql.map(({ name, says, from: [file, names] }) => [
        says,
        `[\`${file}\`](../src/domain/${file}): \`${names}\``,
        `\`${name}\``,
      ]),
    ),
    '## In SQL',
    ...bySubject(decidedInSql, sqlRow),
    '## In TypeScript',
    ...bySubject(decidedInTypeScript, typescriptRow),
    '## In both',
    'A test compares the two, over every status and both sides of each bound.',
    table(
      ['rule', 'TypeScript', 'SQL', 'test'],
      inBoth.map(([rule, typescript, sql, test = comparing]) => {
        const [path = '', name = ''] = typescript.split(' ');
        sentenceAbove(path, name);
        return [
          rule,
          `[\`${name}\`](../${path})`,
          link(sql),
          `[\`${basename(test)}\`](../${test})`,
        ];
      }),
    ),
  );
}

function bySubject(
  subjects: Readonly<Record<string, readonly string[]>>,
  row: (name: string) => string[],
): string[] {
  return Object.entries(subjects).flatMap(([subject, names]) => [
    `### ${subject}`,
    table(['name', 'what it says'], names.map(row)),
  ]);
}

function sqlRow(name: string): string[] {
  return [link(name), sqlHome(name).says];
}

function typescriptRow(place: string): string[] {
  const [file = '', name = ''] = place.split(' ');
  return [`[\`${name}\`](../src/domain/${file})`, sentenceAbove(`src/domain/${file}`, name)];
}

function link(name: string): string {
  return `[\`${name}\`](../${sqlHome(name).path})`;
}

/** The file that makes a function or a view, and the first sentence above it. */
function sqlHome(name: string): { readonly path: string; readonly says: string } {
  const above = new RegExp(`((?:^--.*\\n)+)create (?:function|view) ${name}\\b`, 'm');
  for (const file of functionFiles) {
    const [, comment] = above.exec(readFileSync(join(root, 'src', file), 'utf8')) ?? [];
    if (comment !== undefined)
      return { path: `src/${file}`, says: firstSentence(comment.replaceAll(/^-- ?/gm, '')) };
  }
  throw new Error(`no SQL file makes ${name}: bring scripts/docs/rules.ts up to date`);
}

function sentenceAbove(path: string, name: string): string {
  const text = readFileSync(join(root, path), 'utf8');
  const above = new RegExp(
    `/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*export (?:function|const) ${name}\\b`,
  ).exec(text)?.[1];
  if (above === undefined)
    throw new Error(`${path} has no ${name} with a sentence above it: scripts/docs/rules.ts`);
  return firstSentence(above.replaceAll(/^\s*\* ?/gm, ''));
}

function firstSentence(comment: string): string {
  const text = comment.replaceAll(/\s+/g, ' ').trim();
  return /^.*?(?:\.(?= )|$)/.exec(text)?.[0] ?? text;
}
