import type { Mutant } from './mutant.ts';

const atOnce = 'test/integration/payments/credits/posted-at-once.test.ts';
const withReceipt = 'test/workflows/payments/posted-with-receipt.test.ts';
const receiving = 'src/payments/credits/receiving.sql';
const store = 'src/payments/credits/credit.store.ts';

/** Credits that are posted by the call that records them, and those that must not be. */
export const postedAtOnce: readonly Mutant[] = [
  {
    name: 'short-payment-posted-at-once',
    cost: 'A payer who paid a kobo too little is not asked for the rest, and the part has no workflow.',
    file: receiving,
    replace: `\n     and v.fit = 'EXACT' then`,
    by: ` then`,
    seenBy: { file: atOnce, test: 'is a kobo short' },
  },
  {
    name: 'posted-before-an-earlier-payment',
    cost: 'The second of two transfers pays the order, and the first one counts as a duplicate.',
    file: receiving,
    replace: `p_checkout.status = 'AWAITING_PAYMENT' and k.currency`,
    by: `is_open_status(p_checkout.status) and k.currency`,
    seenBy: { file: atOnce, test: 'comes after one that is not posted yet' },
  },
  {
    name: 'held-merchant-posted-to',
    cost: 'The credits of all merchants wait while a settlement holds the account of one.',
    file: receiving,
    replace: `if p_posts and received_for.merchant_id <> all (p_held) then`,
    by: `if p_posts then`,
    seenBy: { file: atOnce, test: 'the account of a merchant, its credits are left' },
  },
  {
    name: 'brief-patience-at-the-commit',
    cost: 'A bank is told to try again because other transactions notified at the same moment.',
    file: receiving,
    replace: `    perform set_config('lock_timeout', session_timeout, true);   -- the commit waits for others that notify`,
    by: '',
    seenBy: { file: atOnce, test: 'commits with the patience of its session' },
  },
  {
    name: 'busy-checkout-waited-for-by-all',
    cost: 'Somebody who holds one order delays the payments of all others.',
    file: receiving,
    replace: `    elsif not lock_checkout_briefly(one.checkout_id) then`,
    by: `    elsif lock_checkout(one.checkout_id) is null then`,
    seenBy: { file: atOnce, test: 'a checkout, its credit waits alone, and others go on' },
  },
  {
    name: 'busy-report-waited-for-by-all',
    cost: 'A bank that repeats one notice delays the payments of all others.',
    file: receiving,
    replace: `    if p_alone then
      perform pg_advisory_xact_lock(one.key);`,
    by: `    if true then
      perform pg_advisory_xact_lock(one.key);`,
    seenBy: { file: atOnce, test: 'the report of a transfer, its repetition waits alone' },
  },
  {
    name: 'unposted-credit-refused',
    cost: 'Money that could be recorded is refused while somebody holds an account of the house.',
    file: store,
    replace: `if (posts && isPosting) return this.#receiveAll(credits, { posts: false, alone });`,
    by: '',
    seenBy: { file: atOnce, test: 'an account of the house, credits are recorded' },
  },
  {
    name: 'events-taken-by-nobody',
    cost: 'The webhook of a payment comes 45 seconds late, when the lease of a dispatcher that does not know of it is over.',
    file: store,
    replace: 'this.taker?.take((taken ?? []).map(fromJson), askedAtMs);',
    by: '',
    seenBy: { file: atOnce, test: 'its events are sent by this process' },
  },
  {
    name: 'posted-credit-told-again-and-again',
    cost: 'A fact of a payment that is posted is sent again for as long as its workflow is kept.',
    file: 'src/payments/credits/payments.sql',
    replace: '    perform mark_facts_applied(posted_before);',
    by: '',
    seenBy: { file: atOnce, test: 'hears of it by the relay, which ends the fact' },
  },
  {
    name: 'posted-credit-marked-as-sent-only',
    cost: 'The relay sends the fact of every payment once more.',
    file: 'src/platform/temporal/fact-sender.ts',
    replace: `this.#markSoon('applied', fact.factId)`,
    by: `this.#markSoon('sent', fact.factId)`,
    seenBy: {
      file: 'test/workflows/platform/fact-sender.test.ts',
      test: 'marks a credit that was posted with its receipt as dealt with',
    },
  },
  {
    name: 'posted-credit-posted-by-its-workflow',
    cost: 'Every payment costs the worker a step that does nothing.',
    file: 'workflows/payments/checkout.workflow.ts',
    replace: `if (happening.kind === 'creditReceived' && happening.status !== undefined) {`,
    by: `if (false as boolean && happening.kind === 'creditReceived' && happening.status !== undefined) {`,
    seenBy: { file: withReceipt, test: 'ends the workflow, which takes no step' },
  },
];
