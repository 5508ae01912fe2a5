import { homeCurrency } from '../../domain/currency.js';
import { lagosMoment } from '../../domain/lagos-day.js';
import { formatMoney } from '../../domain/money.js';
import { deskDocument, type Frame } from '../../operators/desk/desk-page.js';
import { inWords, setsOfThings } from '../../operators/desk/status-words.js';
import { Heads } from '../../pages/parts/parts.js';
import type { FoundKind } from './found-thing.js';
import type { FoundData, FoundGroup, FoundItem } from './search.dto.js';
import { placeOf } from './places.js';

const titles: Readonly<Record<FoundKind, string>> = {
  ORDER: 'Orders',
  TRANSACTION: 'Transactions',
  REFUND: 'Refunds',
  DISPUTE: 'Disputes',
  SETTLEMENT: 'Settlements',
  ACCOUNT: 'Account numbers',
  CASE: 'Cases',
  MERCHANT: 'Merchants',
  KEY: 'Keys',
  JOURNAL: 'Journals',
  DELIVERY: 'Webhook deliveries',
};

export function searchDocument(
  frame: Frame & { readonly sought: string },
  found: FoundData,
): string {
  const { sought } = frame;
  const children = (
    <>
      <h1>{sought === '' ? 'Search' : `Search: ${sought}`}</h1>
      {found.groups.map((group) => (
        <Group group={group} />
      ))}
      {found.groups.length === 0 && <Nothing isAsked={sought !== ''} />}
    </>
  );
  return deskDocument({ ...frame, title: 'Search', children });
}

function Nothing({ isAsked }: { readonly isAsked: boolean }) {
  return (
    <>
      {isAsked && <p>Nothing is found.</p>}
      <p>
        Search for what the caller knows: an order reference or the beginning of a part of it, a
        name, a whole e-mail address or phone number, an account number, a session id, an amount in
        naira or kobo, or an id of Manilla. Several words must all fit: <b>amaka 2,000</b>.
      </p>
    </>
  );
}

function Group({ group: { kind, items, hasMore } }: { readonly group: FoundGroup }) {
  return (
    <section>
      <h2>{titles[kind]}</h2>
      <table class="list">
        <Heads titles={['What', 'Who', 'Amount', 'Status', 'When', 'Merchant']} />
        <tbody>
          {items.map((item) => (
            <Row kind={kind} item={item} />
          ))}
        </tbody>
      </table>
      {hasMore && <p>There are more. Add a word.</p>}
    </section>
  );
}

function Row({ kind, item }: { readonly kind: FoundKind; readonly item: FoundItem }) {
  const { reference, id, name, amount, currency, status, at, merchantName } = item;
  const place = placeOf(kind, item);
  return (
    <tr>
      <td>
        {place === undefined ? reference : <a href={place}>{reference || 'without an order'}</a>}
        {reference !== id && (
          <>
            <br />
            <small>{id}</small>
          </>
        )}
      </td>
      <td>{name}</td>
      <td class="number">
        {amount !== null && formatMoney(BigInt(amount), currency ?? homeCurrency)}
      </td>
      <td>{status !== null && inWords(status, setsOfThings[kind])}</td>
      <td>{lagosMoment(new Date(at))}</td>
      <td>{merchantName}</td>
    </tr>
  );
}
