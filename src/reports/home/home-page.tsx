import type { FastifyInstance } from 'fastify';
import { ageText } from '../../domain/case-headline.js';
import { formatCount, formatNaira } from '../../domain/money.js';
import type { WaitingCount } from '../../operators/cases/case-record.js';
import type { ListedCaseView } from '../../operators/cases/case-views.dto.js';
import { deskDocument, type Frame } from '../../operators/desk/desk-page.js';
import type { DeskRoom } from '../../operators/desk/desk-room.js';
import { visitorOf, waitingOf } from '../../operators/desk/forms.js';
import { needs } from '../../operators/desk/page-guard.js';
import { queuePath } from '../../operators/desk/pages/queue.js';
import { Cases, DecideBy } from '../../operators/desk/pages/queue-rows.js';
import { Chart, type Point } from '../../pages/parts/chart.js';
import type { Day } from '../../pages/parts/day.js';
import type { Home, HomeService } from './home.service.js';
import type { BankHealth, InFlight, OpenDispute } from './home.store.js';

const shownCases = 8;

/** Addresses of the alarms and dashboards that watch the installation. Undefined when there are none. */
export interface Observed {
  readonly alarmsUrl: string | undefined;
  readonly dashboardsUrl: string | undefined;
}

interface Shown {
  readonly observed: Observed;
  readonly home: Home;
  readonly urgent: readonly ListedCaseView[];
  readonly waiting: WaitingCount;
}

/** Adds the first page of the desk, with the problems and the figures of the day. */
export function addHomePage(
  room: FastifyInstance,
  { ports, frame, html }: DeskRoom,
  service: Pick<HomeService, 'find'>,
  observed: Observed,
): void {
  room.get('/', needs('payments:read'), async (request, reply) => {
    const everything = {
      ...{ status: 'OPEN' as const, kind: null, reason: null, merchantId: null, provider: null },
      ...{ assignee: null, search: null, isSnoozed: false, isHolding: null, without: [] },
    };
    const visitor = visitorOf(request);
    const [home, urgent] = await Promise.all([
      service.find(),
      ports.cases.list(everything, 'URGENT', { size: shownCases }, visitor),
    ]);
    return html(
      reply,
      homeDocument(frame(request), {
        ...{ observed, home, urgent: urgent.items, waiting: waitingOf(request) },
      }),
    );
  });
}

function homeDocument(frame: Frame, { observed, home, urgent, waiting }: Shown): string {
  const { today, lastWeek, inFlight, disputes, banks, days, missing } = home;
  const children = (
    <>
      <h1>Now</h1>
      <ObservedLinks {...observed} />
      <ul class="cards">
        {today === null || lastWeek === null ? (
          <Card title="Money in today" value="…">
            is being added up: load the page again
          </Card>
        ) : (
          <Today today={today} lastWeek={lastWeek} />
        )}
        <Card title="Waiting for a person" value={String(waiting.waiting)} href="/desk/cases">
          <span class={waiting.overdue > 0 ? 'late' : undefined}>{waiting.overdue} are late</span>,{' '}
          {waiting.mine} yours
        </Card>
        {inFlight.map((each) => (
          <Flight each={each} />
        ))}
      </ul>
      <section>
        <h2>Decide next</h2>
        {urgent.length === 0 ? (
          <p>Nothing waits for a person.</p>
        ) : (
          <Cases items={urgent} pathOf={(merchantId) => queuePath({ merchantId })} />
        )}
        {waiting.waiting > urgent.length && (
          <p>
            <a href="/desk/cases">All {waiting.waiting}</a>
          </p>
        )}
      </section>
      <div class="sides">
        <Disputes disputes={disputes} />
        <Banks banks={banks} nameOf={frame.nameOf} />
      </div>
      <section>
        <h2>The last {days.length} days</h2>
        {missing > 0 && <p>{missing} of them are still being added up. Load the page again.</p>}
        <div class="sides">
          <Chart id="in" title="Money in" unit="Naira" points={naira(days, (d) => d.grossMinor)} />
          <Chart id="payments" title="Payments" unit="Payments" points={payments(days)} />
          <Chart id="paid" title="Orders that were paid" unit="Of 100" points={shares(days)} />
          <Chart
            id="back"
            title="Refunds and disputes"
            unit="Naira"
            points={naira(days, (d) => d.refundMinor + d.disputeMinor)}
          />
        </div>
      </section>
    </>
  );
  return deskDocument({ ...frame, title: 'Now', here: 'home', children });
}

function ObservedLinks({ alarmsUrl, dashboardsUrl }: Observed) {
  if (alarmsUrl === undefined && dashboardsUrl === undefined) return null;
  return (
    <nav aria-label="What watches this" class="views">
      {alarmsUrl !== undefined && <a href={alarmsUrl}>Alarms</a>}
      {dashboardsUrl !== undefined && <a href={dashboardsUrl}>Dashboards</a>}
    </nav>
  );
}

function Today({ today, lastWeek }: { readonly today: Day; readonly lastWeek: Day }) {
  return (
    <>
      <Card title="Money in today" value={formatNaira(today.grossMinor)}>
        {compared(today.grossMinor, lastWeek.grossMinor)}
      </Card>
      <Card title="Payments today" value={today.payments.toLocaleString('en-NG')}>
        {lastWeek.payments.toLocaleString('en-NG')} by this time a week ago
      </Card>
      <Card title="Orders that were paid" value={shareText(today)}>
        {shareText(lastWeek)} a week ago
      </Card>
    </>
  );
}

