import type { ManyAnswer, OpenCount } from '../../cases/case-record.js';
import { decisionText } from '../../../domain/case-decisions.js';
import { deskDocument, type Frame } from '../desk-page.js';
import { Heads } from '../parts.js';
import { Button, Reason } from './case.js';

/**
 * One reason and one decision for all cases that are ticked. Each case's answer says whether it takes two operators.
 */
export function DecideMany({ kind, decisions }: Pick<OpenCount, 'kind' | 'decisions'>) {
  return (
    <section class="decide">
      <h2>Decide what is ticked</h2>
      <Reason id="reason" />
      {decisions.map((decision) => (
        <Button choice={{ decision, does: decisionText(kind, decision), asksForPartner: false }} />
      ))}
    </section>
  );
}

const outcomes = { DECIDED: 'Decided', PROPOSED: 'Proposed', REFUSED: 'Refused' } as const;

/** The page with the result of each decision. */
export function answersDocument(frame: Frame, answers: readonly ManyAnswer[]): string {
  const children = (
    <>
      <h1>What was decided</h1>
      <table class="list">
        <Heads titles={['Case', 'Outcome', 'Answer']} />
        <tbody>
          {answers.map(({ caseNumber, outcome, message }) => (
            <tr>
              <td>
                <a href={`/desk/cases/${caseNumber}`}>{String(caseNumber)}</a>
              </td>
              <td>{outcomes[outcome]}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <a href="/desk">Back to the queue</a>
      </p>
    </>
  );
  return deskDocument({ ...frame, title: 'What was decided', here: 'queue', children });
}
