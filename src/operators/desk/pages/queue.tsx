import { caseKinds } from '../../../domain/case-kind.js';
import { kindWords } from '../../../domain/case-words.js';
import { formatCount } from '../../../domain/money.js';
import type { Page } from '../../../http/paging.js';
import type { ListedCaseView } from '../../cases/case-views.dto.js';
import type { OpenCount, SavedView, WaitingCount } from '../../cases/case-record.js';
import { deskDocument, type Frame } from '../desk-page.js';
import { Choice, Said } from '../../../pages/parts/parts.js';
import { DecideMany } from './many.js';
import { Cases, Causes } from './queue-rows.js';

/** The filters, as in the address. */
export interface QueueWish {
  readonly status: string;
  readonly kind: string;
  readonly reason: string;
  readonly merchantId: string;
  readonly provider: string;
  /** The assigned operator. `*`: anybody; empty: nobody. */
  readonly assignee: string;
  readonly q: string;
  readonly sort: string;
}

export interface QueueView {
  readonly wish: QueueWish;
  readonly page: Page<ListedCaseView>;
  /**
   * The cases that stop all sending through a bank. They are shown first, and not repeated in the list. Empty when a
   * filter is set, and after the first page.
   */
  readonly holding: readonly ListedCaseView[];
  readonly counts: readonly OpenCount[];
  /**
   * The causes whose cases are shown as one row each, and not in the list. Empty when a filter is set, and after the
   * first page.
   */
  readonly grouped: readonly OpenCount[];
  readonly waiting: WaitingCount;
  readonly views: readonly SavedView[];
  readonly operators: readonly string[];
  readonly fault: string | null;
  /** The name of a view that could not be saved. */
  readonly typedName: string;
}

export const usualWish: QueueWish = {
  ...{ status: 'OPEN', kind: '', reason: '', merchantId: '', provider: '' },
  ...{ assignee: '*', q: '', sort: 'URGENT' },
};

const statuses = [
  ['OPEN', 'waiting'],
  ['SNOOZED', 'put off'],
  ['CLOSED', 'closed'],
  ['ALL', 'all'],
] as const;
const sorts = [
  ['URGENT', 'most urgent first'],
  ['OLDEST', 'oldest first'],
  ['NEWEST', 'newest first'],
  ['LARGEST', 'largest first'],
] as const;

export function queueDocument(frame: Frame, view: QueueView): string {
  const { page, wish } = view;
  const [first, grouped] = [true, false].map((isHolding) =>
    view.grouped.filter((each) => each.isHolding === isHolding),
  ) as [OpenCount[], OpenCount[]];
  const pathOf = (merchantId: string) => queuePath({ ...wish, merchantId });
  const children = (
    <>
      <h1>What waits for a person</h1>
      <Said fault={view.fault} done={null} />
      {view.holding.length + first.length > 0 && (
        <section aria-label="Decide first">
          <h2>Decide first: nothing is being sent</h2>
          {first.length > 0 && <Causes causes={first} pathOf={causePath} />}
          {view.holding.length > 0 && <Cases items={view.holding} pathOf={pathOf} />}
        </section>
      )}
      <Views {...view} operator={frame.operator ?? ''} />
      <Filters {...view} />
      {grouped.length > 0 && <Causes causes={grouped} pathOf={causePath} />}
      {page.items.length === 0 ? <Nothing {...view} /> : <Found {...view} />}
      {page.page.nextCursor !== null && (
        <p>
          <a href={queuePath(wish, page.page.nextCursor)}>Next page</a>
        </p>
      )}
    </>
  );
  return deskDocument({ ...frame, title: 'Queue', here: 'queue', children });
}

export function queuePath(wish: Partial<QueueWish>, cursor?: string): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(wish)) {
    if (value !== '' || name === 'assignee') query.set(name, value);
  }
  if (query.get('assignee') === '*') query.delete('assignee');
  if (cursor !== undefined) query.set('cursor', cursor);
  const text = query.toString();
  return text === '' ? '/desk/cases' : `/desk/cases?${text}`;
}

export function causePath({ kind, reason, provider }: OpenCount): string {
  return queuePath({ kind, reason, ...(provider !== null && { provider }) });
}