interface CardProps {
  readonly title: string;
  readonly value: string;
  readonly href?: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- children of Preact
  readonly children: any;
}

function Card({ title, value, href, children }: CardProps) {
  return (
    <li>
      <small>{title}</small>
      <b>{href === undefined ? value : <a href={href}>{value}</a>}</b>
      <small>{children}</small>
    </li>
  );
}

const flights: Readonly<Record<InFlight['kind'], { title: string; href: string; many: string }>> = {
  REFUND: { title: 'Refunds on their way', href: '/desk/sending', many: 'refunds' },
  PAYOUT: { title: 'Payouts on their way', href: '/desk/sending', many: 'payouts' },
  SUSPENSE: { title: 'Belongs to nobody yet', href: '/desk/cases?kind=CREDIT', many: 'payments' },
};

function Flight({ each: { kind, count, amountMinor, since } }: { readonly each: InFlight }) {
  const { title, href, many } = flights[kind];
  return (
    <Card title={title} value={formatNaira(amountMinor)} href={href}>
      {formatCount(count)} {count === 1 ? many.slice(0, -1) : many}
      {since !== null && `, the oldest for ${ageText(Date.now() - since.getTime())}`}
    </Card>
  );
}

/** "12 % more than by this time a week ago (₦1,000.00)". */
function compared(now: bigint, before: bigint): string {
  const then = `by this time a week ago (${formatNaira(before)})`;
  if (before === 0n) return `${formatNaira(before)} by this time a week ago`;
  const percent = Number(((now - before) * 100n) / before);
  if (percent === 0) return `as much as ${then}`;
  return `${Math.abs(percent)} % ${percent > 0 ? 'more' : 'less'} than ${then}`;
}

function shareOf({ initiated, paid }: Day): number {
  return initiated === 0 ? 0 : Math.round((paid * 100) / initiated);
}

function shareText(day: Day): string {
  return day.initiated === 0 ? 'none begun' : `${shareOf(day)} %`;
}

function naira(days: readonly Day[], of: (day: Day) => bigint): Point[] {
  return days.map((day) => ({
    ...{ date: day.date, value: Number(of(day)), text: formatNaira(of(day)) },
  }));
}

function payments(days: readonly Day[]): Point[] {
  return days.map(({ date, payments: count }) => ({
    ...{ date, value: count, text: count.toLocaleString('en-NG') },
  }));
}

function shares(days: readonly Day[]): Point[] {
  return days.map((day) => ({ date: day.date, value: shareOf(day), text: shareText(day) }));
}

function Disputes({ disputes }: { readonly disputes: readonly OpenDispute[] }) {
  return (
    <section>
      <h2>Disputes by deadline</h2>
      {disputes.length === 0 ? (
        <p>No dispute is open.</p>
      ) : (
        <table class="list">
          <thead>
            <tr>
              <th scope="col">Dispute</th>
              <th scope="col" class="number">
                Amount
              </th>
              <th scope="col">Ends</th>
              <th scope="col">Answer</th>
            </tr>
          </thead>
          <tbody>
            {disputes.map(({ disputeId, merchantName, amountMinor, dueAt, isAnswered }) => (
              <tr>
                <td>
                  <a href={`/desk/disputes/${disputeId}`}>{merchantName ?? disputeId}</a>
                </td>
                <td class="number">{formatNaira(amountMinor)}</td>
                <td>{dueAt === null ? 'no deadline' : <DecideBy at={dueAt.toISOString()} />}</td>
                <td>{isAnswered ? 'sent' : <span class="late">none yet</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

interface BanksProps extends Pick<Frame, 'nameOf'> {
  readonly banks: readonly BankHealth[];
}

function Banks({ banks, nameOf }: BanksProps) {
  return (
    <section>
      <h2>Banks</h2>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Bank</th>
            <th scope="col">How it does</th>
          </tr>
        </thead>
        <tbody>
          {banks.map((bank) => {
            const faults = faultsOf(bank);
            return (
              <tr>
                <td class="keep">{nameOf(bank.provider)}</td>
                <td>
                  {faults.length === 0 ? (
                    <span class="good">in order</span>
                  ) : (
                    <span class="late">{faults.join('; ')}</span>
                  )}
                  <br />
                  <small>{statementText(bank)}</small>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function faultsOf({ hold, unanswered, unansweredSince, differenceMinor }: BankHealth): string[] {
  const since = unansweredSince === null ? '' : ageText(Date.now() - unansweredSince.getTime());
  return [
    ...(hold === null ? [] : ['nothing is sent through it']),
    ...(unanswered === 0
      ? []
      : [
          `${formatCount(unanswered)} ${unanswered === 1 ? 'transfer' : 'transfers'} without an answer, the oldest for ${since}`,
        ]),
    ...(differenceMinor === null || differenceMinor === 0n
      ? []
      : [`our books differ from its statement by ${formatNaira(differenceMinor)}`]),
  ];
}

function statementText({ statementAt }: BankHealth): string {
  if (statementAt === null) return 'no line of a statement yet';
  return `last line of its statement ${ageText(Date.now() - statementAt.getTime())} ago`;
}
