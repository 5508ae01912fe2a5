import { decisionLabel } from '../../../domain/case-decisions.js';
import { lagosMoment } from '../../../domain/lagos-day.js';
import { formatNaira } from '../../../domain/money.js';
import { isUnderWay } from '../../../domain/sending-words.js';
import { readable, reasonWords } from '../../../domain/case-words.js';
import type { CaseEventView, CaseView } from '../../cases/case-views.dto.js';
import { Heads, Labelled } from '../../../pages/parts/parts.js';
import { ShownFacts } from './case-facts.js';

/** Lists all that happened to the case, the newest first. */
export function History({ found }: { readonly found: CaseView }) {
  return (
    <section>
      <h2>History</h2>
      <table class="list story">
        <Heads titles={titles} />
        <tbody>
          {found.history.map((event) => (
            <Event event={event} kind={found.kind} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const titles = ['When', 'What', 'Who', 'Why'];

const happenings: Readonly<Record<string, string>> = {
  OPENED: 'Began to wait',
  CHANGED: 'Waits for another reason',
  PROPOSED: 'Proposed',
  WITHDRAWN: 'Proposal withdrawn',
  DECIDED: 'Decided',
  DONE: 'Carried out',
  HEALED: 'Needs nobody any more',
  NOTED: 'Note',
  ASSIGNED: 'Assigned',
  SNOOZED: 'Put off',
};

/** A decision counts as carried out when its money has arrived, not when the sending was ordered. */
function happened({ type, after }: CaseEventView): string {
  if (type === 'DONE' && isUnderWay(after?.['status'])) return 'Ordered';
  return happenings[type] ?? type;
}

/** Events whose reason is the workflow's code, not the words of a person. */
const ofWorkflow: ReadonlySet<string> = new Set(['OPENED', 'CHANGED', 'DONE', 'HEALED']);

function Event({ event, kind }: { readonly event: CaseEventView; readonly kind: string }) {
  const { at, type, decision, operator, partner, door, reason } = event;
  return (
    <Labelled titles={titles}>
      <td>{lagosMoment(new Date(at))}</td>
      <td>
        {happened(event)}
        {decision !== null && `: ${decisionLabel(kind, decision)}`}
        <States event={event} />
        {event.shown !== null && (
          <details>
            <summary>What was shown</summary>
            <ShownFacts facts={event.shown} kind={kind} />
          </details>
        )}
      </td>
      <td>
        {[operator, partner].filter((each) => each !== null).join(' and ')}
        {door !== null && <small> {doors[door] ?? door}</small>}
      </td>
      <td>{reason !== null && ofWorkflow.has(type) ? reasonWords(reason) : reason}</td>
    </Labelled>
  );
}

/** The words for the place where somebody decided. */
export const doors: Readonly<Record<string, string>> = {
  DESK: 'at the desk',
  CLI: 'on the command line',
  API: 'by the API',
  TEMPORAL: 'in the Temporal UI',
};

/**
 * Shows the states before and after an event, if they were recorded; if both were, only the differences. The session id
 * is left out, because it says nothing to people.
 */
export function States({ event: { before, after } }: { readonly event: CaseEventView }) {
  const differs = (name: string) => before?.[name] !== after?.[name];
  const shown = (state: CaseEventView['before']): string =>
    stateText(
      Object.fromEntries(
        Object.entries(state ?? {}).filter(([name]) => name !== 'sessionId' && differs(name)),
      ),
    );
  const parts = [
    ['before', shown(before)],
    ['after', shown(after)],
  ].filter(([, text]) => text !== '');
  if (parts.length === 0) return null;
  return (
    <>
      <br />
      <small>{parts.map(([when, text]) => `${when}: ${text}`).join('; ')}</small>
    </>
  );
}

export function stateText(state: Readonly<Record<string, string>>): string {
  return Object.entries(state)
    .map(([name, value]) => {
      if (/Minor$/.test(name) && /^-?\d+$/.test(value))
        return `${name.replace('Minor', '')} ${formatNaira(BigInt(value))}`;
      return `${name} ${name === 'status' ? readable(value) : value}`;
    })
    .join(', ');
}
