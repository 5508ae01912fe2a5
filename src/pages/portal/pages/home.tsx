import { formatCount } from '../../../domain/money.js';
import { may } from '../../../http/access/may.js';
import { Chart, type Point } from '../../parts/chart.js';
import type { Day } from '../../parts/day.js';
import type { MerchantHome, MerchantNeed } from '../home-view.js';
import { Foreign, moment, money, timeLeft } from '../money-parts.js';
import type { ShownPage } from '../portal-route.js';
import type { PortalViewer } from '../portal-viewer.js';

/** The first page: what needs attention, the figures of today, and the last thirty days. */
export function homePage(viewer: PortalViewer, home: MerchantHome): ShownPage {
  const { needs, days, missing, checklist } = home;
  const seesMoney = may(viewer, 'transactions:read');
  const children = (
    <>
      <h1>Home</h1>
      <Needs needs={needs.filter((need) => maySee(viewer, need))} />
      {seesMoney && <Today home={home} />}
      {may(viewer, 'merchant:read') && <Checklist checklist={checklist} />}
      {seesMoney && (
        <section>
          <h2>The last {days.length} days</h2>
          {missing > 0 && (
            <p role="status">
              {missing} of them are still being added up. Load the page again in a moment.
            </p>
          )}
          <div class="sides">
            <Chart id="in" title="Money in" unit="Naira" points={naira(days)} />
            <Chart id="payments" title="Payments" unit="Payments" points={counts(days)} />
          </div>
        </section>
      )}
    </>
  );
  return { title: 'Home', here: 'home', children };
}

function Today({ home: { today, lastWeek } }: { readonly home: MerchantHome }) {
  if (today === null || lastWeek === null) {
    return (
      <section>
        <h2>Today</h2>
        <p role="status">Today is still being added up. Load the page again in a moment.</p>
      </section>
    );
  }
  return (
    <section>
      <h2>Today</h2>
      <ul class="cards">
        <li>
          <small>Money in</small>
          <b>{money(today.grossMinor)}</b>
          <small>{money(lastWeek.grossMinor)} by this time a week ago</small>
        </li>
        <li>
          <small>Payments</small>
          <b>{formatCount(today.payments)}</b>
          <small>{formatCount(lastWeek.payments)} by this time a week ago</small>
        </li>
        <li>
          <small>Orders that were paid</small>
          <b>{shareText(today)}</b>
          <small>{shareText(lastWeek)} a week ago</small>
        </li>
        <li>
          <small>Refunds and disputes</small>
          <b>{money(today.refundMinor + today.disputeMinor)}</b>
          <small>
            {money(lastWeek.refundMinor + lastWeek.disputeMinor)} by this time a week ago
          </small>
        </li>
      </ul>
      <p>
        <a href="/payments">All payments</a>
      </p>
    </section>
  );
}

function shareText({ initiated, paid }: Day): string {
  if (initiated === 0) return 'none begun';
  return `${formatCount(paid)} of ${formatCount(initiated)}`;
}

function naira(days: readonly Day[]): Point[] {
  return days.map(({ date, grossMinor }) => ({
    ...{ date, value: Number(grossMinor), text: money(grossMinor) },
  }));
}

function counts(days: readonly Day[]): Point[] {
  return days.map(({ date, payments }) => ({
    ...{ date, value: payments, text: formatCount(payments) },
  }));
}

const rightOf: Readonly<Record<MerchantNeed['kind'], Parameters<typeof may>[1]>> = {
  DISPUTE: 'disputes:read',
  REFUND: 'refunds:read',
  HELD: 'transactions:read',
  ENDPOINT_FAILING: 'webhooks:read',
  ENDPOINT_OFF: 'webhooks:read',
  KEY: 'keys:read',
};

/** A need is shown only to people who may see the thing that it is about. */
function maySee(viewer: PortalViewer, { kind }: MerchantNeed): boolean {
  return may(viewer, rightOf[kind]);
}

function Needs({ needs }: { readonly needs: readonly MerchantNeed[] }) {
  return (
    <section>
      <h2>What needs doing</h2>
      {needs.length === 0 ? (
        <p>Nothing waits for you.</p>
      ) : (
        <ul class="needs">
          {needs.map((need) => (
            <li>
              <Need need={need} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const some = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${formatCount(count)}${count >= 1_000 ? ' or more' : ''} ${many}`;

function Need({ need }: { readonly need: MerchantNeed }) {
  const { kind, waiting, amountMinor, at, subject } = need;
  switch (kind) {
    case 'DISPUTE':
      return (
        <>
          <a href={waiting === 1 ? `/disputes/${subject}` : '/disputes?status=OPENED'}>
            {some(waiting, 'dispute waits', 'disputes wait')} for your answer
          </a>
          , {money(amountMinor)}.{' '}
          <span class="late">
            {at === null
              ? 'The card acquirer has named no deadline.'
              : `The first ends ${timeLeft(at)}, on ${moment(at)}.`}
          </span>
        </>
      );
    case 'REFUND':
      return (
        <>
          <a href="/refunds?status=NEEDS_ACCOUNT">
            {some(waiting, 'refund needs', 'refunds need')} another account
          </a>
          , {money(amountMinor)}. The account that paid takes nothing.
        </>
      );
    case 'HELD':
      return (
        <>
          <a href="/payments/held">{some(waiting, 'payment is', 'payments are')} held</a>,{' '}
          {money(amountMinor)}. They came late, twice, or for no order. Your settings and the
          operator decide about them.
        </>
      );
    case 'ENDPOINT_FAILING':
      return (
        <>
          <a href="/developers/webhooks">An address for webhooks fails</a> since {moment(at)}:{' '}
          <Foreign text={subject} />
        </>
      );
    case 'ENDPOINT_OFF':
      return (
        <>
          <a href="/developers/webhooks">An address for webhooks is switched off</a>:{' '}
          <Foreign text={subject} />. It is sent nothing.
        </>
      );
    case 'KEY':
      return (
        <>
          <a href="/developers/keys">{some(waiting, 'key ends', 'keys end')}</a> soon. The first is{' '}
          <Foreign text={subject} />, on {moment(at)}.
        </>
      );
  }
}

const items: Readonly<Record<string, { readonly words: string; readonly path: string | null }>> = {
  CONTACTS: { words: 'Contacts for business, technology and settlement', path: '/settings' },
  SETTLEMENT_ACCOUNT: { words: 'A bank account that you are paid to', path: '/settlements' },
  FEE_PLAN: { words: 'Ways to pay, with their fees', path: null },
  PREFIX: { words: 'A prefix for your account numbers', path: null },
  KEY: { words: 'A key for your program', path: '/developers/keys' },
  WEBHOOK: { words: 'An address for webhooks that answers', path: '/developers/webhooks' },
};

/** The steps before real payments; the list disappears when all are done. */
function Checklist({ checklist }: Pick<MerchantHome, 'checklist'>) {
  if (checklist.every(({ done }) => done)) return null;
  return (
    <section>
      <h2>Before you take real payments</h2>
      <ul class="checklist">
        {checklist.map(({ item, done }) => {
          const { words, path } = items[item] ?? { words: item.toLowerCase(), path: null };
          return (
            <li class={done ? 'done' : undefined}>
              <span aria-hidden="true">{done ? '✓' : '○'}</span>{' '}
              {path === null || done ? words : <a href={path}>{words}</a>}:{' '}
              {done ? 'done' : path === null ? 'ask your operator' : 'to do'}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
