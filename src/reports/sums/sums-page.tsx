import type { FastifyInstance } from 'fastify';
import { isId } from '../../domain/ids.js';
import { lagosDay, lagosMoment } from '../../domain/lagos-day.js';
import { formatCount, formatMoney } from '../../domain/money.js';
import { deskDocument, type Frame } from '../../operators/desk/desk-page.js';
import type { DeskRoom } from '../../operators/desk/desk-room.js';
import { deskWords } from '../../operators/desk/status-words.js';
import { refuse } from '../../pages/parts/forms.js';
import { needs } from '../../operators/desk/page-guard.js';
import { Choice, Heads, Said } from '../../pages/parts/parts.js';
import { defaultSplit, splits } from './split.js';
import { type SumsData, type SumsTotal } from './sums.dto.js';
import { timeText } from './sum-words.js';
import type { SumsService } from './sums.service.js';

/** The fields of the form, as they stand in the address. */
interface Wish {
  readonly merchantId: string;
  readonly from: string;
  readonly to: string;
  readonly by: (typeof splits)[number];
}

/** The page of sums: of all merchants, or of one. */
export function addSumsPage(
  room: FastifyInstance,
  { frame, html }: DeskRoom,
  sums: Pick<SumsService, 'of'>,
): void {
  room.get<{ Querystring: Readonly<Record<string, unknown>> }>(
    '/sums',
    needs('payments:read'),
    async (request, reply) => {
      const wish = wishOf(request.query);
      const { merchantId, from, to, by } = wish;
      const period = { ...(from !== '' && { from }), ...(to !== '' && { to }), by };
      try {
        const found = await sums.of(merchantId === '' ? null : merchantId, period);
        return html(reply, sumsDocument(frame(request), wish, found, null));
      } catch (error) {
        const fault = refuse(request, reply, error);
        return html(reply, sumsDocument(frame(request), wish, null, fault));
      }
    },
  );
}

/** A field that the address lacks, or has wrongly, is empty. */
function wishOf(query: Readonly<Record<string, unknown>>): Wish {
  const text = (name: string): string =>
    typeof query[name] === 'string' ? query[name].trim().slice(0, 100) : '';
  const day = (name: string): string => (lagosDay(text(name)) === undefined ? '' : text(name));
  return {
    merchantId: isId('mch', text('merchantId')) ? text('merchantId') : '',
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
  found: SumsData | null,
  fault: string | null,
): string {
  const children = (
    <>
      <h1>Sums</h1>
      <form method="get" action="/desk/sums" class="filters">
        <div>
          <label for="merchantId">Shop: its id, mch_…; empty for all</label>
          <input id="merchantId" name="merchantId" value={wish.merchantId} />
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
      {found !== null && <Table found={found} />}
    </>
  );
  return deskDocument({ ...frame, title: 'Sums', here: 'sums', children });
}

const columns = [
  ...['Payments', 'Gross', 'Fees', 'Refunds', 'Disputes', 'Net', 'Set aside for payouts'],
  ...['Exceptions', 'Orders begun', 'Paid', 'Median time to pay'],
];

function Table({ found }: { readonly found: SumsData }) {
  const { by, rows, total, currency } = found;
  const [first, last] = [found.from, found.before].map((at) => new Date(at)) as [Date, Date];
  return (
    <div class="wide" tabIndex={0} role="region" aria-labelledby="period">
      <table class="sums">
        <caption id="period">
          {`From ${lagosMoment(first)} until ${lagosMoment(last)}, in the days of Lagos. Money stands where it was booked, orders where they were begun.`}
        </caption>
        <Heads titles={[heads[by], ...columns]} />
        <tbody>
          {rows.map((row) => (
            <tr>
              <th scope="row">{keyWords(by, row.key)}</th>
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

/** Payouts, and orders that nobody has paid, have no channel and no bank. */
function keyWords(by: Wish['by'], key: string | null): string {
  if (key === null) return by === 'status' ? 'no order' : 'none: payouts, orders not paid';
  if (by === 'status') return deskWords('orders', key);
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
