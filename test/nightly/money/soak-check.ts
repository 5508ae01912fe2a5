import { feeOn, type FeePlan } from '../../../src/domain/fees.js';
import { isPaid, isTerminal, type CheckoutStatus } from '../../../src/domain/checkout-state.js';
import { describePlan } from '../../support/soak-plan.js';
import type { CaseBooks, CreditRow, RefundRow, WorldBooks } from './soak-books.js';

/** The invariants of the books, of each case and of all together (docs/ledger.md). */

/** What src/programs/seed.ts gives its merchants. */
const plans: Readonly<Record<'Bank' | 'Card', FeePlan>> = {
  Bank: plan(100, 0n, 0n, 30_000n),
  Card: plan(150, 10_000n, 250_000n, 200_000n),
};

function plan(rateBps: number, flat: bigint, waivedBelow: bigint, cap: bigint): FeePlan {
  return {
    rateBps,
    flatMinor: flat,
    flatWaivedBelowMinor: waivedBelow,
    capMinor: cap,
    vatBps: 750,
  };
}

/** Throws with every case that breaks an invariant: which one, by how much, and how the case is run again. */
export function assertWorld(world: WorldBooks): void {
  const broken = world.cases.flatMap((books) => {
    const faults = caseFaults(books);
    if (faults.length === 0) return [];
    return [
      [describePlan(books.of.plan), ...faults, `found: ${describeBooks(books)}`].join('\n    - '),
    ];
  });
  const common = worldFaults(world);
  if (broken.length === 0 && common.length === 0) return;
  const seed = world.cases[0]?.of.plan.seed;
  throw new Error(
    [
      `${broken.length} of ${world.cases.length} cases break an invariant (again: npm run soak -- --seed ${seed} --n ${world.cases.length})`,
      ...common,
      ...broken.slice(0, 8),
    ].join('\n  '),
  );
}

function describeBooks({ checkout, credits, refunds, legs }: CaseBooks): string {
  return [
    `${checkout.status} ${checkout.checkout_id}`,
    ...credits.map(
      (k) =>
        `${k.credit_id} ${k.channel} ${k.amount_minor} ${k.outcome} ${k.policy_applied} ${k.resolution}`,
    ),
    ...refunds.map((r) => `${r.refund_id} of ${r.credit_id} ${r.amount_minor} ${r.status}`),
    ...legs.map((leg) => `${leg.sourceId} ${leg.purpose} ${leg.code} ${leg.amount}`),
  ].join('\n      ');
}

function worldFaults({ faults, atBank, strangers }: WorldBooks): string[] {
  return [
    ...faults.map(({ claim, faults: count }) => `the books' own proof: ${claim}: ${count}`),
    ...(atBank.booked === atBank.stated
      ? []
      : [`the books say ${atBank.booked} kobo are at the bank, its statement ${atBank.stated}`]),
    ...Object.entries(strangers)
      .filter(([code, sum]) => !/^(1100|1110|1400)$/.test(code) && sum !== 0n)
      .map(([code, sum]) => `journals of no case have ${sum} on ${code}`),
  ];
}

/** A claim and whether it holds; what is false is told. */
type Claim = readonly [holds: boolean, otherwise: string];

function caseFaults(books: CaseBooks): string[] {
  return [
    ...received(books),
    ...conserved(books),
    ...withinPolicy(books),
    ...books.credits.flatMap((credit) => creditClaims(books, credit)),
    ...books.refunds.flatMap((refund) => refundClaims(books, refund)),
    ...ended(books),
  ]
    .filter(([holds]) => !holds)
    .map(([, otherwise]) => otherwise);
}

/** What the bank has of the payer is in the books once, and judged by when it was sent. */
function received({ of, credits, lines, checkout }: CaseBooks): Claim[] {
  const ended = ['CANCELLED', 'FAILED'].includes(checkout.status);
  return of.transfers.flatMap(({ sessionId, amount, isLate, isStray }) => {
    const known = credits.filter(({ session_id }) => session_id === sessionId);
    const credited = sum(
      lines.filter((line) => line.kind === 'CREDIT' && line.sessionId === sessionId),
      (line) => BigInt(line.amount),
    );
    const outcome = known[0]?.outcome ?? 'none';
    return [
      [known.length === 1, `transfer ${sessionId} is ${known.length} credits`],
      [
        credited === BigInt(amount) && known[0]?.amount_minor === credited,
        `transfer ${sessionId} of ${amount} is ${credited} at the bank, ${known[0]?.amount_minor} in the books`,
      ],
      [known[0]?.outcome !== null, `transfer ${sessionId} is not posted`],
      [
        isStray === (outcome === 'UNMATCHED'),
        `transfer ${sessionId}, stray ${isStray}: ${outcome}`,
      ],
      [
        !isLate || ['LATE', 'DUPLICATE'].includes(outcome),
        `transfer ${sessionId} was sent late and is ${outcome}`,
      ],
      [isLate || ended || outcome !== 'LATE', `transfer ${sessionId} was sent in time and is LATE`],
    ] satisfies Claim[];
  });
}

