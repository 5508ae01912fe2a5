import { decisionLabel } from '../../../domain/case-decisions.js';
import { readable, reasonWords } from '../../../domain/case-words.js';
import { accountNameOf } from '../../../domain/chart-of-accounts.js';
import { lagosMoment } from '../../../domain/lagos-day.js';
import { formatNaira } from '../../../domain/money.js';
import type { CaseEventView, CaseView } from '../../cases/case-views.dto.js';
import { Meaning } from '../glossary.js';

interface Found {
  readonly found: CaseView;
}

type Row = readonly [string, string | null];

export function FactList({ facts }: { readonly facts: CaseEventView['shown'] }) {
  return (
    <dl class="facts">
      {facts?.map(({ name, value }) => (
        <div>
          <dt>
            {name} <Meaning of={name} />
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ShownProps {
  readonly facts: readonly Fact[];
  /** The kind of the case. */
  readonly kind: string;
}

type Fact = NonNullable<CaseEventView['shown']>[number];

/** Shows the facts that were shown with a decision. The hash is made of codes, which are shown in words here. */
export function ShownFacts({ facts, kind }: ShownProps) {
  return <FactList facts={facts.map((fact) => inWords(fact, kind))} />;
}

function inWords({ name, value }: Fact, kind: string): Fact {
  if (name === 'Decision') return { name, value: decisionLabel(kind, value) };
  if (name === 'Waits for') return { name, value: reasonWords(value) };
  if (!name.startsWith('Leg ')) return { name, value };
  const account = name.slice('Leg '.length);
  return { name: `${accountNameOf(account)} (${account.slice(0, 4)})`, value };
}

/** Shows all facts of a case, in the order in which a caller on the telephone asks for them. */
export function Facts({ found }: Found) {
  const { subject } = found;
  return (
    <section>
      <h2>Facts</h2>
      <FactList facts={known([...moneyOf(found), ...peopleOf(found), ...placesOf(found)])} />
      <StatementLine found={found} />
      <ul class="links">
        {found.merchantId !== null && found.paymentReference !== null && isOrder(found) && (
          <li>
            <a
              href={`/desk/orders/${found.merchantId}/${encodeURIComponent(found.paymentReference)}`}
            >
              The order
            </a>
          </li>
        )}
        {found.merchantId !== null && (
          <li>
            <a href={`/desk/merchants/${found.merchantId}`}>The shop</a>
          </li>
        )}
        {/^(?:chk|txn|rfd|dsp)_/.test(subject) && (
          <li>
            <a href={`/desk/messages?about=${encodeURIComponent(subject)}`}>
              What people were told about it
            </a>
          </li>
        )}
        <li>
          <a href={found.workflowUrl}>For engineers: the Temporal UI</a>
        </li>
      </ul>
    </section>
  );
}

function isOrder({ kind }: CaseView): boolean {
  return ['CHECKOUT', 'CREDIT', 'REFUND', 'CHARGE', 'DISPUTE'].includes(kind);
}

function known(rows: readonly Row[]): { name: string; value: string }[] {
  return rows.flatMap(([name, value]) => (value === null || value === '' ? [] : [{ name, value }]));
}

/** Shows the order's amount and the received amount: a refund is the difference. */
function moneyOf(found: CaseView): Row[] {
  const { kind, amount, amountDue, amountPaid } = found;
  const paid: Row[] =
    kind === 'PAYOUT'
      ? [['Arrived of it', amountPaid === 0 ? null : naira(amountPaid)]]
      : [
          ['Order', naira(amountDue)],
          ['Customer paid', naira(amountPaid)],
        ];
  return [[amountNames[kind] ?? 'Amount', naira(amount)], ...paid];
}

const amountNames: Readonly<Record<string, string>> = {
  REFUND: 'To give back',
  PAYOUT: 'To pay out',
  CREDIT: 'Money that came',
  DISPUTE: 'Disputed',
};

function peopleOf({ kind, merchantName, paymentReference, customer, payer }: CaseView): Row[] {
  const isOut = kind === 'PAYOUT' || kind === 'REFUND';
  return [
    ['Shop', merchantName],
    ['Reference', paymentReference],
    [
      'Customer',
      [customer?.name, customer?.phoneNumber, customer?.email].filter(Boolean).join(', ') || null,
    ],
    [isOut ? 'Goes to' : 'Came from', payer?.accountName ?? null],
    ['Name that the bank gives now', payer?.notedName ?? null],
    ['Name of who paid', payer?.payerName ?? null],
    ['Their bank', payer?.bankName ?? null],
    ['Account', payer?.accountNumber ?? null],
  ];
}

function placesOf(found: CaseView): Row[] {
  const { accountNumber, sessionId, providerName, subjectState, closedAt, openedAt } = found;
  return [
    ['Account number for the payment', accountNumber],
    ['Session id', sessionId],
    ['Bank connection', providerName],
    ['Status', subjectState && readable(subjectState)],
    ['Decide by', closedAt === null ? decideBy(found) : null],
    [closedAt === null ? 'Waits since' : 'Waited from', lagosMoment(new Date(openedAt))],
    ['until', closedAt && lagosMoment(new Date(closedAt))],
  ];
}

function decideBy({ decideBy: by, dueAt, dueText }: CaseView): string {
  const due = dueAt === null ? '' : ` (${lagosMoment(new Date(dueAt))}: ${dueText ?? 'deadline'})`;
  return `${lagosMoment(new Date(by))}${due}`;
}

/** Shows the line of the bank's statement, which the bank asks for when an operator calls. */
function StatementLine({ found: { statementLine: line } }: Found) {
  if (line === null) return null;
  const rows: readonly Row[] = [
    ['Line', line.lineId],
    ['Booked', lagosMoment(new Date(line.bookedAt))],
    ['What', readable(line.kind)],
    ['Amount', naira(line.amount)],
    ['Text', line.narration],
    ['Other side', line.counterpartName],
    ['Its account', line.counterpartAccount],
    ['Its bank', line.counterpartBank],
    ['Session id', line.sessionId],
    ['Balance after it', naira(line.balance)],
  ];
  return (
    <>
      <h3>
        On the bank’s statement <Meaning of="Statement line" />
      </h3>
      <FactList facts={known(rows)} />
    </>
  );
}

function naira(amount: number | null): string | null {
  return amount === null ? null : formatNaira(BigInt(amount));
}
