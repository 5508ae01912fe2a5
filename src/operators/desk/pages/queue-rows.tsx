import { ageText } from '../../../domain/case-headline.js';
import { kindWords, reasonWords } from '../../../domain/case-words.js';
import { lagosMoment } from '../../../domain/lagos-day.js';
import { formatCount, formatNaira } from '../../../domain/money.js';
import type { OpenCount } from '../../cases/case-record.js';
import type { ListedCaseView } from '../../cases/case-views.dto.js';
import { Meaning } from '../glossary.js';

/** A case with less time left than this is shown as due soon. */
const soonMs = 3_600_000;

interface CasesProps {
  readonly items: readonly ListedCaseView[];
  /** Returns the path of one merchant's list. */
  readonly pathOf: (merchantId: string) => string;
  readonly isChoice?: boolean;
}

export function Cases({ items, pathOf, isChoice = false }: CasesProps) {
  return (
    <table class="list cases">
      <thead>
        <tr>
          {isChoice && <th scope="col">Tick</th>}
          <th scope="col">What</th>
          <th scope="col">Order</th>
          <th scope="col">Payer</th>
          <th scope="col" class="number">
            Amount
          </th>
          <th scope="col">
            Decide by <Meaning of="Decide by" />
          </th>
          <th scope="col">Assigned</th>
        </tr>
      </thead>
      <tbody>
        {items.map((found) => (
          <Row found={found} pathOf={pathOf} isChoice={isChoice} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly found: ListedCaseView;
  readonly pathOf: CasesProps['pathOf'];
  readonly isChoice: boolean;
}

function Row({ found, pathOf, isChoice }: RowProps) {
  const { caseNumber, kind, reasonText, title, amount, merchantId, merchantName } = found;
  const { assignee, proposedBy, status, paymentReference, payerName } = found;
  return (
    <tr>
      {isChoice && (
        <td>
          <input type="checkbox" name="case" value={caseNumber} aria-label={`Case ${caseNumber}`} />
        </td>
      )}
      <td>
        <a href={`/desk/cases/${caseNumber}`}>
          {caseNumber}: {reasonText}
        </a>
        <br />
        <small>
          {kindWords(kind)}
          {status === 'CLOSED' && `, ${title}`}
          <Waits found={found} />
        </small>
      </td>
      <td>
        {paymentReference}
        {paymentReference !== null && merchantId !== null && <br />}
        {merchantId !== null && (
          <small>
            <a href={pathOf(merchantId)}>{merchantName ?? merchantId}</a>
          </small>
        )}
      </td>
      <td>{payerName}</td>
      <td class="number">{amount === null ? '' : formatNaira(BigInt(amount))}</td>
      <td>{status === 'OPEN' && <DecideBy at={found.decideBy} due={found} />}</td>
      <td>
        {assignee}
        {proposedBy !== null && <small> {proposedBy} waits for a second operator</small>}
      </td>
    </tr>
  );
}

function Waits({
  found: { hold, waitsForCase, snoozedUntil },
}: {
  readonly found: ListedCaseView;
}) {
  const isPutOff = snoozedUntil !== null && Date.parse(snoozedUntil) > Date.now();
  return (
    <>
      {hold !== null && `; waits for the bank`}
      {waitsForCase !== null && ` (case ${waitsForCase})`}
      {isPutOff && `; put off until ${lagosMoment(new Date(snoozedUntil))}`}
    </>
  );
}

interface DecideByProps {
  readonly at: string;
  readonly due?: Pick<ListedCaseView, 'dueAt' | 'dueText'>;
}

/** Shows how much time is left, or how late the case is. The words say the same as the colour. */
export function DecideBy({ at, due }: DecideByProps) {
  const leftMs = Date.parse(at) - Date.now();
  const words = leftMs < 0 ? `late by ${ageText(-leftMs)}` : `in ${ageText(leftMs)}`;
  const isDue = due?.dueAt === at;
  return (
    <>
      <span class={leftMs < 0 ? 'late' : leftMs < soonMs ? 'soon' : 'later'}>{words}</span>
      {isDue && (
        <>
          <br />
          <small>{due?.dueText}</small>
        </>
      )}
    </>
  );
}

interface CausesProps {
  readonly causes: readonly OpenCount[];
  readonly pathOf: (cause: OpenCount) => string;
}

/** Shows cases of one cause as one row, because they are usually decided together. */
export function Causes({ causes, pathOf }: CausesProps) {
  return (
    <table class="list causes">
      <caption>Of one cause</caption>
      <thead>
        <tr>
          <th scope="col" class="number">
            Cases
          </th>
          <th scope="col">What</th>
          <th scope="col">Bank</th>
          <th scope="col" class="number">
            Together
          </th>
          <th scope="col">First to decide</th>
        </tr>
      </thead>
      <tbody>
        {causes.map((cause) => (
          <tr>
            <td class="number">{formatCount(cause.count)}</td>
            <td>
              <a href={pathOf(cause)}>{reasonWords(cause.reason)}</a>
            </td>
            <td>{cause.providerName}</td>
            <td class="number">
              {cause.amountMinor === null ? '' : formatNaira(cause.amountMinor)}
            </td>
            <td>
              <DecideBy at={cause.decideBy.toISOString()} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
