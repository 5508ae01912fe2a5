import type { Mutant } from './mutant.ts';

const statements = 'test/unit/upkeep/statements/statement-files.test.ts';
const retention = 'test/integration/upkeep/retention/retention.store.test.ts';

/** What outsiders would plant, in the rooms that had the fewest. */
export const outsiders: readonly Mutant[] = [
  {
    name: 'debit-taken-back-is-a-debit',
    cost: 'A debit that a bank has taken back counts as another one.',
    file: 'src/upkeep/statements/mt940-statement.ts',
    replace: `sign === 'C' || sign === 'RD'`,
    by: `sign === 'C' || sign === 'RC'`,
    seenBy: { file: statements, test: 'tells that ' },
  },
  {
    name: 'mere-time-is-of-london',
    cost: 'Lines of a bank’s last hour belong to the day before.',
    file: 'src/upkeep/statements/camt053-statement.ts',
    replace: '`${text}+01:00`',
    by: '`${text}Z`',
    seenBy: { file: statements, test: 'at a time with a zone or on a day of Lagos' },
  },
  {
    name: 'overdrawn-is-in-credit',
    cost: 'The file of an account that was overdrawn is refused, or believed though it is wrong.',
    file: 'src/upkeep/statements/camt053-statement.ts',
    replace: `'DBIT' ? -minor : minor`,
    by: `'DBIT' ? minor : minor`,
    seenBy: { file: statements, test: 'at a time with a zone or on a day of Lagos' },
  },
  {
    name: 'message-under-way-dropped',
    cost: 'A message that is being sent is forgotten, and what becomes of it too.',
    file: 'src/upkeep/retention/retention.sql',
    replace: `m.status not in ('PENDING', 'SENDING')\n                order by`,
    by: `m.status <> 'PENDING'\n                order by`,
    seenBy: {
      file: 'test/integration/upkeep/retention/messages-kept.test.ts',
      test: 'what is not over stays',
    },
  },
  {
    name: 'one-batch-of-messages-a-sweep',
    cost: 'At ten paid orders a second the table of messages grows for ever.',
    file: 'src/upkeep/retention/retention.sql',
    replace: `case when dropped = p_limit then old[p_limit] end`,
    by: `null`,
    seenBy: {
      file: 'test/integration/upkeep/retention/messages-kept.test.ts',
      test: 'what is not over stays',
    },
  },
  {
    name: 'expired-keys-keep-their-networks',
    cost: 'Addresses of whoever used a key stay for ever once it has expired.',
    file: 'src/upkeep/retention/retention.sql',
    replace: 'least(k.revoked_at, k.expires_at) < p_before',
    by: 'k.revoked_at < p_before',
    seenBy: {
      file: 'test/integration/upkeep/retention/messages-kept.test.ts',
      test: 'knows the networks of a key for as long as it works',
    },
  },
  {
    name: 'running-replay-loses-its-events',
    cost: 'A replay that runs skips the event that it was to begin with.',
    file: 'src/upkeep/retention/retention.sql',
    replace: `p_event_id >= id_floor('evt_', r.since)`,
    by: `p_event_id <= id_floor('evt_', r.since)`,
    seenBy: { file: retention, test: 'what a replay that still runs has before it' },
  },
  {
    name: 'debit-booked-by-hand-is-booked-again',
    cost: 'A debit that was booked after a restore holds the bank again, and is booked a second time.',
    file: 'src/upkeep/reconciliation/adjustments.sql',
    replace: `j.source_type = 'statement' and j.purpose = 'booked'`,
    by: `j.source_type = 'finding' and j.purpose = 'booked'`,
    seenBy: {
      file: 'test/integration/upkeep/reconciliation/lines-used-up.test.ts',
      test: 'stays so while the books still differ from the bank',
    },
  },
  {
    name: 'account-of-a-refund-told-once',
    cost: 'A refund whose new account was not told stands still for ever.',
    file: 'src/upkeep/reconciliation/sweep.sql',
    replace: `then 'TOLD_AGAIN' else`,
    by: `then 'STARTED' else`,
    seenBy: {
      file: 'test/integration/upkeep/reconciliation/reconciliation.store.test.ts',
      test: 'that waits is left alone for its longest pause',
    },
  },
  {
    name: 'stamp-duty-put-right-the-wrong-way',
    cost: 'Putting a duty right that the bank has taken doubles the difference.',
    file: 'src/upkeep/reconciliation/adjustments.sql',
    replace: `when 'UNEXPLAINED_STAMP_DUTY' then -d.amount`,
    by: `when 'UNEXPLAINED_STAMP_DUTY' then d.amount`,
    seenBy: {
      file: 'test/integration/operators/cases/finding-facts.test.ts',
      test: 'the amount by which our money at the bank is put right',
    },
  },
  {
    name: 'webhook-of-tomorrow',
    cost: 'A shop believes an event whose time lies far ahead, and so for as long as a thief likes.',
    file: 'sdk/src/webhook.ts',
    replace: 'Math.abs(Date.now() / 1_000 - Number(timestamp))',
    by: 'Date.now() / 1_000 - Number(timestamp)',
    seenBy: { file: 'test/unit/sdk/webhook.test.ts', test: 'one of the future' },
  },
  {
    name: 'second-page-without-filters',
    cost: 'From its second page on a filtered list has everything.',
    file: 'sdk/src/list.ts',
    replace: '{ ...rest, cursor: current.page.nextCursor }',
    by: '{ size: rest.size, cursor: current.page.nextCursor }',
    seenBy: {
      file: 'test/unit/sdk/client.test.ts',
      test: 'asks for the next page when its items are wanted',
    },
  },
  {
    name: 'token-used-past-its-end',
    cost: 'Each token is used for a minute after its end, and calls are refused.',
    file: 'sdk/src/access-token.ts',
    replace: 'expiresInSeconds * 1_000 - marginMs',
    by: 'expiresInSeconds * 1_000 + marginMs',
    seenBy: {
      file: 'test/unit/sdk/access-token.test.ts',
      test: 'is used until a minute before its end',
    },
  },
  {
    name: 'return-with-two-statuses',
    cost: 'A shop reads another status from the address than the one that was signed.',
    file: 'sdk/src/return.ts',
    replace: 'value === undefined || more.length > 0',
    by: 'value === undefined || more.length > 1',
    seenBy: { file: 'test/unit/sdk/return.test.ts', test: 'refuses ' },
  },
  {
    name: 'early-hint-is-the-answer',
    cost: 'A server that says "processing" and breaks off counts as one that has answered.',
    file: 'src/notify/delivery/bounded-post.ts',
    replace: 'if (status >= 200) this.#head',
    by: 'if (status >= 100) this.#head',
    seenBy: { file: 'test/unit/notify/delivery/sender.test.ts', test: 'names an answer ' },
  },
  {
    name: 'opt-out-is-no-complaint',
    cost: 'Who unsubscribes by a button of the mail program goes on being written to.',
    file: 'src/notify/senders/smtp/returned-mail.ts',
    replace: `kind !== 'abuse' && kind !== 'opt-out'`,
    by: `kind !== 'abuse'`,
    seenBy: { file: 'test/unit/notify/senders/returned-mail.test.ts', test: 'stops the address' },
  },
  {
    name: 'summary-of-the-day-after',
    cost: 'A merchant’s summary counts the first payments of the next day in place of its own last ones.',
    file: 'src/reports/message-facts/facts.sql',
    replace: 'b.created_at < lagos_midnight(d.last_day + 1)\n   group by',
    by: `b.created_at < lagos_midnight(d.last_day + 1) + interval '1 hour'\n   group by`,
    seenBy: {
      file: 'test/integration/notify/messages/digests.test.ts',
      test: 'counts from midnight to midnight in Lagos',
    },
  },
  {
    name: 'taken-back-payout-is-paid-out',
    cost: 'A summary tells of money that came back as if it were with the merchant.',
    file: 'src/reports/message-facts/facts.sql',
    replace: `b.type in ('SETTLEMENT', 'SETTLEMENT_REVERSAL')), 0)::text`,
    by: `b.type = 'SETTLEMENT'), 0)::text`,
    seenBy: {
      file: 'test/integration/notify/messages/digests.test.ts',
      test: 'takes off what came back of a payout',
    },
  },
  {
    name: 'one-listener-too-many',
    cost: 'One page takes more places of listeners than it may.',
    file: 'src/pages/payer/live-pages.ts',
    replace: 'here >= this.limits.perPage',
    by: 'here > this.limits.perPage',
    seenBy: {
      file: 'test/unit/pages/payer/live-pages.test.ts',
      test: 'does not keep its payer out',
    },
  },
  {
    name: 'failed-refund-on-its-way',
    cost: 'A payer is told that money is on its way which nobody sends.',
    file: 'src/pages/payer/money-lines.ts',
    replace: `new Set(['NEEDS_ACCOUNT', 'FAILED'])`,
    by: `new Set(['NEEDS_ACCOUNT'])`,
    seenBy: {
      file: 'test/unit/pages/payer/money-lines.test.ts',
      test: 'tell of a refund that is ',
    },
  },
  {
    name: 'sums-of-refunds-and-disputes-swapped',
    cost: 'An operator reads disputes where refunds stand.',
    file: 'src/programs/cli/sum-commands.ts',
    replace: `money('REFUNDS', (row) => row.refundAmount)`,
    by: `money('REFUNDS', (row) => row.disputeAmount)`,
    seenBy: { file: 'test/edge/desk/things.test.ts', test: 'is a command as well' },
  },
  {
    name: 'narration-is-no-part-of-a-payout',
    cost: 'A payout asked for again with another narration is answered as the first.',
    file: 'src/payouts/settlement/settlements.service.ts',
    replace: '    narration: body.narration ?? null,\n  };\n  return createHash',
    by: '  };\n  return createHash',
    seenBy: { file: 'test/unit/http/same-request.test.ts', test: 'are another by ' },
  },
  {
    name: 'erasure-of-another-merchants-payer',
    cost: 'A merchant learns the order numbers of another merchant’s payer.',
    file: 'src/upkeep/erasure/asked.sql',
    replace: `hashtextextended(p_merchant_id || p_phone, 0)
       and x.merchant_id = p_merchant_id and x.customer`,
    by: `hashtextextended(x.merchant_id || p_phone, 0)
       and x.customer`,
    seenBy: {
      file: 'test/integration/upkeep/erasure/asked-erasure.store.test.ts',
      test: 'and is nobody to another merchant',
    },
  },
  {
    name: 'restored-to-the-very-mark',
    cost: 'A database that was restored to the moment of the last mark pays twice.',
    file: 'src/upkeep/reconciliation/restore-watch.ts',
    replace: 'now.mark <= known.mark',
    by: 'now.mark < known.mark',
    seenBy: {
      file: 'test/integration/upkeep/reconciliation/recovery.store.test.ts',
      test: 'after what was kept outside is behind ',
    },
  },
  {
    name: 'former-fees-kept-on',
    cost: 'A fee plan begins late: its merchant is charged the former fees.',
    file: 'src/http/access/merchant-directory.ts',
    replace: 'Math.min(maxAgeMs, Math.max(1, profile.plansHoldMs ?? maxAgeMs))',
    by: 'Math.max(maxAgeMs, Math.max(1, profile.plansHoldMs ?? maxAgeMs))',
    seenBy: {
      file: 'test/unit/http/access/merchant-directory.test.ts',
      test: 'keeps a merchant no longer than ',
    },
  },
  {
    name: 'attempts-told-one-too-many',
    cost: 'A delivery that was given up is told to have been tried once more than it was.',
    file: 'workflows/notify/webhook-delivery.workflow.ts',
    replace: 'return { status: report.status, attempts: attempt };',
    by: 'return { status: report.status, attempts: attempt + 1 };',
    seenBy: {
      file: 'test/workflows/notify/webhook-delivery.workflow.test.ts',
      test: 'gives up after fourteen attempts over the 64 hours of the schedule',
    },
  },
  {
    name: 'turned-dispute-unseen',
    cost: 'An acquirer takes the money of a dispute that it had called won, and nobody ever sees it.',
    file: 'src/payments/disputes/disputes.sql',
    replace: 'perform note_other_end(d, p_status);',
    by: '',
    seenBy: {
      file: 'test/integration/payments/disputes/taken-back-twice.test.ts',
      test: 'stays as it ended, and a person is told',
    },
  },
  {
    name: 'recall-holds-the-bank',
    cost: 'While a recall waits for its merchant, no payment at its bank is posted.',
    file: 'src/payments/disputes/disputes.sql',
    replace: 'perform lock_merchant_accounts(p_merchant_id, p_currency);',
    by: `perform from ledger_account x
    where x.account_id = any (merchant_accounts(p_merchant_id, p_currency)) or x.code = '1100' order by x.account_id for no key update;`,
    seenBy: {
      file: 'test/integration/payments/credits/concurrency.test.ts',
      test: 'without the accounts that all merchants share',
    },
  },
];
