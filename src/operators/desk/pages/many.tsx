import type { ManyAnswer, OpenCount } from '../../cases/case-record.js';
import type { CaseView } from '../../cases/case-views.dto.js';
import { decisionLabel, decisionText } from '../../../domain/case-decisions.js';
import { formatNaira } from '../../../domain/money.js';
import { deskDocument, type Frame } from '../desk-page.js';
import { Heads } from '../../../pages/parts/parts.js';
import { Button, Reason } from './case-decide.js';

/**
 * The form for all ticked cases: one reason and one decision. The result of each case says whether it needs two
 * operators.
 */
export function DecideMany({ kind, decisions }: Pick<OpenCount, 'kind' | 'decisions'>) {
  return (
    <section class="decide">
      <h2>Decide what is ticked</h2>
      <Reason id="reason" />
      {decisions.map((decision) => (
        <Button
          choice={{
            ...{ decision, says: decisionLabel(kind, decision) },
            ...{ does: decisionText(kind, decision), asksForPartner: false, isDangerous: true },
          }}
        />
      ))}
    </section>
  );
}

export interface ManyAsked {
  readonly cases: readonly CaseView[];
  readonly decision: string;
  readonly reason: string;
}

/** Asks for confirmation, with each case's own sentence and the sum of all amounts. */
export function sureDocument(frame: Frame, { cases, decision, reason }: ManyAsked): string {
  const sum = cases.reduce((total, { amount }) => total + BigInt(amount ?? 0), 0n);
  const [first] = cases;
  const label = decisionLabel(first?.kind ?? '', decision);
  const all = `${cases.length} ${cases.length === 1 ? 'case' : 'cases'}, ${formatNaira(sum)}`;
  const children = (
    <section class="danger" role="alert">
      <h1>
        {label}: {all}?
      </h1>
      <ul>
        {cases.map(({ caseNumber, decisions }) => (
          <li>
            <a href={`/desk/cases/${caseNumber}`}>Case {caseNumber}</a>:{' '}
            {decisions.find((each) => each.decision === decision)?.says ??
              'this decision is not possible any more'}
          </li>
        ))}
      </ul>
      <p>Reason: {reason}</p>
      <form method="post" action="/desk/cases/decide" class="row">
        {cases.map(({ caseNumber }) => (
          <input type="hidden" name="case" value={caseNumber} />
        ))}
        <input type="hidden" name="reason" value={reason} />
        <input type="hidden" name="sure" value="yes" />
        <button class="danger" name="decision" value={decision}>
          Yes: {label}, {all}
        </button>
        <a class="button" href="/desk/cases">
          No, back to the queue
        </a>
      </form>
    </section>
  );
  return deskDocument({ ...frame, title: 'Are you sure?', here: 'queue', children });
}

const outcomes = { DECIDED: 'Decided', PROPOSED: 'Proposed', REFUSED: 'Refused' } as const;

/** The page with the result of each decision. */
export function answersDocument(
  frame: Frame,
  answers: readonly (ManyAnswer & { readonly says: string | undefined })[],
): string {
  const children = (
    <>
      <h1>What was decided</h1>
      <table class="list">
        <Heads titles={['Case', 'Decision', 'Outcome', 'Answer']} />
        <tbody>
          {answers.map(({ caseNumber, outcome, message, says }) => (
            <tr>
              <td>
                <a href={`/desk/cases/${caseNumber}`}>{String(caseNumber)}</a>
              </td>
              <td>{says}</td>
              <td>{outcomes[outcome]}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <a href="/desk/cases">Back to the queue</a>
      </p>
    </>
  );
  return deskDocument({ ...frame, title: 'What was decided', here: 'queue', children });
}
