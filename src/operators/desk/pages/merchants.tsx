import { lagosMoment } from '../../../domain/lagos-day.js';
import { merchantStatuses } from '../../../domain/merchant-state.js';
import type { Page } from '../../../http/paging.js';
import type { ListedMerchantView } from '../../merchants/merchant-views.dto.js';
import { deskDocument, type Frame } from '../desk-page.js';
import { deskWords } from '../status-words.js';
import { Choice, Heads } from '../../../pages/parts/parts.js';

export interface MerchantsWish {
  readonly q: string;
  readonly status: (typeof merchantStatuses)[number] | '';
}

export function merchantsDocument(
  frame: Frame,
  wish: MerchantsWish,
  { items, page }: Page<ListedMerchantView>,
): string {
  const statuses = [
    ['', 'all'],
    ...merchantStatuses.map((status) => [status, deskWords('merchants', status)]),
  ];
  const children = (
    <>
      <h1>Merchants</h1>
      <p>
        <a href="/desk/proposals">Changes that take two operators</a>{' '}
        <a href="/desk/terms">Fee plans and prefixes</a>
      </p>
      {frame.may('merchants:write') && (
        <p>
          <a class="button" href="/desk/merchants/new">
            A new shop
          </a>
        </p>
      )}
      <form method="get" action="/desk/merchants" class="filters">
        <div>
          <label for="name">A part of its name, or its id</label>
          <input id="name" name="q" type="search" value={wish.q} maxlength={100} />
        </div>
        <Choice name="status" label="Status" value={wish.status} choices={statuses} />
        <button>Show</button>
      </form>
      {items.length === 0 ? <p>Nothing is found.</p> : <List items={items} />}
      {page.nextCursor !== null && (
        <p>
          <a href={`/desk/merchants?${new URLSearchParams({ ...wish, cursor: page.nextCursor })}`}>
            Next page
          </a>
        </p>
      )}
    </>
  );
  return deskDocument({ ...frame, title: 'Merchants', here: 'merchants', children });
}

function List({ items }: { readonly items: readonly ListedMerchantView[] }) {
  return (
    <table class="list">
      <Heads titles={['Name', 'Legal name', 'Status', 'Made', 'Id']} />
      <tbody>
        {items.map(({ merchantId, tradeName, name, status, createdAt }) => (
          <tr>
            <td>
              <a href={`/desk/merchants/${merchantId}`}>{tradeName}</a>
            </td>
            <td>{name}</td>
            <td class="keep">{deskWords('merchants', status)}</td>
            <td>{lagosMoment(new Date(createdAt))}</td>
            <td>
              <small>{merchantId}</small>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
