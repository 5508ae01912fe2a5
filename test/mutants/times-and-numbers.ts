import type { Mutant } from './mutant.ts';

const endings = 'test/integration/payments/checkouts/endings.test.ts';
const facts = 'test/integration/platform/temporal/fact.store.test.ts';
const numbers = 'test/integration/payments/numbers/numbers.test.ts';
const schedule = 'test/unit/domain/tsq-schedule.test.ts';

/** Windows, sessions, leases and ladders; and the numbers that payers send to. */
export const timesAndNumbers: readonly Mutant[] = [
  {
    name: 'account-outlives-its-session',
    cost: 'A payer is shown an account whose money comes too late for its order.',
    file: 'src/payments/checkouts/checkouts.sql',
    replace: 'least(decided_at + asked, issued_for.expires_at, ours_until(p_opened))',
    by: 'decided_at + asked',
    seenBy: {
      file: 'test/integration/payments/checkouts/issue-account.test.ts',
      test: 'ends the window with the session, and says so each time',
    },
  },
  {
    name: 'window-ended-before-its-time',
    cost: 'A timer that was set before the end was put off closes the account of a payer who is paying.',
    file: 'src/payments/checkouts/endings.sql',
    replace: `if account.status = 'ACTIVE' and p_at < date_trunc('milliseconds', account.expires_at) then`,
    by: 'if false then',
    seenBy: { file: endings, test: 'changes nothing before its time, and tells it' },
  },
  {
    name: 'session-ended-before-its-time',
    cost: 'An order whose session was put off expires at its first end.',
    file: 'src/payments/checkouts/endings.sql',
    replace: `is not null and p_at < date_trunc('milliseconds', c.expires_at) then`,
    by: 'is not null and false then',
    seenBy: { file: endings, test: 'changes nothing before its time, and tells it' },
  },
  {
    name: 'window-that-is-over-shown-as-open',
    cost: 'A payer is told to send to an account at the very moment it ends.',
    file: 'src/payments/checkouts/effective-state.ts',
    replace: `account.status === 'ACTIVE' && now >= account.expiresAt`,
    by: `account.status === 'ACTIVE' && now > account.expiresAt`,
    seenBy: {
      file: 'test/unit/payments/checkouts/effective-state.test.ts',
      test: 'is over at its end, whether or not the timer has come',
    },
  },
  {
    name: 'waits-for-a-time-that-is-over',
    cost: 'Each payer whose money is booked after the session makes the database read 400 times a second.',
    file: 'src/payments/checkouts/effective-state.ts',
    replace: 'return expiresAt > now ? expiresAt : undefined',
    by: 'return expiresAt',
    seenBy: {
      file: 'test/unit/payments/checkouts/effective-state.test.ts',
      test: 'is no time to wait for once it is over',
    },
  },
  {
    name: 'etag-of-the-version-alone',
    cost: 'A shop that polls is never told that the payer must confirm the card.',
    file: 'src/payments/checkouts/checkout-watch.ts',
    replace: '`${checkout.version}-${state.status}-${hash}`',
    by: '`${checkout.version}-${state.status}`',
    seenBy: {
      file: 'test/unit/payments/checkouts/checkout-watch.test.ts',
      test: 'a card has to be confirmed',
    },
  },
  {
    name: 'press-that-failed-for-the-moment',
    cost: 'A payer whose bank gives no number for a minute reads that something went wrong.',
    file: 'src/pages/payer/pay-routes.ts',
    replace: `httpStatus >= 500 ? 'busy' : 'refused'`,
    by: `httpStatus >= 600 ? 'busy' : 'refused'`,
    seenBy: { file: 'test/unit/pages/payer/pay-routes.test.ts', test: 'fails for the moment' },
  },
  {
    name: 'link-promised-for-a-time-that-is-over',
    cost: 'A payer of a link that is being paid is told to come back at a time that is over.',
    file: 'src/payments/links/payment-links.sql',
    replace: `case when rival.expires_at > now() then rival.expires_at else now() + interval '5 minutes' end`,
    by: 'rival.expires_at',
    seenBy: {
      file: 'test/integration/payments/links/payment-link.store.test.ts',
      test: 'is not promised for a time that is over',
    },
  },
  {
    name: 'name-told-after-the-window',
    cost: "A payer's bank is told a name and sends money that comes too late.",
    file: 'src/payments/credits/credit.store.ts',
    replace: 'v.expires_at > clock_timestamp()',
    by: `v.expires_at > clock_timestamp() - interval '5 minutes'`,
    seenBy: {
      file: 'test/integration/payments/credits/credit.store.test.ts',
      test: 'knows no number whose window is over',
    },
  },
  {
    name: 'facts-told-without-pause',
    cost: 'After an outage every fact is sent every three seconds, and Temporal does not come up.',
    file: 'src/platform/temporal/facts.sql',
    replace: `interval '3 seconds' * 2 ^ least(f.attempts, 10)`,
    by: `interval '3 seconds'`,
    seenBy: { file: facts, test: 'put off twice as far each time it is taken' },
  },
  {
    name: 'sent-fact-never-due-again',
    cost: 'What Temporal has forgotten after a crash is never told again, and an order waits for ever.',
    file: 'src/platform/temporal/facts.sql',
    replace: `now() + least(interval '30 seconds' * 2 ^ least(f.attempts, 10), interval '5 minutes')`,
    by: `now() + least(interval '30 days' * 2 ^ least(f.attempts, 10), interval '60 days')`,
    seenBy: {
      file: facts,
      test: 'that was sent is due again only when the workflow should long have acted',
    },
  },
  {
    name: 'no-record-believed-at-once',
    cost: 'A transfer that the bank carries out a minute later is sent again: it is paid twice.',
    file: 'src/domain/tsq-schedule.ts',
    replace: 'if (nowMs < sentAtMs + cutOffMs) return { isLost: false, sinceMs: null };\n',
    by: '',
    seenBy: {
      file: schedule,
      test: 'does not count while the rail may still carry the sending out',
    },
  },
  {
    name: 'no-record-believed-when-said-twice-in-a-row',
    cost: "A bank's index that is behind for five minutes has the money sent again.",
    file: 'src/domain/tsq-schedule.ts',
    replace: 'const absenceGapMs = 15 * minuteMs;',
    by: 'const absenceGapMs = 5 * minuteMs;',
    seenBy: {
      file: schedule,
      test: 'twice is not enough when the two lie less than 15 minutes apart',
    },
  },
  {
    name: 'unlisted-code-believed',
    cost: 'A code that no table has is taken for a refusal, and the money is sent again.',
    file: 'src/domain/nip-code.ts',
    replace: `return Object.hasOwn(failures, code) ? 'FAILED' : 'UNKNOWN';`,
    by: `return Object.hasOwn(failures, code) || code.startsWith('9') ? 'FAILED' : 'UNKNOWN';`,
    seenBy: { file: 'test/unit/domain/nip-code.test.ts', test: 'tells nothing' },
  },
  {
    name: 'refused-query-taken-for-a-refused-transfer',
    cost: 'A bank that refuses to be asked so often is taken to have refused the transfer.',
    file: 'src/domain/nip-code.ts',
    replace: `code === null || (asked === 'query' && perhapsOfTheQuery.has(code))`,
    by: 'code === null',
    seenBy: {
      file: 'test/unit/domain/nip-code.test.ts',
      test: 'answered to a query tells of the transfer only when it cannot be about the query',
    },
  },
  {
    name: 'resent-after-its-window',
    cost: 'A payout is sent while the next run pays the same money.',
    file: 'src/domain/send-window.ts',
    replace: 'return nowMs + pauseMs <= endsMs ? pauseMs : undefined;',
    by: 'return nowMs <= endsMs ? pauseMs : undefined;',
    seenBy: {
      file: 'test/unit/domain/send-window.test.ts',
      test: 'is tried for the last time when the window ends, and not after',
    },
  },
  {
    name: 'run-of-another-day',
    cost: 'A run at six in the morning is of the day before in London, and pays a day late.',
    file: 'src/domain/settlement-cut-off.ts',
    replace: 'return new Date(local - (local % dayMs) - lagosOffsetMs);',
    by: 'return new Date(local - (local % dayMs));',
    seenBy: { file: 'test/unit/domain/settlement-cut-off.test.ts', test: 'a daily run' },
  },
  {
    name: 'number-without-quarantine',
    cost: "A slow payer pays a stranger's order.",
    file: 'src/payments/numbers/numbers.sql',
    replace: 'v.expires_at <= now() - quarantine()',
    by: 'v.expires_at <= now()',
    seenBy: {
      file: numbers,
      test: 'stays with its old checkout through its quarantine, and no longer',
    },
  },
  {
    name: 'number-freed-with-money-on-its-way',
    cost: 'The number of an order is given away while its transfer is being booked.',
    file: 'src/payments/numbers/numbers.sql',
    replace: `         and not exists (select from inward_credit k where k.checkout_id = v.checkout_id and k.outcome is null)\n`,
    by: '',
    seenBy: {
      file: numbers,
      test: 'is not freed while a transfer to it is on its way into the books',
    },
  },
  {
    name: 'freed-number-still-somebodys',
    cost: 'Money for a number that is free pays an order of long ago.',
    file: 'src/payments/credits/receiving.sql',
    replace: `when 'OURS' then v.status <> 'RELEASED'`,
    by: `when 'OURS' then true`,
    seenBy: { file: numbers, test: 'that was freed and not given again is nobody’s' },
  },
  {
    name: 'number-given-twice',
    cost: 'Two payers are shown the same number.',
    file: 'src/payments/numbers/numbers.sql',
    replace: 'select r.account_number, r.prefix, r.generation + 1, reuse_from()',
    by: 'select r.account_number, r.prefix, r.generation, reuse_from()',
    seenBy: {
      file: numbers,
      test: 'gives those whose quarantine is over, and their money goes to their new checkout',
    },
  },
  {
    name: 'numbers-of-a-dead-process-lost',
    cost: 'A prefix runs out of numbers that a process which is gone has never used.',
    file: 'src/payments/numbers/numbers.sql',
    replace: `(f.taken_at is null or f.taken_at < now() - interval '1 day')`,
    by: 'f.taken_at is null',
    seenBy: { file: numbers, test: 'offers each of them to one process at a time' },
  },
  {
    name: 'check-digit-of-another-weight',
    cost: "A payer's bank refuses the number as mistyped.",
    file: 'src/domain/nuban.ts',
    replace: 'const weights = [3, 7, 3, 3, 7, 3,',
    by: 'const weights = [3, 7, 3, 7, 3, 3,',
    seenBy: { file: 'test/unit/domain/nuban.test.ts', test: 'check digit' },
  },
  {
    name: 'window-over-while-money-came',
    cost: 'An order that is to end with its account stays open for a day when a transfer was being booked as the account ended.',
    file: 'src/payments/checkouts/endings.sql',
    replace: `p_account.status in ('ACTIVE', 'EXPIRED')`,
    by: `p_account.status = 'ACTIVE'`,
    seenBy: {
      file: endings,
      test: 'ends the checkout, if the merchant wants that, once money that was on its way and',
    },
  },
  {
    name: 'stopped-anew-when-it-is-closed',
    cost: 'Money that was sent to a suspended account is taken because the account was closed later.',
    file: 'src/payments/accounts/static-accounts.sql',
    replace: `case when p_status <> 'ACTIVE' then coalesce(s.stopped_at, at) end`,
    by: `case when p_status <> 'ACTIVE' then at end`,
    seenBy: {
      file: 'test/integration/payments/accounts/static-account.store.test.ts',
      test: 'is judged by when it was stopped, though it was closed for good later',
    },
  },
];
