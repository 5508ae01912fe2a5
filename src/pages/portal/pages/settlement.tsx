import { formatNaira } from '../../../domain/money.js';
import type { PayoutStatus } from '../../../domain/payout-state.js';
import type {
  PagedSettlementTransactions,
  SettlementStatusView,
  SettlementTransferView,
} from '../../../payouts/settlement/settlement.dto.js';
import type { StatementLineView } from '../../../payouts/statements/statement.dto.js';
import { Heads } from '../../parts/parts.js';
import { Curl, curlOf, Next, When } from './form.js';
import { holdWords, settlementWords } from './settlements.js';
import { pathOfOrder, pathOfSettlement } from '../reference-paths.js';

export interface SettlementShown {
  readonly settlement: SettlementStatusView;
  readonly lines: PagedSettlementTransactions;
  readonly baseUrl: string;
}

const kobo = (amount: number): string => formatNaira(BigInt(amount));

const lineWords: Readonly<Record<string, string>> = {
  COLLECTION: 'payment',
  REFUND: 'refund',
  CHARGEBACK: 'dispute',
  SETTLEMENT: 'payout',
  SETTLEMENT_REVERSAL: 'payout that came back',
  ADJUSTMENT: 'correction',
};

const transferWords: Readonly<Record<PayoutStatus, string>> = settlementWords;

/** Shows a settlement: its sums, its transfers, and every line of its statement. */
export function SettlementPage({ settlement, lines, baseUrl }: SettlementShown) {
  const path = pathOfSettlement(settlement.settlementReference);
  const { destination, holdReason, status } = settlement;
  return (
    <>
      <p>
        <a href="/settlements">Settlements</a>
      </p>
      <h1>{settlement.settlementReference}</h1>
      <p>
        <b>{kobo(settlement.amount)}</b>: {settlementWords[status]}
        {holdReason !== null && `. ${holdWords[holdReason]}`}
      </p>
      <dl class="facts">
        <div>
          <dt>Into</dt>
          <dd>
            {destination === null
              ? 'no account'
              : `${destination.accountName}, ${destination.bankName ?? destination.bankCode} ${destination.accountNumber}`}
          </dd>
        </div>
        <div>
          <dt>Planned for</dt>
          <dd>
            <When at={settlement.scheduledFor} />
          </dd>
        </div>
        <div>
          <dt>Ended</dt>
          <dd>
            <When at={settlement.completedAt} none="not yet" />
          </dd>
        </div>
      </dl>
      <p class="row">
        <a href={`${path}/statement?format=pdf`}>Statement as PDF</a>
        <a href={`${path}/statement?format=csv`}>Statement as CSV</a>
      </p>
      <h2>Sums</h2>
      <Sums settlement={settlement} />
      <h2>Transfers</h2>
      <Transfers transfers={settlement.transfers} />
      <h2>Lines of the statement</h2>
      <Lines lines={lines.items} />
      <Next path={path} query={{}} cursor={lines.page.nextCursor} />
      <Curl
        lines={curlOf(
          baseUrl,
          'GET',
          `/api/v1/settlement/get-settlement-status/${encodeURIComponent(settlement.settlementReference)}`,
        )}
      />
    </>
  );
}

/** Shows the sums. Each row changes the balance by its amount; the last row is the rest. */
function Sums({ settlement: s }: Pick<SettlementShown, 'settlement'>) {
  const rows: readonly (readonly [string, number])[] = [
    ['Balance before', s.openingBalance],
    ['Payments', s.grossAmount],
    ['Fees', -s.feeAmount],
    ['VAT on the fees', -s.vatAmount],
    ['Refunds', -s.refundAmount],
    ['Disputes', -s.chargebackAmount],
    ['Payouts that came back', s.reversalAmount],
    ['Duty on refunds', -s.stampDutyAmount],
    ['Corrections', s.adjustmentAmount],
    ['Fees of payouts', -s.payoutFeeAmount],
    ['Duty on payouts', -s.payoutStampDutyAmount],
    ['Sent to you', -s.netAmount],
    ['Balance after', s.closingBalance],
  ];
  const shown = rows.filter(([words, amount]) => amount !== 0 || words.startsWith('Balance'));
  return (
    <table class="sums">
      <tbody>
        {shown.map(([words, amount]) => (
          <tr>
            <th scope="row">{words}</th>
            <td class="number">{kobo(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Transfers({ transfers }: { readonly transfers: readonly SettlementTransferView[] }) {
  if (transfers.length === 0) return <p>None was sent yet.</p>;
  return (
    <table class="list">
      <Heads titles={['Transfer', 'Amount', 'Status', 'Session id']} />
      <tbody>
        {transfers.map((each) => (
          <tr>
            <td>{each.part}</td>
            <td class="number">{kobo(each.amount)}</td>
            <td>{transferWords[each.status]}</td>
            <td>
              {each.attempts.map(({ sessionId }) => (
                <code>{sessionId}</code>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Lines({ lines }: { readonly lines: readonly StatementLineView[] }) {
  if (lines.length === 0) return <p>There is none.</p>;
  return (
    <div class="wide" tabIndex={0} role="region" aria-label="Lines of the statement">
      <table class="list">
        <Heads titles={['Booked', 'What', 'Order', 'Gross', 'Fee and VAT', 'Net', 'Balance']} />
        <tbody>
          {lines.map((each) => (
            <tr>
              <td>
                <When at={each.bookedAt} />
              </td>
              <td>{lineWords[each.type] ?? each.type}</td>
              <td>
                {each.paymentReference === null ? (
                  each.reference
                ) : (
                  <a href={pathOfOrder(each.paymentReference)}>{each.paymentReference}</a>
                )}
              </td>
              <td class="number">{kobo(each.gross)}</td>
              <td class="number">{kobo(each.fee + each.vat + each.stampDuty)}</td>
              <td class="number">{kobo(each.net)}</td>
              <td class="number">{kobo(each.balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