/** Received = applied + suspense + refunds payable, in transit and sent; and the books have what the bank has. */
function conserved(books: CaseBooks): Claim[] {
  const { credits, lines } = books;
  const bySession = (kind: string): bigint =>
    sum(
      lines.filter((line) => line.kind === kind),
      (line) => BigInt(line.amount),
    );
  const byCard = sum(
    credits.filter(({ channel }) => channel === 'Card'),
    ({ amount_minor }) => amount_minor,
  );
  const cardSent = sum(
    books.refunds.filter(({ channel, status }) => channel === 'Card' && status === 'SUCCESSFUL'),
    ({ amount_minor }) => amount_minor,
  );
  const receivedMinor = bySession('CREDIT') + byCard;
  const sent =
    bySession('DEBIT') - bySession('DEBIT_RETURNED') + bySession('STAMP_DUTY') + cardSent;
  const applied = -balance(books, /^(21|24|4|5)/);
  const suspense = -balance(books, /^22/);
  const [payable, transit] = [-balance(books, /^2300/), -balance(books, /^2310/)];
  return [
    [
      receivedMinor === applied + suspense + payable + transit + sent,
      `received ${receivedMinor} is not applied ${applied} + suspense ${suspense} + payable ${payable} + in transit ${transit} + sent ${sent}`,
    ],
    [
      balance(books, /^1100/) === bySession('CREDIT'),
      `the pool has ${balance(books, /^1100/)} of this case, the bank was paid ${bySession('CREDIT')}`,
    ],
    [
      balance(books, /^1110/) === cardSent - sent,
      `the payout account has ${balance(books, /^1110/)} of this case, the bank has sent ${sent - cardSent}`,
    ],
    [
      balance(books, /^1200/) === byCard - cardSent,
      `the acquirer owes ${balance(books, /^1200/)} of this case by the books, not ${byCard - cardSent}`,
    ],
    ...[/^2200/, /^2210/, /^2220/, /^2230/, /^2300/, /^2310/].map((code): Claim => [
      -balance(books, code) >= 0n,
      `${code.source} is overdrawn`,
    ]),
  ];
}

/** What a merchant is credited is never beyond the policy, nor beyond what was received. */
function withinPolicy(books: CaseBooks): Claim[] {
  const { checkout, credits } = books;
  const { policies } = checkout;
  const gross = creditedGross(books);
  const kept = credits.filter(isKept);
  const keptMinor = sum(kept, ({ amount_minor }) => amount_minor);
  const expected = checkout.expected_minor;
  const tolerance = least(BigInt(policies.tolerance), expected / 100n);
  const most = policies.overpaid === 'KEEP' ? gross : expected + tolerance;
  const least_ = policies.underpaid === 'ACCEPT' ? 1n : expected - tolerance;
  const paid = isPaid(checkout.status as CheckoutStatus);
  const accepted = checkout.accepted_minor;
  const card = credits.some(
    ({ channel, applied_minor }) => channel === 'Card' && applied_minor > 0n,
  );
  const fee = feeOn(plans[card ? 'Card' : 'Bank'], accepted);
  return [
    [
      gross === accepted + keptMinor,
      `credited ${gross}, not accepted ${accepted} + kept ${keptMinor}`,
    ],
    [paid || accepted === 0n, `${checkout.status} and ${accepted} accepted`],
    [!paid || accepted <= most, `accepted ${accepted} is beyond ${most}`],
    [!paid || accepted >= least_, `accepted ${accepted} is less than ${least_}`],
    [
      accepted + keptMinor <= sum(credits, ({ amount_minor }) => amount_minor),
      `credited ${gross} is more than was received`,
    ],
    [
      !paid || (checkout.fee_minor === fee.feeMinor && checkout.vat_minor === fee.vatMinor),
      `fee ${checkout.fee_minor} + ${checkout.vat_minor} on ${accepted}, not ${fee.feeMinor} + ${fee.vatMinor}`,
    ],
  ];
}

