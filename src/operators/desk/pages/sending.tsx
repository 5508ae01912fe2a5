import type { HoldsView, HoldView, WaitingSendingView } from '../../cases/holds.dto.js';
import { lagosMoment } from '../../../domain/lagos-day.js';
import { formatNaira } from '../../../domain/money.js';
import { deskDocument, type Frame } from '../desk-page.js';
import { deskWords } from '../status-words.js';
import { Heads, Labelled } from '../../../pages/parts/parts.js';

/** The page of the holds that stop money from leaving, and of the sendings that wait for them. */
export function sendingDocument(frame: Frame, { holds, waiting }: HoldsView): string {
  const own = holds.filter(({ isOfBank }) => !isOfBank);
  const children = (
    <>
      <h1>What is to be sent</h1>
      {holds.length === 0 && <p>Nothing is held. What is to be sent leaves by itself.</p>}
      {own.length > 0 && (
        <ul class="kinds">
          {own.map((each) => (
            <Own found={each} />
          ))}
        </ul>
      )}
      {waiting.length > 0 && <Waiting waiting={waiting} />}
    </>
  );
  return deskDocument({ ...frame, title: 'Sending', here: 'sending', children });
}

function Own({ found: { bankName, text } }: { readonly found: HoldView }) {
  return (
    <li>
      {bankName !== '' && `${bankName}: `}
      {text}
    </li>
  );
}

const titles = ['What', 'Amount', 'Merchant', 'Waits since', 'Waits for'];

function Waiting({ waiting }: Pick<HoldsView, 'waiting'>) {
  return (
    <table class="list story">
      <Heads titles={titles} />
      <tbody>
        {waiting.map((each) => (
          <Row found={each} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ found }: { readonly found: WaitingSendingView }) {
  const { kind, subject, reference, amount, merchantName, merchantId, waitsSince } = found;
  return (
    <Labelled titles={titles}>
      <td>
        {kind === 'REFUND' ? 'Refund' : 'Payout'}{' '}
        <a href={`/desk/${kind === 'REFUND' ? 'refunds' : 'settlements'}/${subject}`}>
          {reference}
        </a>
        {reference !== subject && (
          <>
            <br />
            <small>{subject}</small>
          </>
        )}
      </td>
      <td class="number">{formatNaira(BigInt(amount))}</td>
      <td>{merchantName ?? merchantId}</td>
      <td>{lagosMoment(new Date(waitsSince))}</td>
      <td>
        <WaitsFor hold={found.hold} caseNumber={found.caseNumber} sendsFrom={found.sendsFrom} />
      </td>
    </Labelled>
  );
}

type WaitsForProps = Pick<WaitingSendingView, 'hold' | 'caseNumber' | 'sendsFrom'>;

/** Shows a hold, and the case or the time that ends it. */
export function WaitsFor({ hold, caseNumber, sendsFrom }: WaitsForProps) {
  return (
    <>
      {hold !== null && deskWords('holds', hold)}
      {sendsFrom !== null && `, until ${lagosMoment(new Date(sendsFrom))}`}
      {caseNumber !== null && (
        <>
          {', '}
          <a href={`/desk/cases/${caseNumber}`}>case {caseNumber}</a>
        </>
      )}
    </>
  );
}