/** Shows the usual views, and those that the operator has saved. */
function Views(view: QueueView & { readonly operator: string }) {
  const { wish, waiting, views, operator, typedName } = view;
  const usual = [
    { name: `All ${formatCount(waiting.waiting)}`, path: '/desk/cases' },
    { name: `Mine ${formatCount(waiting.mine)}`, path: queuePath({ assignee: operator }) },
    { name: 'Of nobody', path: queuePath({ assignee: '' }) },
    { name: 'Put off', path: queuePath({ status: 'SNOOZED' }) },
  ];
  const here = queuePath(usualLeftOut(wish));
  const own = views.map(({ name, query }) => ({ name, path: `/desk/cases?${query}` }));
  const isKept = [...usual, ...own].some(({ path }) => path === here);
  return (
    <nav aria-label="Views" class="views">
      {[...usual, ...own].map(({ name, path }) => (
        <a href={path} aria-current={path === here ? 'page' : undefined}>
          {name}
        </a>
      ))}
      {own.some(({ path }) => path === here) && (
        <form method="post" action="/desk/views/forget">
          <input
            {...{ type: 'hidden', name: 'name' }}
            value={own.find(({ path }) => path === here)?.name}
          />
          <button>Forget this view</button>
        </form>
      )}
      {(!isKept || typedName !== '') && (
        <form method="post" action="/desk/views">
          <input type="hidden" name="query" value={here.split('?')[1] ?? ''} />
          <label for="view">Keep this view as</label>
          <input id="view" name="name" value={typedName} maxlength={40} required />
          <button>Keep</button>
        </form>
      )}
    </nav>
  );
}

/** Returns the filters that differ from their usual values; only these are part of an address. */
export function usualLeftOut(wish: QueueWish): Partial<QueueWish> {
  return Object.fromEntries(
    Object.entries(wish).filter(([name, value]) => value !== usualWish[name as keyof QueueWish]),
  );
}

/** Says where else to look when the list is empty. */
function Nothing({ wish, waiting }: QueueView) {
  const isAll = queuePath(usualLeftOut(wish)) === '/desk/cases';
  if (isAll) return waiting.waiting > 0 ? null : <p>Nothing waits for a person.</p>;
  return (
    <p>
      Nothing is found.{' '}
      {wish.status !== 'ALL' && (
        <a href={queuePath({ ...usualLeftOut(wish), status: 'ALL' })}>
          Look among closed cases as well
        </a>
      )}
    </p>
  );
}

function Filters({ wish, operators }: QueueView) {
  const kinds = [['', 'all kinds'], ...caseKinds.map((kind) => [kind, kindWords(kind)])] as const;
  const people = [
    ['*', 'anybody'],
    ['', 'nobody'],
    ...operators.map((name) => [name, name]),
  ] as const;
  return (
    <form method="get" action="/desk/cases" class="filters">
      <div>
        <label for="q">Account, session, reference or payer</label>
        <input id="q" name="q" type="search" value={wish.q} maxlength={100} />
      </div>
      <Choice name="kind" label="Kind" value={wish.kind} choices={kinds} />
      <Choice name="status" label="State" value={wish.status} choices={statuses} />
      <Choice name="assignee" label="Assigned to" value={wish.assignee} choices={people} />
      <Choice name="sort" label="Order" value={wish.sort} choices={sorts} />
      {wish.reason !== '' && <input type="hidden" name="reason" value={wish.reason} />}
      {wish.merchantId !== '' && <input type="hidden" name="merchantId" value={wish.merchantId} />}
      {wish.provider !== '' && <input type="hidden" name="provider" value={wish.provider} />}
      <button>Show</button>
    </form>
  );
}

/** Lists the cases. Cases of one kind and reason can be decided together. */
function Found(view: QueueView) {
  const { wish, counts, page } = view;
  const { items } = page;
  const same = counts.find(
    ({ kind, reason, provider }) =>
      kind === wish.kind &&
      reason === wish.reason &&
      (wish.provider === '' || provider === wish.provider),
  );
  const pathOf = (merchantId: string) => queuePath({ ...wish, merchantId });
  if (wish.status !== 'OPEN' || same === undefined) return <Cases {...{ items, pathOf }} />;
  return (
    <form method="post" action="/desk/cases/decide">
      <Cases {...{ items, pathOf }} isChoice />
      <DecideMany {...same} />
    </form>
  );
}