/** Gross of fees, by the journals of credits. */
function creditedGross({ legs }: CaseBooks): bigint {
  return -sum(
    legs.filter(({ sourceType, code }) => sourceType === 'credit' && /^(21|24|4)/.test(code)),
    ({ amount }) => amount,
  );
}

/** A credit that pays for no order and was left to the merchant. */
function isKept({ resolution, applied_minor }: CreditRow): boolean {
  return resolution === 'ACCEPTED' && applied_minor === 0n;
}

function creditClaims({ of, checkout, refunds, legs }: CaseBooks, credit: CreditRow): Claim[] {
  const { credit_id: id, outcome, resolution } = credit;
  const { late, duplicate } = checkout.policies;
  const back = sum(
    refunds.filter(({ credit_id }) => credit_id === id),
    ({ amount_minor }) => amount_minor,
  );
  const merchants = -sum(
    legs.filter(({ sourceId, code }) => sourceId === id && /^(21|24|4)/.test(code)),
    ({ amount }) => amount,
  );
  const operator = of.plan.ruling === 'accept';
  const mayAccept: Readonly<Record<string, boolean>> = {
    LATE: late === 'ACCEPT_LATE' || (late === 'HOLD' && operator) || duplicate === 'KEEP_AS_CREDIT',
    DUPLICATE: duplicate === 'KEEP_AS_CREDIT' || operator,
    UNMATCHED: false,
  };
  return [
    [
      back === credit.refunded_minor,
      `${id} reserves ${credit.refunded_minor} for refunds of ${back}`,
    ],
    [back <= credit.amount_minor, `${id} of ${credit.amount_minor} is refunded ${back}`],
    [
      (mayAccept[outcome ?? ''] ?? true) ? true : merchants === 0n,
      `${id} is ${outcome} (${resolution}) and the merchant got ${merchants} of it`,
    ],
  ];
}

/** Paid once at most, and as the books say. */
function refundClaims({ sendings, lines }: CaseBooks, refund: RefundRow): Claim[] {
  if (refund.channel === 'Card') return [];
  const { refund_id: id, status } = refund;
  const own = new Set(
    sendings.filter(({ purpose_id }) => purpose_id === id).map(({ session_id }) => session_id),
  );
  const of = (kind: string) =>
    lines.filter((line) => line.kind === kind && own.has(line.sessionId ?? ''));
  const paid = of('DEBIT').length - of('DEBIT_RETURNED').length;
  return [
    [paid <= 1, `${id} was paid ${paid} times`],
    [
      of('DEBIT').every(({ amount }) => BigInt(amount) === refund.amount_minor),
      `${id} of ${refund.amount_minor} was paid another amount`,
    ],
    [status !== 'SUCCESSFUL' || paid === 1, `${id} is SUCCESSFUL and was paid ${paid} times`],
    [
      !['REQUESTED', 'NAME_ENQUIRY', 'FAILED', 'NEEDS_ACCOUNT'].includes(status) || paid === 0,
      `${id} is ${status} and was paid ${paid} times`,
    ],
  ];
}

/** A checkout that has ended holds nothing; one that is open holds only what waits for the rest. */
function ended(books: CaseBooks): Claim[] {
  const { checkout } = books;
  const parts = -balance(books, /^2210/);
  const isOver = isTerminal(checkout.status as CheckoutStatus);
  return [
    [!isOver || parts === 0n, `${checkout.status} and ${parts} are held for a top-up`],
    [
      isOver || parts === checkout.applied_minor,
      `${parts} are held, not ${checkout.applied_minor}`,
    ],
    [balance(books, /^2220/) === 0n, `${-balance(books, /^2220/)} of excess go nowhere`],
  ];
}

/** Debits positive. */
function balance({ legs }: CaseBooks, code: RegExp): bigint {
  return sum(
    legs.filter((leg) => code.test(leg.code)),
    ({ amount }) => amount,
  );
}

function sum<Item>(items: readonly Item[], amountOf: (item: Item) => bigint): bigint {
  return items.reduce((total, item) => total + amountOf(item), 0n);
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
