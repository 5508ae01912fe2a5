import type { Mutant } from './mutant.ts';

const incoming = 'test/integration/programs/statuses/incoming.test.ts';
const deliveries = 'test/integration/notify/delivery/deliveries.test.ts';
const doors = 'test/integration/people/doors.test.ts';
const others = 'test/integration/merchants/settings/others-rows.test.ts';

/** Rights, people and events: the second value of a table that is tested with one, and rows of another merchant. */
export const secondValuesOfRights: readonly Mutant[] = [
  {
    name: 'busy-endpoint-is-failing',
    cost: 'An endpoint is given up because we were too busy to call it.',
    file: 'src/notify/webhooks/endpoints.sql',
    replace: `t.failure is distinct from 'ENDPOINT_BUSY' and `,
    by: '',
    seenBy: { file: deliveries, test: 'is not blamed for our own crowd' },
  },
  {
    name: 'test-of-another-url-switches-on',
    cost: 'A test of the former URL switches the present one on, which is gone.',
    file: 'src/notify/webhooks/endpoints.sql',
    replace: ` and e.url = p_url and e.status <> 'ACTIVE'`,
    by: ` and e.status <> 'ACTIVE'`,
    seenBy: { file: deliveries, test: 'is switched on by a test of' },
  },
  {
    name: 'redelivered-while-delivering',
    cost: 'An event that is being delivered is sent a second time beside itself.',
    file: 'src/notify/webhooks/redelivery.sql',
    replace: `where d.event_id = original.event_id and d.endpoint = original.endpoint and d.status in ('PENDING', 'DELIVERING')\n`,
    by: `where d.event_id = original.event_id and d.endpoint = original.endpoint and d.status = 'PENDING'\n`,
    seenBy: {
      file: deliveries,
      test: 'is kept, sent once more, and counted as missed as the table says',
    },
  },
  {
    name: 'suppressed-events-not-missed',
    cost: 'A merchant who comes back is told that nothing was missed.',
    file: 'src/notify/webhooks/redelivery.sql',
    replace: `d.status in ('DEAD', 'SUPPRESSED', 'RETRYING')\n             and d.event_id >=`,
    by: `d.status in ('DEAD', 'RETRYING')\n             and d.event_id >=`,
    seenBy: {
      file: deliveries,
      test: 'is kept, sent once more, and counted as missed as the table says',
    },
  },
  {
    name: 'security-not-told-unless-asked',
    cost: 'A thief of an operator’s account changes a key, and its merchant, who asks for payments only, is not told.',
    file: 'src/notify/events/events.sql',
    replace: ` or p_type = 'security.changed' then`,
    by: ' then',
    seenBy: { file: deliveries, test: 'otherwise, unless it is about its security' },
  },
  {
    name: 'invitation-used-late',
    cost: 'A link that was found in an old mail makes its finder an operator.',
    file: 'src/people/people.sql',
    replace:
      'where i.link_hash = p_link_hash and i.used_at is null and i.expires_at > now() and i.usable_from <= now() for update;',
    by: 'where i.link_hash = p_link_hash and i.used_at is null and i.usable_from <= now() for update;',
    seenBy: { file: doors, test: 'is opened and used, once' },
  },
  {
    name: 'recovery-code-of-another',
    cost: 'A recovery code of one operator opens another one’s account.',
    file: 'src/people/people.sql',
    replace: 'where c.person_id = who.person_id and c.code_hash = p_code and c.used_at is null',
    by: 'where c.code_hash = p_code and c.used_at is null',
    seenBy: { file: doors, test: 'of another person lets nobody in' },
  },
  {
    name: 'session-of-another-ended',
    cost: 'Whoever may end only one’s own session signs all others out.',
    file: 'src/people/sessions.sql',
    replace:
      'where s.session_id = p_session_id and s.realm = p_realm and (p_of is null or s.person_id = p_of) returning',
    by: 'where s.session_id = p_session_id and s.realm = p_realm returning',
    seenBy: { file: doors, test: 'is not ended by another person' },
  },
  {
    name: 'ended-key-is-live',
    cost: 'A merchant revokes the only key that still works, and is locked out.',
    file: 'src/merchants/keys/keys.sql',
    replace: 'k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and exists (',
    by: 'k.revoked_at is null and exists (',
    seenBy: {
      file: 'test/integration/http/access/live-keys.test.ts',
      test: 'live, so that another can',
    },
  },
  {
    name: 'closed-with-an-unknown-settlement',
    cost: 'A merchant is closed while the outcome of its last payout is not known.',
    file: 'src/operators/merchants/merchants.sql',
    replace: `s.status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN', 'ON_HOLD')`,
    by: `s.status in ('SCHEDULED', 'PROCESSING', 'ON_HOLD')`,
    seenBy: {
      file: 'test/integration/operators/cases/outgoing.test.ts',
      test: 'keeps what the table says',
    },
  },
  {
    name: 'limits-confirmed-over-others',
    cost: 'A second operator raises a limit above one that was set meanwhile.',
    file: 'src/operators/merchants/proposals.sql',
    replace: `when 'LIMITS' then to_jsonb(m) @> (p.wish -> 'before')`,
    by: `when 'LIMITS' then true`,
    seenBy: {
      file: 'test/integration/operators/merchants/still-proposed.test.ts',
      test: 'is over when meanwhile',
    },
  },
  {
    name: 'charged-payer-erased',
    cost: 'The payer of a charge that the acquirer may still approve is erased.',
    file: 'src/upkeep/erasure/erasure.sql',
    replace: `is_open_attempt(a.status)) then 'CHARGE_OPEN'`,
    by: `a.status = 'PENDING') then 'CHARGE_OPEN'`,
    seenBy: { file: incoming, test: 'keeps its payer, and is asked for, as the table says' },
  },
  {
    name: 'late-payer-erased',
    cost: 'The account that late money goes back to is erased.',
    file: 'src/upkeep/erasure/erasure.sql',
    replace: `k.outcome in ('LATE', 'DUPLICATE', 'UNMATCHED')`,
    by: `k.outcome in ('DUPLICATE', 'UNMATCHED')`,
    seenBy: { file: incoming, test: 'keeps its payer while it is in suspense' },
  },
  {
    name: 'link-of-another-switched-off',
    cost: 'A merchant switches the payment links of another off.',
    file: 'src/payments/links/payment-link.store.ts',
    replace: 'where merchant_id = $1 and payment_link_id = $2 and deactivated_at is null',
    by: 'where payment_link_id = $2 and deactivated_at is null',
    seenBy: { file: others, test: 'changes nothing of it by what only its merchant may do' },
  },
  {
    name: 'known-key-pays-out',
    cost: 'An operator who has seen a key’s secret pays the merchant out.',
    file: 'src/http/access/scopes.ts',
    replace: `['refunds', 'settlement'];`,
    by: `['refunds'];`,
    seenBy: {
      file: 'test/unit/http/access/scopes.test.ts',
      test: 'moves no money when an operator has seen its secret, and may be claimed',
    },
  },
  {
    name: 'program-erases-payers',
    cost: 'A program whose token has leaked erases payers.',
    file: 'src/operators/people/permissions.ts',
    replace: `  'operators:write',\n  'payers:erase',\n];`,
    by: `  'operators:write',\n];`,
    seenBy: {
      file: 'test/unit/operators/people/permissions.test.ts',
      test: 'of a program that is',
    },
  },
  {
    name: 'late-retry-twice-as-late',
    cost: 'A shop that was down overnight hears of its payments a day later than it was told.',
    file: 'src/domain/webhook-retry-schedule.ts',
    replace: `  8 * HOUR,\n  12 * HOUR,\n  12 * HOUR,`,
    by: `  4 * HOUR,\n  12 * HOUR,\n  16 * HOUR,`,
    seenBy: { file: 'test/unit/notify/delivery/retry-schedule.test.ts', test: 'it waits' },
  },
  {
    name: 'second-factor-used-twice',
    cost: 'A code that was looked over a shoulder signs in a second time.',
    file: 'src/people/people.sql',
    replace: 'coalesce(p.second_factor_step, 0) < p_step',
    by: 'coalesce(p.second_factor_step, 0) <= p_step',
    seenBy: { file: doors, test: 'of the step' },
  },
  {
    name: 'tokens-outlive-a-reset',
    cost: 'Tokens on a stolen phone outlive the reset of its second factor.',
    file: 'src/operators/people/people.sql',
    replace: `    perform end_tokens_of(p_operator_id);\n`,
    by: '',
    seenBy: { file: doors, test: 'keeps what the change leaves' },
  },
  {
    name: 'refunds-of-another-under-the-same-order',
    cost: 'A merchant reads another’s refunds, with payers’ accounts, under an equal order number.',
    file: 'src/payouts/refunds/refund.store.ts',
    replace: `where c.merchant_id = $1 and c.payment_reference = $2\n         )`,
    by: `where c.payment_reference = $2\n         )`,
    seenBy: { file: others, test: 'refunds of an order' },
  },
  {
    name: 'rotated-secret-lives-on',
    cost: 'A leaked secret gets a new day each time its key is rotated.',
    file: 'src/merchants/keys/keys.sql',
    replace: 'set expires_at = least(s.expires_at, now() + case when l.newest',
    by: 'set expires_at = greatest(s.expires_at, now() + case when l.newest',
    seenBy: {
      file: 'test/integration/operators/merchants/merchant-admin.store.test.ts',
      test: 'a secret that is to end ends then, however often its key is rotated',
    },
  },
  {
    name: 'payer-of-a-failed-refund-erased',
    cost: 'A payer’s account is erased while money is still owed to it.',
    file: 'src/upkeep/erasure/erasure.sql',
    replace: `r.status <> 'SUCCESSFUL') then 'REFUND_OWED'`,
    by: `r.status not in ('SUCCESSFUL', 'FAILED')) then 'REFUND_OWED'`,
    seenBy: {
      file: 'test/integration/upkeep/erasure/payer-erasure.store.test.ts',
      test: 'REFUND_OWED, whatever has become of the refund',
    },
  },
  {
    name: 'refund-request-without-its-bank',
    cost: 'The same refund to the same number at another bank is answered as done.',
    file: 'src/payouts/refunds/refunds.service.ts',
    replace: '[destination.accountNumber, destination.bankCode]',
    by: '[destination.accountNumber]',
    seenBy: {
      file: 'test/unit/http/same-request.test.ts',
      test: 'are another by bankCode alone, when it counts',
    },
  },
  {
    name: 'payer-found-as-it-is-written',
    cost: 'Ada@Example.ng, who asks to be forgotten, is not found.',
    file: 'src/upkeep/erasure/erasure.sql',
    replace: `lower(s.owner ->> 'email') = mail`,
    by: `s.owner ->> 'email' = mail`,
    seenBy: {
      file: 'test/integration/upkeep/erasure/payer-erasure.store.test.ts',
      test: 'with a static account is erased when the account is closed',
    },
  },
  {
    name: 'audit-runs-formulas',
    cost: 'A reason that begins with = runs in the auditor’s spreadsheet.',
    file: 'src/operators/audit/audit-csv.ts',
    replace: '...[entry.reason, entry.door].map(csvText)',
    by: `...[entry.reason, entry.door].map((text) => text ?? '')`,
    seenBy: {
      file: 'test/unit/operators/audit/audit-csv.test.ts',
      test: 'gives a spreadsheet nothing to run',
    },
  },
];
