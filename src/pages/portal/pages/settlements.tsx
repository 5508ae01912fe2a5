import { scheduleWords } from '../../parts/words.js';
import { formatNaira } from '../../../domain/money.js';
import type { HoldReason, SettlementStatus } from '../../../domain/payout-state.js';
import type { SettlementCalendar } from '../../../payouts/calendar/calendar.dto.js';
import type { ComingMoney } from '../../../payouts/settlement/coming.store.js';
import type { SettlementView } from '../../../payouts/settlement/settlement.dto.js';
import { Choice, Heads, Input } from '../../parts/parts.js';
import { Curl, curlOf, type FormGiven, Next, OnceForm, When } from './form.js';
import { pathOfSettlement } from '../reference-paths.js';

export const settlementWords: Readonly<Record<SettlementStatus, string>> = {
  SCHEDULED: 'will be sent',
  PROCESSING: 'on its way',
  UNKNOWN: 'sent; the bank has not confirmed it yet',
  SUCCESSFUL: 'paid',
  FAILED: 'failed: the money is in your balance again',
  REVERSED: 'came back: the money is in your balance again',
  CANCELLED: 'called off',
  ON_HOLD: 'on hold',
};

export const holdWords: Readonly<Record<HoldReason, string>> = {
  NEGATIVE_BALANCE: 'More was taken from you than was due. The next payments make up for it.',
  NAME_CHANGED: 'The bank gives another name for your account than before. We look at it.',
  ACCOUNT_REFUSED: 'The bank refuses your account. Add another one.',
  MERCHANT_INACTIVE: 'Your business is suspended.',
};

/** The balance, with the figures of the API's wallet. */
export interface ShownBalance {
  readonly available: number;
  readonly pending: number;
  readonly reserved: number;
  readonly inTransit: number;
  readonly nextSettlement: { readonly date: string; readonly amount: number } | null;
}

export interface SettlementsWish {
  readonly status: string;
  readonly type: string;
  readonly from: string;
  readonly to: string;
}

export interface SettlementsShown {
  /** Null: the person may not see the balance. */
  readonly balance: ShownBalance | null;
  readonly schedule: string;
  readonly minimumMinor: bigint;
  readonly coming: readonly ComingMoney[];
  readonly calendar: SettlementCalendar;
  /** Null: the merchant has no account to be paid to. */
  readonly account: { readonly isUsable: boolean; readonly usableFrom: string } | null;
  readonly settlements: readonly SettlementView[];
  readonly nextCursor: string | null;
  readonly wish: SettlementsWish;
  readonly given: FormGiven;
  readonly baseUrl: string;
}

const kobo = (amount: number): string => formatNaira(BigInt(amount));

/** Shows which payouts come when, why money is not paid out yet, and what was paid. */
export function SettlementsPage(shown: SettlementsShown) {
  const { balance, schedule, settlements, nextCursor, wish, baseUrl, given } = shown;
  return (
    <>
      <h1>Settlements</h1>
      <p>
        You are paid {scheduleWords(schedule)}.{' '}
        <a href="/settlements/accounts">Accounts that you are paid into</a>
      </p>
      {balance !== null && <Balance balance={balance} />}
      <WhyNotYet {...shown} />
      <Coming {...shown} />
      <PayNow given={given} baseUrl={baseUrl} />
      <Calendar calendar={shown.calendar} />
      <h2>What was paid</h2>
      <Filters wish={wish} />
      <History settlements={settlements} />
      <Next path="/settlements" query={{ ...wish }} cursor={nextCursor} />
      <Statement />
    </>
  );
}

function Balance({ balance }: { readonly balance: ShownBalance }) {
  const cards: readonly (readonly [string, number])[] = [
    ['Can be paid out now', balance.available],
    ['Not due yet', balance.pending],
    ['Held for disputes', balance.reserved],
    ['On its way to you', balance.inTransit],
  ];
  return (
    <ul class="cards">
      {cards.map(([words, amount]) => (
        <li>
          <small>{words}</small>
          <b>{kobo(amount)}</b>
        </li>
      ))}
    </ul>
  );
}

