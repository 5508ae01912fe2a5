import type { Mutant } from './mutant.ts';

/** The workflows and activities, and how they are told of what was committed. */
export const workflows: readonly Mutant[] = [
  {
    name: 'decision-about-the-sending-before',
    cost: 'A refund that may have arrived is sent again, because somebody said so of the sending before.',
    file: 'workflows/payouts/outward-transfer.ts',
    replace: 'Object.assign(this.news, noNews);',
    by: 'this.news.isTyped = false;',
    seenBy: {
      file: 'test/unit/workflows/payouts/outward-transfer.test.ts',
      test: 'says nothing of the next one',
    },
  },
  {
    name: 'typed-signal-is-heard',
    cost: 'A signal that anybody types into the Temporal UI stops a checkout for good.',
    file: 'workflows/platform/believed.ts',
    replace: `typeof given === 'object' && given !== null && !('unsealed' in given)`,
    by: 'true',
    seenBy: {
      file: 'test/workflows/payments/checkout-card.test.ts',
      test: 'is not begun, reported or called off by what anybody types',
    },
  },
  {
    name: 'put-off-end-forgotten',
    cost: 'An order whose money was too little at its end waits for ever, and the payer has nothing back.',
    file: 'workflows/payments/checkout.workflow.ts',
    replace: 'if (!isMoney(happening)) this.#putOff.push(happening);',
    by: 'if (!isMoney(happening)) return;',
    seenBy: {
      file: 'test/workflows/payments/checkout.workflow.test.ts',
      test: 'is judged again once that money is in the books, and ends when it was too little',
    },
  },
  {
    name: 'money-dropped-by-a-cancel',
    cost: 'A credit that could not be booked is forgotten when an operator calls its order off.',
    file: 'workflows/payments/checkout.workflow.ts',
    replace: 'const money = isMoney(happening) && done === undefined ? [happening] : [];',
    by: 'const money: Happening[] = isMoney(happening) && done === undefined ? [] : [];',
    seenBy: {
      file: 'test/workflows/payments/checkout-parking.test.ts',
      test: 'is posted first when the operator cancels, and may pay the checkout after all',
    },
  },
  {
    name: 'card-outlasts-its-payer',
    cost: 'An order waits for a payer who has long closed the page, and takes no other card.',
    file: 'workflows/payments/card-charge.ts',
    replace: 'const actionMs = 10 * minuteMs;',
    by: 'const actionMs = 60 * minuteMs;',
    seenBy: {
      file: 'test/workflows/payments/checkout-card.test.ts',
      test: 'that its payer leaves alone is given up after ten minutes',
    },
  },
  {
    name: 'lost-answer-is-a-refusal',
    cost: 'A transfer whose answer was lost is taken for refused, and sent again: it is paid twice.',
    file: 'workflows/payouts/outward-transfer.ts',
    replace: `if (outcome !== 'FAILED') return undefined;`,
    by: `if (outcome === 'ABSENT') return undefined;`,
    seenBy: {
      file: 'test/workflows/payouts/refund.workflow.test.ts',
      test: 'after which money moved (TIMEOUT) is confirmed by the first query, and sent once',
    },
  },
  {
    name: 'refused-and-debited-sent-again',
    cost: 'A refund that the bank refused and paid all the same is sent a second time.',
    file: 'workflows/payouts/outward-transfer.ts',
    replace: 'else this.debited = sessionId;',
    by: 'else return;',
    seenBy: {
      file: 'test/workflows/payouts/refund.workflow.test.ts',
      test: 'is not tried again when the bank’s statement shows that the money left after all',
    },
  },
  {
    name: 'refund-beside-one-on-its-way',
    cost: 'After a worker has died, a refund is sent beside the sending that is on its way.',
    file: 'workflows/payouts/outward-run.ts',
    replace: '?.openSending?.sessionId === sessionId ? undefined : now',
    by: '?.openSending !== null ? undefined : now',
    seenBy: {
      file: 'test/workflows/payouts/refund.workflow.test.ts',
      test: 'a sending that a worker has written down and died over is asked for first',
    },
  },
  {
    name: 'refund-given-up-too-soon',
    cost: 'A payer whose bank was away for an hour waits for an operator.',
    file: 'workflows/payouts/refund.workflow.ts',
    replace: '[0, ...retryPausesMs, ...more]',
    by: '[0, ...retryPausesMs.slice(0, -1), ...more]',
    seenBy: {
      file: 'test/workflows/payouts/refund.workflow.test.ts',
      test: 'is tried again after 1 and 10 minutes and an hour, then waits for an operator',
    },
  },
  {
    name: 'payout-beside-a-denied-one',
    cost: 'A payout that the bank refused and debited is sent again: it is paid twice.',
    file: 'workflows/payouts/outward-run.ts',
    replace: 'this.trail.debited === undefined ? undefined : await this.#sendAgain(part)',
    by: 'undefined',
    seenBy: {
      file: 'test/workflows/payouts/payout-reconciliation.test.ts',
      test: 'of a payout that the bank had refused stops it from being sent again',
    },
  },
  {
    name: 'refund-beside-a-debit-seen-before',
    cost: 'A refund that the statement shows before its bank refuses it is sent again: it is paid twice.',
    file: 'workflows/payouts/outward-run.ts',
    replace: 'this.trail.standsAs(part);',
    by: '',
    seenBy: {
      file: 'test/workflows/payouts/refund-search.test.ts',
      test: 'stops it from being sent again when the bank refuses it afterwards',
    },
  },
  {
    name: 'lost-payout-sent-again',
    cost: 'A payout whose outcome was not known is sent again by itself, and may be paid twice.',
    file: 'workflows/payouts/payout.workflow.ts',
    replace: 'if (isLost) return',
    by: `if (code === '25') return`,
    seenBy: {
      file: 'test/workflows/payouts/payout.workflow.test.ts',
      test: 'that two operators have heard was not sent is the balance again and not sent again',
    },
  },
  {
    name: 'fraud-tried-again',
    cost: 'A payout that a bank refuses for fraud is pushed at it again and again.',
    file: 'workflows/payouts/payout.workflow.ts',
    replace: `if (fault !== 'OTHER') return`,
    by: `if (fault === 'ACCOUNT') return`,
    seenBy: {
      file: 'test/workflows/payouts/payout.workflow.test.ts',
      test: 'because the transfer is refused with 34',
    },
  },
  {
    name: 'paid-to-another-holder',
    cost: 'A payout goes to an account whose holder has changed since it was registered.',
    file: 'activities/payouts/payout.activities.ts',
    replace: 'isSameName(accountName, account.accountName)',
    by: 'isSameName(accountName, accountName)',
    seenBy: {
      file: 'test/workflows/payouts/payout.workflow.test.ts',
      test: 'is the balance again when an operator cancels it',
    },
  },
  {
    name: 'clock-keeps-what-is-nobodys',
    cost: 'Money that was sent to a wrong number stays with us instead of going back after a day.',
    file: 'workflows/payments/credit.workflow.ts',
    replace: `return { by: 'CLOCK', decision: 'return' };`,
    by: `return { by: 'CLOCK', decision: 'keep' };`,
    seenBy: {
      file: 'test/workflows/payments/credit.workflow.test.ts',
      test: 'waits for an operator, and goes back after a day when nobody decides',
    },
  },
  {
    name: 'decision-without-a-reason',
    cost: 'Nobody can say later who kept a payer’s money, or why.',
    file: 'workflows/platform/attention.ts',
    replace: `  if (!isText(reason, 500)) throw refusal('reason must say why (1-500 characters)');\n`,
    by: '',
    seenBy: { file: 'test/workflows/payments/checkout-parking.test.ts', test: 'is refused' },
  },
  {
    name: 'case-closed-at-each-look',
    cost: 'A case of findings never grows old: nobody is paged, and what an operator has proposed is lost within the hour.',
    file: 'workflows/upkeep/finding.workflow.ts',
    replace: '    await Promise.race([asked, hour]);\n',
    by: '    await Promise.race([asked, hour]);\n    this.#close();\n',
    seenBy: {
      file: 'test/workflows/operators/cases.test.ts',
      test: 'a case of findings grows old while its workflow looks again',
    },
  },
  {
    name: 'refused-decision-not-told',
    cost: 'A decision that the books refused is asked for again as if nobody had decided.',
    file: 'workflows/upkeep/finding.workflow.ts',
    replace: 'findingPage(kind, open, this.#failed)',
    by: 'findingPage(kind, open)',
    seenBy: {
      file: 'test/workflows/operators/cases.test.ts',
      test: 'is asked about again when the books refuse its journal',
    },
  },
  {
    name: 'backfilled-day-is-today',
    cost: 'A day that is run again after an outage pays what is due today, and its own stays unpaid.',
    file: 'workflows/payouts/settlement.workflow.ts',
    replace: 'return typedSearchAttributes.get(scheduledStartTime) ?? startTime;',
    by: 'return typedSearchAttributes.get(scheduledStartTime) === undefined ? startTime : new Date();',
    seenBy: {
      file: 'test/workflows/payouts/settlement.workflow.test.ts',
      test: 'a day that is backfilled is of its own day, and done again changes nothing',
    },
  },
  {
    name: 'last-page-only',
    cost: 'The merchants of all pages but the first are not paid.',
    file: 'workflows/payouts/settlement-pages.ts',
    replace: 'if (next === null) return;',
    by: 'if (next !== undefined) return;',
    seenBy: {
      file: 'test/workflows/payouts/settlement.workflow.test.ts',
      test: 'settles every merchant of its cycle, page by page, and starts the payouts',
    },
  },
  {
    name: 'locked-merchant-is-forgotten',
    cost: 'A merchant whose books were locked when the daily run came to it is not paid that day.',
    file: 'workflows/payouts/settlement-pages.ts',
    replace: 'if (next === null || this.#locked.length >= mostLocked) await this.#settleLocked();',
    by: '',
    seenBy: {
      file: 'test/workflows/payouts/settlement.workflow.test.ts',
      test: 'a daily run settles the others, waits, and settles it once the lock is gone',
    },
  },
  {
    name: 'last-slice-left-out',
    cost: 'In a large installation, the merchants of one slice are never paid.',
    file: 'workflows/payouts/settlement.workflow.ts',
    replace: 'for (let number = 1; number <= of; number += 1) this.#open.add(number);',
    by: 'for (let number = 1; number < of; number += 1) this.#open.add(number);',
    seenBy: {
      file: 'test/workflows/payouts/settlement-slices.test.ts',
      test: 'are settled in slices, each once, and the run adds up what the slices came to',
    },
  },
  {
    name: 'slice-that-waits-closes-the-run',
    cost: 'A run is shown as done although merchants of one of its slices were never paid.',
    file: 'workflows/payouts/settlement.workflow.ts',
    replace: `return this.#open.size === 0 ? { done: undefined } : { failure: 'INTERNAL' };`,
    by: 'return { done: undefined };',
    seenBy: {
      file: 'test/workflows/payouts/settlement-slices.test.ts',
      test: 'that is ended by hand is started again by an operator',
    },
  },
  {
    name: 'ladder-a-rung-too-high',
    cost: 'A webhook that failed is repeated after half a minute in place of five seconds, and given up early.',
    file: 'src/notify/delivery/attempt-verdict.ts',
    replace: 'retryDelayMs(attempt, Math.random(), retryAfterMs)',
    by: 'retryDelayMs(attempt + 1, Math.random(), retryAfterMs)',
    seenBy: {
      file: 'test/workflows/notify/webhook-delivery.workflow.test.ts',
      test: 'gives up after fourteen attempts over the 64 hours of the schedule',
    },
  },
  {
    name: 'attempts-made-again',
    cost: 'A delivery that is taken up again begins its schedule anew, and its attempts are written over.',
    file: 'workflows/notify/webhook-delivery.workflow.ts',
    replace: 'for (let attempt = attempts + 1; ; attempt += 1) {',
    by: 'for (let attempt = 2; ; attempt += 1) {',
    seenBy: {
      file: 'test/workflows/notify/webhook-delivery.workflow.test.ts',
      test: 'goes on from where the delivery stands, also in another run after one that was terminated',
    },
  },
  {
    name: 'wrong-program-waited-for',
    cost: 'A defect of ours is tried for a quarter of an hour in silence before anybody hears of it.',
    file: 'activities/platform/failures.ts',
    replace: `new Set(['LEDGER_REFUSED', 'INTERNAL'])`,
    by: `new Set(['LEDGER_REFUSED'])`,
    seenBy: {
      file: 'test/unit/activities/platform/failures.test.ts',
      test: 'a defect of the code',
    },
  },
  {
    name: 'facts-overtake-each-other',
    cost: 'Every account is told before its order, and each checkout costs three calls in place of two.',
    file: 'src/platform/temporal/fact-sender.ts',
    replace: 'before === undefined ? this.#notify(fact) : this.#notifyAfter(before, fact)',
    by: 'before === undefined ? this.#notify(fact) : this.#notifyAfter(Promise.resolve(), fact)',
    seenBy: {
      file: 'test/workflows/platform/fact-sender.test.ts',
      test: 'tells of a checkout in the order in which things happened',
    },
  },
  {
    name: 'payout-no-record-counted-on',
    cost: 'A payout that the bank knew of is given up by "no record" before and after, and may be paid twice.',
    file: 'workflows/payouts/outward-transfer.ts',
    replace: 'sinceMs: verdict.code === null ? sinceMs : null }',
    by: 'sinceMs }',
    seenBy: {
      file: 'test/workflows/payouts/payout.workflow.test.ts',
      test: 'that the bank once knew of is not given up by "no record" before and after',
    },
  },
  {
    name: 'charge-no-record-counted-on',
    cost: 'A charge that the acquirer knew of is given up, and the payer pays with another card as well.',
    file: 'workflows/payments/card-charge.ts',
    replace: `        sinceMs = null;
        continue;`,
    by: '        continue;',
    seenBy: {
      file: 'test/workflows/payments/checkout-card.test.ts',
      test: 'that the acquirer once knew of is not given up by "no record" before and after',
    },
  },
  {
    name: 'session-armed-with-its-old-end',
    cost: 'A workflow asks the database a hundred times a second whether its session is over.',
    file: 'workflows/payments/checkout.workflow.ts',
    replace: `if (kind === 'sessionEnded') this.#awaitSessionEnd(endsAt);`,
    by: `if (kind === 'sessionEnded') this.#awaitSessionEnd(this.#sessionEndsAt);`,
    seenBy: {
      file: 'test/workflows/payments/checkout-dynamic.test.ts',
      test: 'ends later even though its workflow has not heard of it',
    },
  },
  {
    name: 'window-armed-with-the-session',
    cost: 'An account whose end was put off stays open until the session ends.',
    file: 'workflows/payments/checkout.workflow.ts',
    replace: 'this.#account = { ...this.#account, endsAt };',
    by: 'this.#account = { ...this.#account, endsAt: this.#sessionEndsAt };',
    seenBy: {
      file: 'test/workflows/payments/checkout.workflow.test.ts',
      test: 'that was put off without a word ends at its new end, not with the session',
    },
  },
  {
    name: 'fact-told-twice-done-twice',
    cost: 'A fact that is told again is dealt with again, and every outage doubles the work after it.',
    file: 'workflows/payments/checkout.workflow.ts',
    replace: `  hear(factId: string, happening: Happening): void {
    if (this.#heard.has(factId)) return;`,
    by: '  hear(factId: string, happening: Happening): void {',
    seenBy: {
      file: 'test/workflows/payments/checkout.workflow.test.ts',
      test: 'sent again, so that the server takes them for new, are dealt with once all the same',
    },
  },
  {
    name: 'move-told-twice-done-twice',
    cost: 'A move of the clock that is told again arms the session again.',
    file: 'workflows/payments/checkout.workflow.ts',
    replace: `    if (this.#heard.has(factId)) return;
    this.#awaitSessionEnd(sessionEndsAt);`,
    by: '    this.#awaitSessionEnd(sessionEndsAt);',
    seenBy: {
      file: 'test/workflows/payments/checkout-clock.test.ts',
      test: 'a move that the server takes for a new one is heard once all the same',
    },
  },
  {
    name: 'transfer-tried-again',
    cost: 'A transfer whose worker was lost is sent again without a question: it may be paid twice.',
    file: 'workflows/platform/activity-options.ts',
    replace: `export const railSending: ActivityOptions = {
  startToCloseTimeout: '90s',
  heartbeatTimeout: '8s',
  retry: { maximumAttempts: 1 },`,
    by: `export const railSending: ActivityOptions = {
  startToCloseTimeout: '90s',
  heartbeatTimeout: '8s',
  retry: { maximumAttempts: 3 },`,
    seenBy: {
      file: 'test/unit/workflows/platform/activity-options.test.ts',
      test: 'is made once, whatever becomes of its worker',
    },
  },
  {
    name: 'parked-behind-what-lasts',
    cost: 'A parked step that begins to fail of something that lasts is tried for ever, and no operator is told why.',
    file: 'workflows/platform/activity-options.ts',
    replace: `  nonRetryableErrorTypes: ['LEDGER_MISMATCH' satisfies FailureType],
`,
    by: '',
    seenBy: {
      file: 'test/workflows/payments/checkout-parking.test.ts',
      test: 'waits for an operator once it fails of something else',
    },
  },
];
