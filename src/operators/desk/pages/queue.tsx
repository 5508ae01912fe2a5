import { ageText } from '../../../domain/case-headline.js';
import { caseKinds } from '../../../domain/case-kind.js';
import { formatCount, formatNaira } from '../../../domain/money.js';
import type { Page } from '../../../http/paging.js';
import { DecideMany } from './many.js';
import type { ListedCaseView } from '../../cases/case-views.dto.js';
import type { OpenCount } from '../../cases/case-record.js';
import { deskDocument, type Frame } from '../desk-page.js';
import { Choice } from '../parts.js';

/** The filters, as they stand in the address. */
export interface QueueWish {
  readonly status: string;
  readonly kind: string;
  readonly reason: string;
  readonly merchantId: string;
  readonly provider: string;
  /** `*`: anybody; empty: nobody. */
  readonly assignee: string;
  readonly q: string;
  readonly sort: string;
}

export interface QueueView {
  readonly wish: QueueWish;
  readonly page: Page<ListedCaseView>;
  /** Stand first whatever is looked for: nothing leaves through a bank because of them. */
  readonly holding: readonly ListedCaseView[];
  readonly counts: readonly OpenCount[];
  readonly operators: readonly string[];
}

const statuses = [
  ['OPEN', 'waiting'],
  ['CLOSED', 'closed'],
  ['ALL', 'all'],
] as const;
const sorts = [
  ['OLDEST', 'oldest first'],
  ['NEWEST', 'newest first'],
  ['LARGEST', 'largest first'],
] as const;

export function queueDocument(frame: Frame, view: QueueView): string {
  const { page, wish } = view;
  const children = (
    <>
      <h1>What waits for a person</h1>
      {view.holding.length > 0 && (
        <section aria-label="Decide first">
          <h2>Decide first: nothing is being sent</h2>
          <Cases {...view} items={view.holding} isChoice={false} />
        </section>
      )}
      <Kinds counts={view.counts} />
      <Filters {...view} />
      {page.items.length === 0 ? <p>Nothing is found.</p> : <Found {...view} />}
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
  return `/desk?${query}`;
}

/** Shows how many cases of each kind wait. */
function Kinds({ counts }: Pick<QueueView, 'counts'>) {
  return (
    <ul class="kinds">
      {counts.map(({ kind, reason, count }) => (
        <li>
          <a href={queuePath({ kind, reason })}>
            {kind} {reason}
          </a>{' '}
          {formatCount(count)}
        </li>
      ))}
    </ul>
  );
}

function Filters({ wish, operators }: QueueView) {
  const kinds = [['', 'all kinds'], ...caseKinds.map((kind) => [kind, kind])] as const;
  const people = [
    ['*', 'anybody'],
    ['', 'nobody'],
    ...operators.map((name) => [name, name]),
  ] as const;
  return (
    <form method="get" action="/desk" class="filters">
      <div>
        <label for="q">Account, session, reference or payer</label>
        <input id="q" name="q" type="search" value={wish.q} maxlength={100} />
      </div>
      <Choice name="kind" label="Kind" value={wish.kind} choices={kinds} />
      <Choice name="status" label="State" value={wish.status} choices={statuses} />
      <Choice name="assignee" label="Seen to by" value={wish.assignee} choices={people} />
      <Choice name="sort" label="Order" value={wish.sort} choices={sorts} />
      {wish.reason !== '' && <input type="hidden" name="reason" value={wish.reason} />}
      {wish.merchantId !== '' && <input type="hidden" name="merchantId" value={wish.merchantId} />}
      {wish.provider !== '' && <input type="hidden" name="provider" value={wish.provider} />}
      <button>Show</button>
    </form>
  );
}

/** Cases of one kind and reason may be decided together. */
function Found(view: QueueView) {
  const { wish, counts, page } = view;
  const { items } = page;
  const same = counts.find(({ kind, reason }) => kind === wish.kind && reason === wish.reason);
  if (wish.status !== 'OPEN' || same === undefined)
    return <Cases {...{ wish, items }} isChoice={false} />;
  return (
    <form method="post" action="/desk/cases/decide">
      <Cases {...{ wish, items }} isChoice />
      <DecideMany {...same} />
    </form>
  );
}

interface CasesProps {
  readonly items: readonly ListedCaseView[];
  readonly wish: QueueWish;
  readonly isChoice: boolean;
}

function Cases({ items, wish, isChoice }: CasesProps) {
  return (
    <table class="list">
      <thead>
        <tr>
          {isChoice && <th scope="col">Tick</th>}
          <th scope="col">Case</th>
          <th scope="col" class="number">
            Amount
          </th>
          <th scope="col" class="number">
            Age
          </th>
          <th scope="col">Merchant</th>
          <th scope="col">Seen to by</th>
        </tr>
      </thead>
      <tbody>
        {items.map((found) => (
          <Row found={found} wish={wish} isChoice={isChoice} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly found: ListedCaseView;
  readonly wish: QueueWish;
  readonly isChoice: boolean;
}

function Row({ found, wish, isChoice }: RowProps) {
  const { caseNumber, kind, reason, title, amount, ageSeconds, merchantId, merchantName } = found;
  const { assignee, proposedBy, status, hold, waitsForCase } = found;
  return (
    <tr>
      {isChoice && (
        <td>
          <input type="checkbox" name="case" value={caseNumber} aria-label={`Case ${caseNumber}`} />
        </td>
      )}
      <td>
        <a href={`/desk/cases/${caseNumber}`}>
          {caseNumber}: {title.replaceAll('`', '')}
        </a>
        <br />
        <small>
          {kind} {reason}
          {status === 'CLOSED' && ' (closed)'}
        </small>
        {hold !== null && (
          <small>
            {' '}
            waits: {hold}
            {waitsForCase !== null && ` (case ${waitsForCase})`}
          </small>
        )}
      </td>
      <td class="number">{amount === null ? '' : formatNaira(BigInt(amount))}</td>
      <td class="number">{ageText(ageSeconds * 1_000)}</td>
      <td>
        {merchantId !== null && (
          <a href={queuePath({ ...wish, merchantId })}>{merchantName ?? merchantId}</a>
        )}
      </td>
      <td>
        {assignee}
        {proposedBy !== null && <small> {proposedBy} waits for a second operator</small>}
      </td>
    </tr>
  );
}
