import type { RailBank } from '../../../domain/bank-rail.port.js';
import { isCharged } from '../../../domain/channels.js';
import type { RefundRules } from '../../../payouts/refunds/refund-proposal.js';
import type { RefundView } from '../../../payouts/refunds/refund.dto.js';
import { may } from '../../../http/access/may.js';
import { Choice, Input, Said } from '../../parts/parts.js';
import { Facts, Foreign, moment, money, pathWith, Standing } from '../money-parts.js';
import type { RefundablePayment } from '../money-ports.js';
import { Form } from '../portal-page.js';
import type { ShownPage } from '../portal-route.js';
import type { PortalViewer } from '../portal-viewer.js';
import { wordsOf } from '../words.js';
import { OrderLink } from '../order-link.js';
import { pathOfRefund } from '../reference-paths.js';

interface ShownRefund {
  readonly viewer: PortalViewer;
  readonly refund: RefundView;
  /** The banks from which the other account's bank is chosen; empty while the list is not available. */
  readonly banks: readonly RailBank[];
  readonly given: { readonly accountNumber: string; readonly bankCode: string };
  readonly fault: string | null;
  readonly done: string | null;
  readonly status: number;
}

/** Shows a refund, and the form for another account when the refund needs one. */
export function refundPage(shown: ShownRefund): ShownPage {
  const { refund, fault, done, status } = shown;
  const { currency, destination } = refund;
  const children = (
    <>
      <h1>
        Refund <bdi>{refund.refundReference}</bdi>
      </h1>
      <Said fault={fault} done={done} />
      <p class="standing">
        <b>{money(refund.amount, currency)}</b> <Standing of="refunds" status={refund.status} />
      </p>
      {refund.status === 'NEEDS_ACCOUNT' && <OtherAccount {...shown} />}
      <Facts
        facts={[
          ['Order', refund.paymentReference && <OrderLink reference={refund.paymentReference} />],
          ['Payment', refund.transactionReference],
          ['Why', wordsOf('refundCauses', refund.cause)],
          ['Reason', refund.reason && <Foreign text={refund.reason} />],
          ['Decided by', wordsOf('origins', refund.origin)],
          [
            'Goes to',
            destination === null ? (
              'the card that paid'
            ) : (
              <>
                <Foreign text={destination.bankName} /> {destination.accountNumber}
              </>
            ),
          ],
          ['Stamp duty', refund.duty === 0 ? null : money(refund.duty, currency)],
          ['Is sent from', refund.sendsFrom && moment(refund.sendsFrom)],
          ['Asked for', moment(refund.createdAt)],
          ['Arrived', refund.completedAt && moment(refund.completedAt)],
        ]}
      />
    </>
  );
  const title = `Refund ${refund.refundReference}`;
  return { title, here: 'refunds', children, status };
}

function OtherAccount({ viewer, refund, banks, given }: ShownRefund) {
  if (refund.destination?.isPayers === false) {
    return <p>The account has another name than the customer’s. The operator decides about it.</p>;
  }
  const what =
    'The account that the money came from takes nothing. Ask the customer for another account of the customer’s own.';
  if (!may(viewer, 'refunds:destination') || viewer.suspendedReason !== null) return <p>{what}</p>;
  const bankChoices = [
    ['', 'Choose the bank'],
    ...banks.map(({ institutionCode, name }) => [institutionCode, name]),
  ];
  return (
    <section>
      <h2>Name another account</h2>
      <p>{what} Its bank is asked for the holder’s name; the money is sent after a waiting time.</p>
      <Form action={`${pathOfRefund(refund.refundReference)}/account`}>
        <Input
          {...{ name: 'accountNumber', label: 'Account number', value: given.accountNumber }}
          required
          hint="Ten digits."
        />
        {banks.length > 0 ? (
          <Choice
            {...{ name: 'bankCode', label: 'Its bank', value: given.bankCode }}
            choices={bankChoices}
          />
        ) : (
          <Input
            {...{ name: 'bankCode', label: 'Code of the bank', value: given.bankCode }}
            required
          />
        )}
        <button>Send it there</button>
      </Form>
    </section>
  );
}

export interface RefundWishes {
  readonly transaction: string;
  /** The amount in naira, as the person has typed it. Empty: all that is left. */
  readonly amount: string;
  readonly reason: string;
}

interface NewRefund {
  readonly payment: RefundablePayment;
  readonly wish: RefundWishes;
  readonly rules: RefundRules;
  readonly fault: string | null;
  readonly status: number;
  /** The refund that is sent once the person confirms it; null: the form must be filled in first. */
  readonly check: { readonly amountMinor: bigint; readonly refundReference: string } | null;
}

