import type { Mutant } from './mutant.ts';

const attempts = 'test/integration/payments/cards/card-attempt.store.test.ts';
const railEvents = 'test/integration/payments/cards/rail-event.store.test.ts';
const rail = 'test/integration/providers/simulator/card.adapter.test.ts';
const ended = 'test/workflows/upkeep/stalled-charges.test.ts';

/** Charges of cards, and what acquirers say of them. */
export const cards: readonly Mutant[] = [
  {
    name: 'unconfirmed-charge-asked-no-more',
    cost: 'A payer who confirmed late is charged, and nobody knows: neither the goods nor the money.',
    file: 'src/payments/cards/cards.sql',
    replace: `p_code, p_failure,\n                                 false);`,
    by: `p_code, p_failure,\n                                 true);`,
    seenBy: { file: ended, test: 'pays its order when the acquirer has approved it after all' },
  },
  {
    name: 'silence-is-an-answer-about-a-charge',
    cost: 'An acquirer that was away for a minute is asked hours later whether a card was charged.',
    file: 'src/upkeep/reconciliation/stalled-charges.ts',
    replace: "if (answer?.outcome === 'UNKNOWN') return;",
    by: '',
    seenBy: {
      file: ended,
      test: 'is asked for a quarter of an hour later when the acquirer did not answer',
    },
  },
  {
    name: 'query-refused-is-a-refund-refused',
    cost: 'A refund of a card is made twice after a status query that nobody answered.',
    file: 'src/domain/card-code.ts',
    replace: "concat('57', '58', '63', '65', '91')",
    by: "concat('57', '58', '63', '65')",
    seenBy: { file: rail, test: 'believes nothing of a query for a refund: 91' },
  },
  {
    name: 'query-of-another-amount-believed',
    cost: 'An order is paid by an approval of one kobo.',
    file: 'src/providers/simulator/card.adapter.ts',
    replace: 'const isShown = shows(reply, asked);',
    by: 'const isShown = true;',
    seenBy: { file: rail, test: 'does not believe a query that shows another amount' },
  },
  {
    name: 'card-charged-hours-later',
    cost: 'A payer who has long paid elsewhere is charged when the workers are back.',
    file: 'src/payments/cards/cards.sql',
    replace: `\n                            and a.created_at > clock_timestamp() - interval '10 minutes' then`,
    by: ' then',
    seenBy: { file: attempts, test: 'is not sent any more after ten minutes' },
  },
  {
    name: 'judged-charge-is-sent',
    cost: 'A frozen worker charges a card whose charge was given up, and the payer has paid again.',
    file: 'src/payments/cards/card-attempt.store.ts',
    replace: "row.status === 'PROCESSING' ? 'SENT' : null",
    by: "'SENT'",
    seenBy: { file: attempts, test: 'is not sent once it was judged' },
  },
  {
    name: 'settlement-of-each-event',
    cost: 'An acquirer owes us less than nothing after it has reported a settlement twice.',
    file: 'src/payments/disputes/disputes.sql',
    replace: 'book_acquirer_settlement(p_provider, p_subject,',
    by: 'book_acquirer_settlement(p_provider, p_event_id,',
    seenBy: { file: railEvents, test: 'is our money at the bank that it pays into' },
  },
  {
    name: 'answered-before-by-another',
    cost: 'A merchant reads that evidence was refused which the acquirer has.',
    file: 'workflows/payments/dispute-answer.workflow.ts',
    replace: "again.failure === 'ALREADY_ANSWERED'",
    by: "again.failure === 'NOT_ACCEPTED'",
    seenBy: {
      file: 'test/workflows/payments/dispute-answer.workflow.test.ts',
      test: 'that is sent again and answered "answered before"',
    },
  },
];
