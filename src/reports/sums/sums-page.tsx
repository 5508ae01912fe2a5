import type { FastifyInstance } from 'fastify';
import { lagosDay, lagosMoment } from '../../domain/lagos-day.js';
import { formatCount, formatMoney } from '../../domain/money.js';
import { ApiError } from '../../http/api-error.js';
import { deskDocument, type Frame } from '../../operators/desk/desk-page.js';
import type { DeskPorts } from '../../operators/desk/desk-ports.js';
import type { DeskRoom } from '../../operators/desk/desk-room.js';
import { deskWords } from '../../operators/desk/status-words.js';
import type { ListedMerchantView } from '../../operators/merchants/merchant-views.dto.js';
import { refuse } from '../../pages/parts/forms.js';
import { needs } from '../../operators/desk/page-guard.js';
import { Choice, Heads, Said } from '../../pages/parts/parts.js';
import { defaultSplit, splits } from './split.js';
import { type SumsData, type SumsTotal } from './sums.dto.js';
import { timeText } from './sum-words.js';
import type { SumsService } from './sums.service.js';

/** The fields of the form, with the values that they have in the address. */
interface Wish {
  /** The name or the id of a shop. Empty: all shops. */
  readonly shop: string;
  readonly from: string;
  readonly to: string;
  readonly by: (typeof splits)[number];
}

/** Adds the page of sums of all merchants or of one. */
export function addSumsPage(
  room: FastifyInstance,
  { ports, frame, html }: DeskRoom,
  sums: Pick<SumsService, 'of'>,
): void {
  room.get<{ Querystring: Readonly<Record<string, unknown>> }>(
    '/sums',
    needs('payments:read'),
    async (request, reply) => {
      const wish = wishOf(request.query);
      const { from, to, by } = wish;
      const period = { ...(from !== '' && { from }), ...(to !== '' && { to }), by };
      try {
        const shop = wish.shop === '' ? null : await shopCalled(ports, wish.shop);
        const found = await sums.of(shop && shop.merchantId, period);
        return html(reply, sumsDocument(frame(request), wish, { found, shop }, null));
      } catch (error) {
        const fault = refuse(request, reply, error);
        return html(reply, sumsDocument(frame(request), wish, null, fault));
      }
    },
  );
}

type Shop = Pick<ListedMerchantView, 'merchantId' | 'tradeName'>;

/** Finds a shop by its name or id. @throws ApiError VALIDATION_FAILED unless there is exactly one */
async function shopCalled({ merchants }: DeskPorts, wanted: string): Promise<Shop> {
  const { items } = await merchants.list({ q: wanted, size: 20 });
  const called = wanted.toLowerCase();
  const exact = items.find(({ tradeName, merchantId }) =>
    [tradeName.toLowerCase(), merchantId.toLowerCase()].includes(called),
  );
  const [only, another] = items;
  if (exact !== undefined) return exact;
  if (only !== undefined && another === undefined) return only;
  const message =
    only === undefined
      ? `There is no shop called ${wanted}.`
      : `Several shops are called so: ${items.map(({ tradeName }) => tradeName).join(', ')}.`;
  const errors = [{ field: 'merchantId', rule: 'known' as const, message }];
  throw new ApiError('VALIDATION_FAILED', { message, errors });
}

/** Reads the fields of the form from the address. A missing or wrong field is empty. */
function wishOf(query: Readonly<Record<string, unknown>>): Wish {
  const text = (name: string): string =>
    typeof query[name] === 'string' ? query[name].trim().slice(0, 100) : '';
  const day = (name: string): string => (lagosDay(text(name)) === undefined ? '' : text(name));
  return {
    shop: text('merchantId'),
    ...{ from: day('from'), to: day('to') },
    by: splits.find((each) => each === text('by')) ?? defaultSplit,
  };
}

const heads: Readonly<Record<Wish['by'], string>> = {
  ...{ day: 'Day', hour: 'Hour', channel: 'Channel' },
  ...{ provider: 'Bank or acquirer', status: 'Status of the order' },
};

function sumsDocument(
  frame: Frame,
  wish: Wish,
  result: Pick<TableProps, 'found' | 'shop'> | null,
  fault: string | null,
): string {
  const children = (
    <>
      <h1>Sums</h1>
      <form method="get" action="/desk/sums" class="filters">
        <div>
          <label for="merchantId">Shop: its name or id; empty for all</label>
          <input id="merchantId" name="merchantId" value={wish.shop} maxlength={100} />
        </div>
        <div>
          <label for="from">From</label>
          <input id="from" name="from" type="date" value={wish.from} />
        </div>
        <div>
          <label for="to">To, included</label>
          <input id="to" name="to" type="date" value={wish.to} />
        </div>
        <Choice
          name="by"
          label="By"
          value={wish.by}
          choices={splits.map((by) => [by, heads[by]])}
        />
        <button>Show</button>
      </form>
      <Said fault={fault} done={null} />
      {result !== null && <Table {...result} nameOf={frame.nameOf} />}
    </>
  );
  return deskDocument({ ...frame, title: 'Sums', here: 'sums', children });
}

const columns = [
  ...['Payments', 'Gross', 'Fees', 'Refunds', 'Disputes', 'Net', 'Set aside for payouts'],
  ...['Exceptions', 'Orders begun', 'Paid', 'Median time to pay'],
];

interface TableProps extends Pick<Frame, 'nameOf'> {
  readonly found: SumsData;
  /** Null: all shops. */
  readonly shop: Shop | null;
}

function Table({ found, shop, nameOf }: TableProps) {
  const { by, rows, total, currency } = found;
  const [first, last] = [found.from, found.before].map((at) => new Date(at)) as [Date, Date];
  return (
    <div class="wide" tabIndex={0} role="region" aria-labelledby="period">
      <table class="sums">
        <caption id="period">
          {shop !== null && (
            <>
              <a href={`/desk/merchants/${shop.merchantId}`}>{shop.tradeName}</a>{' '}
              <small>{shop.merchantId}</small>.{' '}
            </>
          )}
          {`From ${lagosMoment(first)} until ${lagosMoment(last)}, in the days of Lagos. Money stands where it was booked, orders where they were begun.`}
        </caption>
        <Heads titles={[heads[by], ...columns]} />
        <tbody>
          {rows.map((row) => (
            <tr>
              <th scope="row">{keyWords(by, row.key, nameOf)}</th>
              <Cells row={row} currency={currency} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All</th>
            <Cells row={total} currency={currency} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** Names the key of a row. Payouts, and orders that nobody has paid, have no channel and no bank. */
function keyWords(by: Wish['by'], key: string | null, nameOf: Frame['nameOf']): string {
  if (key === null) return by === 'status' ? 'no order' : 'none: payouts, orders not paid';
  if (by === 'status') return deskWords('orders', key);
  if (by === 'provider') return nameOf(key);
  return by === 'channel' ? deskWords('channels', key) : key;
}

function Cells({ row, currency }: { readonly row: SumsTotal; readonly currency: string }) {
  const money = (minor: number): string => formatMoney(BigInt(minor), currency);
  const cells = [
    ...[formatCount(row.payments), money(row.grossAmount), money(row.feeAmount)],
    ...[money(row.refundAmount), money(row.disputeAmount), money(row.netAmount)],
    ...[money(row.settledAmount), formatCount(row.exceptions)],
    ...[formatCount(row.initiated), formatCount(row.paid)],
    row.medianSecondsToPay === null ? '–' : timeText(row.medianSecondsToPay),
  ];
  return (
    <>
      {cells.map((cell) => (
        <td class="number">{cell}</td>
      ))}
    </>
  );
}