/** The page for a full or partial refund: first the form, then a summary to confirm. */
export function newRefundPage(shown: NewRefund): ShownPage {
  const { payment, fault, status, check } = shown;
  const { paymentReference, currency } = payment;
  const children = (
    <>
      <h1>Refund a payment</h1>
      <Said fault={fault} done={null} />
      <Facts
        facts={[
          ['Order', paymentReference && <OrderLink reference={paymentReference} />],
          ['Received', money(payment.amountReceived, currency)],
          ['Can still be refunded', money(payment.amountRefundable, currency)],
          ['Goes back to', <Receiver payment={payment} />],
        ]}
      />
      {check === null ? <RefundForm {...shown} /> : <Check {...shown} check={check} />}
    </>
  );
  return { title: 'Refund a payment', here: 'refunds', children, status };
}

function Receiver({ payment }: { readonly payment: RefundablePayment }) {
  const { senderName, senderBank, senderAccount } = payment;
  if (isCharged(payment.paymentChannel)) return <>the card that paid</>;
  return (
    <>
      <Foreign text={senderName} /> {[senderBank, senderAccount].filter(Boolean).join(' ')}
    </>
  );
}

function RefundForm({ payment, wish, rules: { now: rule } }: NewRefund) {
  if (payment.amountRefundable === 0) {
    return <p>Nothing of this payment can be refunded now.</p>;
  }
  return (
    <>
      <form method="get" action="/refunds/new">
        <input type="hidden" name="transaction" value={payment.transactionReference} />
        <input type="hidden" name="check" value="1" />
        <Input
          {...{ name: 'amount', label: 'Amount in naira', value: wish.amount }}
          hint={`Empty: all that is left, ${money(payment.amountRefundable, payment.currency)}.`}
        />
        <Input
          {...{ name: 'reason', label: 'Why', value: wish.reason }}
          required
          hint="At most 200 signs. You see it with the refund; the customer does not."
        />
        <button>Go on</button>
      </form>
      {rule !== null && rule.asks !== 'NOTHING' && (
        <p class="hint">
          Above {money(rule.overMinor)}{' '}
          {rule.asks === 'TWO'
            ? 'another person must confirm a refund.'
            : 'you prove again that it is you.'}
        </p>
      )}
    </>
  );
}

function Check({
  payment,
  wish,
  check: { amountMinor, refundReference },
}: NewRefund & { readonly check: NonNullable<NewRefund['check']> }) {
  const left = BigInt(payment.amountRefundable) - amountMinor;
  return (
    <section class="danger" aria-label="Check the refund">
      <p>
        <b>{money(amountMinor, payment.currency)}</b> will go back to the customer.{' '}
        {left === 0n
          ? 'Nothing of the payment is left then.'
          : `${money(left, payment.currency)} of the payment can be refunded later.`}{' '}
        It cannot be called back.
      </p>
      <p>
        Why: <Foreign text={wish.reason} />
      </p>
      <Form action="/refunds">
        <input type="hidden" name="transaction" value={payment.transactionReference} />
        <input type="hidden" name="amountMinor" value={String(amountMinor)} />
        <input type="hidden" name="reason" value={wish.reason} />
        <input type="hidden" name="refundReference" value={refundReference} />
        <button>Refund {money(amountMinor, payment.currency)}</button>
      </Form>
      <p>
        <a href={pathWith('/refunds/new', { ...wish })}>Change it</a>
      </p>
    </section>
  );
}

interface RuleShown {
  readonly rules: RefundRules;
  readonly fault: string | null;
  readonly done: string | null;
  readonly status: number;
  readonly given: { readonly over: string; readonly asks: string };
}

/** Shows the merchant's rule for large refunds. */
export function refundRulePage({ rules, fault, done, status, given }: RuleShown): ShownPage {
  const { now, next } = rules;
  const children = (
    <>
      <h1>Before a large refund</h1>
      <Said fault={fault} done={done} />
      <p>
        {now === null || now.asks === 'NOTHING'
          ? 'Anybody who may refund refunds any amount.'
          : `Above ${money(now.overMinor)} ${askWords[now.asks]}.`}
      </p>
      {next !== null && (
        <p class="late">
          From {moment(next.from)} on:{' '}
          {next.asks === 'NOTHING'
            ? 'nothing more is asked'
            : `above ${money(next.overMinor)} ${askWords[next.asks]}`}
          .
        </p>
      )}
      <Form action="/refunds/rule">
        <Input {...{ name: 'over', label: 'Above this amount, in naira', value: given.over }} />
        <Choice
          {...{ name: 'asks', label: 'What is asked', value: given.asks }}
          choices={[
            ['NOTHING', 'nothing more'],
            ['FRESH', 'the person proves again who it is'],
            ['TWO', 'another person confirms'],
          ]}
        />
        <button>Keep</button>
      </Form>
      <p class="hint">
        The rule is for people. A program with a key refunds what its key allows. When two are asked
        for and you make the rule weaker, it stays as it is for another day.
      </p>
    </>
  );
  return { title: 'Before a large refund', here: 'refunds', children, status };
}

const askWords = {
  NOTHING: 'nothing more is asked',
  FRESH: 'the person proves again who it is',
  TWO: 'another person must confirm a refund',
} as const;