/** Lists, in words, all reasons why money is not paid out yet. */
function WhyNotYet({ balance, schedule, minimumMinor, account }: SettlementsShown) {
  const available = BigInt(balance?.available ?? 0);
  const next = balance?.nextSettlement ?? null;
  const reasons = [
    account === null && (
      <>
        There is no account to pay into. <a href="/settlements/accounts">Add one</a>
      </>
    ),
    account !== null && !account.isUsable && (
      <>
        Your account is new: nothing is sent to it before <When at={account.usableFrom} />.
      </>
    ),
    available > 0n && available < minimumMinor && (
      <>
        {formatNaira(available)} is less than the least that you want paid (
        {formatNaira(minimumMinor)}): it is carried over.
      </>
    ),
    available < 0n && <>You owe {formatNaira(-available)}. The next payments make up for it.</>,
    schedule === 'MANUAL' && <>Your schedule pays only when you ask.</>,
  ].filter((reason) => reason !== false);
  return (
    <section>
      <h2>Next</h2>
      <p>
        {next === null
          ? 'Nothing is planned now.'
          : `${kobo(next.amount)} will be sent on ${next.date}, if nothing else happens until then.`}
      </p>
      {reasons.length > 0 && (
        <ul>
          {reasons.map((reason) => (
            <li>{reason}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Coming({ coming }: SettlementsShown) {
  if (coming.length === 0) return null;
  return (
    <section>
      <h2>What becomes due, and when</h2>
      <table class="list">
        <Heads titles={['Day', 'Payments', 'Amount']} />
        <tbody>
          {coming.map(({ day, payments, netMinor }) => (
            <tr>
              <td>{day}</td>
              <td>{payments}</td>
              <td class="number">{formatNaira(netMinor)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface PayNowProps {
  readonly given: FormGiven;
  readonly baseUrl: string;
}

function PayNow({ given, baseUrl }: PayNowProps) {
  if (!given.mayWrite) return null;
  return (
    <section>
      <h2>Pay out now</h2>
      <OnceForm fresh to="/settlements/pay" given={given} class="decide" button="Pay out now">
        <Input
          name="amount"
          label="Amount in naira"
          hint="Empty: all that is due. Duty and fees are deducted."
        />
        <Input name="narration" label="Text of the transfer" />
      </OnceForm>
      <Curl
        lines={curlOf(baseUrl, 'POST', '/api/v1/settlement/merchant-settlement', {
          settlementReference: 'PAYOUT-1',
          all: true,
        })}
      />
    </section>
  );
}

function Calendar({ calendar }: { readonly calendar: SettlementCalendar }) {
  const blank = (new Date(`${calendar.from}T00:00:00Z`).getUTCDay() + 6) % 7;
  const cells = [...Array.from({ length: blank }, () => null), ...calendar.items];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, at) =>
    cells.slice(at * 7, at * 7 + 7),
  );
  return (
    <details open>
      <summary>
        <h2>Calendar</h2>
      </summary>
      <div class="wide" tabIndex={0} role="region" aria-label="Calendar">
        <table class="calendar">
          <thead>
            <tr>
              {['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'].map((day) => (
                <th scope="col">{day}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr>
                {week.map((each) =>
                  each === null ? (
                    <td />
                  ) : (
                    <td class={each.payoutDay ? 'payout' : each.businessDay ? undefined : 'closed'}>
                      <time dateTime={each.date}>{Number(each.date.slice(8))}</time>
                      {each.payoutDay && <small>payout</small>}
                      {each.holiday !== null && <small>{each.holiday}</small>}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="hint">
        From {calendar.from} to {calendar.to}. A holiday may still be declared: days move with it.
      </p>
    </details>
  );
}

function Filters({ wish }: { readonly wish: SettlementsWish }) {
  return (
    <form method="get" action="/settlements" class="filters">
      <Choice
        name="status"
        label="Status"
        value={wish.status}
        choices={[['', 'every'], ...Object.entries(settlementWords)]}
      />
      <Choice
        name="type"
        label="Kind"
        value={wish.type}
        choices={[
          ['', 'every'],
          ['SCHEDULED', 'by schedule'],
          ['ON_DEMAND', 'when you asked'],
        ]}
      />
      <Input name="from" label="From" type="date" value={wish.from} />
      <Input name="to" label="To" type="date" value={wish.to} />
      <button>Show</button>
    </form>
  );
}

function History({ settlements }: Pick<SettlementsShown, 'settlements'>) {
  if (settlements.length === 0) return <p>No settlement yet.</p>;
  return (
    <table class="list">
      <Heads titles={['Settlement', 'Planned for', 'Amount', 'Status', 'Into']} />
      <tbody>
        {settlements.map((each) => (
          <tr>
            <td>
              <a href={pathOfSettlement(each.settlementReference)}>{each.settlementReference}</a>
            </td>
            <td>
              <When at={each.scheduledFor} />
            </td>
            <td class="number">{kobo(each.amount)}</td>
            <td>{settlementWords[each.status]}</td>
            <td>
              {each.destination === null
                ? '–'
                : `${each.destination.bankName ?? each.destination.bankCode} ${each.destination.accountNumber}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Statement() {
  return (
    <section>
      <h2>Statement of a period</h2>
      <form method="get" action="/settlements/statement" class="filters">
        <Input name="from" id="statement-from" label="From" type="date" required />
        <Input name="to" id="statement-to" label="To" type="date" required />
        <Choice
          name="format"
          label="As"
          value="pdf"
          choices={[
            ['pdf', 'PDF'],
            ['csv', 'CSV'],
          ]}
        />
        <button>Save</button>
      </form>
    </section>
  );
}
