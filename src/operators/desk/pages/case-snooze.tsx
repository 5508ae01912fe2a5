import { lagosMoment, nextLagosMorning } from '../../../domain/lagos-day.js';
import type { CaseView } from '../../cases/case-views.dto.js';
import { Choice } from '../../../pages/parts/parts.js';
import { Reason } from './case-decide.js';

const hourMs = 3_600_000;
const spans = [
  ['1', 'one hour'],
  ['4', 'four hours'],
  ['morning', 'tomorrow, 08:00'],
  ['72', 'three days'],
] as const;

/** Returns the time that a choice of the form means, in ISO 8601. Null puts the case back into the queue. */
export function snoozeUntil(span: string, now = Date.now()): string | null {
  if (span === 'morning') return nextLagosMorning(new Date(now)).toISOString();
  const hours = spans.find(([each]) => each === span)?.[0];
  return hours === undefined ? null : new Date(now + Number(hours) * hourMs).toISOString();
}

/** The form that snoozes a case, or puts it back into the queue. */
export function Snooze({ found: { caseNumber, snoozedUntil } }: { readonly found: CaseView }) {
  const isPutOff = snoozedUntil !== null && Date.parse(snoozedUntil) > Date.now();
  return (
    <details class="more">
      <summary>
        {isPutOff ? `Put off until ${lagosMoment(new Date(snoozedUntil))}` : 'Put off'}
      </summary>
      <form method="post" action={`/desk/cases/${caseNumber}/snooze`}>
        {isPutOff ? (
          <input type="hidden" name="for" value="now" />
        ) : (
          <Choice name="for" label="For" value="4" choices={spans} />
        )}
        <Reason id="snooze-reason" />
        <button class="other">{isPutOff ? 'Into the queue again' : 'Put off'}</button>
      </form>
    </details>
  );
}
