import type { CaseEventView, CaseView, DecisionView } from '../../cases/case-views.dto.js';
import { lagosMoment } from '../../../domain/lagos-day.js';
import { formatNaira } from '../../../domain/money.js';
import { deskDocument, type Frame } from '../desk-page.js';
import { Markdown } from '../markdown.js';
import { Heads, Said } from '../parts.js';
import { isUnderWay } from '../../../domain/sending-words.js';
import { Alike, Sendings } from './case-money.js';

/** The input of a form that was refused, with the reason; or the message about an action that has just been done. */
export interface CaseNotice {
  readonly fault: string | null;
  readonly done: string | null;
  readonly typed: {
    readonly reason: string;
    readonly accountNumber: string;
    readonly bankCode: string;
  };
}

export const noNotice: CaseNotice = {
  fault: null,
  done: null,
  typed: { reason: '', accountNumber: '', bankCode: '' },
};

interface Shown {
  readonly found: CaseView;
  readonly operator: string;
  readonly notice: CaseNotice;
}

const longestReason = 500;

export function caseDocument(frame: Frame, found: CaseView, notice: CaseNotice): string {
  const shown: Shown = { found, notice, operator: frame.operator ?? '' };
  const { caseNumber, headline, title, kind, reason, status } = found;
  const children = (
    <>
      <h1>{headline}</h1>
      <p>
        Case {caseNumber}, {kind} {reason}
        {status === 'CLOSED' ? ', closed' : `: ${title}`}.
      </p>
      <Said {...notice} />
      <Alike found={found} />
      <Sendings found={found} />
      <Part title="How it ended" text={found.ending ?? ''} />
      <Part title="What happened" text={found.happened} />
      <Part title="What is safe" text={found.safe} />
      <Part title="What to do" text={found.todo} />
      {frame.may('cases:decide') &&
        (found.proposal === null ? <Decide {...shown} /> : <Proposed {...shown} />)}
      <Facts found={found} />
      {frame.may('cases:note') && <Desk {...shown} />}
      <History found={found} />
    </>
  );
  return deskDocument({ ...frame, title: `Case ${caseNumber}`, here: 'queue', children });
}

function Part({ title, text }: { readonly title: string; readonly text: string }) {
  if (text === '') return null;
  return (
    <section>
      <h2>{title}</h2>
      <Markdown text={text} />
    </section>
  );
}

function Decide({ found, notice }: Shown) {
  const { caseNumber, decisions } = found;
  const simple = decisions.filter(({ needsAccount }) => !needsAccount);
  const redirect = decisions.find(({ needsAccount }) => needsAccount);
  if (decisions.length === 0) return null;
  return (
    <section>
      <h2>Decide</h2>
      {simple.length > 0 && (
        <form method="post" action={`/desk/cases/${caseNumber}/decide`} class="decide">
          <Reason id="reason" value={notice.typed.reason} />
          {simple.map((each) => (
            <Button choice={each} />
          ))}
        </form>
      )}
      {redirect !== undefined && <Redirect redirect={redirect} found={found} notice={notice} />}
    </section>
  );
}

export function Reason({ id, value = '' }: { readonly id: string; readonly value?: string }) {
  return (
    <div class="field">
      <label for={id}>Why, for those who read it later</label>
      <textarea id={id} name="reason" rows={2} maxlength={longestReason} required>
        {value}
      </textarea>
    </div>
  );
}

type Choice = Pick<DecisionView, 'decision' | 'does' | 'asksForPartner'>;

export function Button({ choice }: { readonly choice: Choice }) {
  const { decision, does, asksForPartner } = choice;
  return (
    <div class="choice">
      <button name="decision" value={decision} aria-describedby={`does-${decision}`}>
        {asksForPartner ? `Propose ${wordsOf(decision)}` : sentence(wordsOf(decision))}
      </button>
      <p id={`does-${decision}`}>
        {does}
        {asksForPartner && ' A second operator confirms it.'}
      </p>
    </div>
  );
}

interface RedirectProps {
  readonly redirect: DecisionView;
  readonly found: CaseView;
  readonly notice: CaseNotice;
}

function Redirect({ redirect, found, notice: { typed } }: RedirectProps) {
  return (
    <form method="post" action={`/desk/cases/${found.caseNumber}/decide`} class="decide">
      <div class="row">
        <div class="field">
          <label for="accountNumber">Account number</label>
          <input
            id="accountNumber"
            name="accountNumber"
            inputmode="numeric"
            pattern="[0-9]{10}"
            value={typed.accountNumber}
            autocomplete="off"
            required
          />
        </div>
        <div class="field">
          <label for="bankCode">Code of the bank</label>
          <input
            id="bankCode"
            name="bankCode"
            inputmode="numeric"
            pattern="[0-9]{3}|[0-9]{5}|[0-9]{6}"
            value={typed.bankCode}
            autocomplete="off"
            required
          />
        </div>
      </div>
      <Reason id="redirect-reason" value={typed.reason} />
      <Button choice={redirect} />
    </form>
  );
}

function Proposed({ found, operator }: Shown) {
  const { caseNumber, proposal } = found;
  if (proposal === null) return null;
  const isOwn = proposal.operator === operator;
  return (
    <section>
      <h2>Waits for a second operator</h2>
      <p>
        {proposal.operator} proposes <b>{wordsOf(proposal.decision)}</b>,{' '}
        {lagosMoment(new Date(proposal.proposedAt))}: {proposal.reason}
      </p>
      <FactList facts={proposal.shown} />
      {isOwn ? (
        <p>Another operator must confirm it.</p>
      ) : (
        <form method="post" action={`/desk/cases/${caseNumber}/confirm`} class="choice">
          <input type="hidden" name="shownHash" value={proposal.shownHash} />
          <button>Confirm {wordsOf(proposal.decision)}</button>
        </form>
      )}
      <form method="post" action={`/desk/cases/${caseNumber}/withdraw`} class="decide">
        <Reason id="withdraw-reason" />
        <button class="other">Withdraw the proposal</button>
      </form>
    </section>
  );
}

export function FactList({ facts }: { readonly facts: CaseEventView['shown'] }) {
  return (
    <dl class="facts">
      {facts?.map(({ name, value }) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Facts({ found }: Pick<Shown, 'found'>) {
  const { payer, amountDue, amountPaid } = found;
  const rows: readonly (readonly [string, string | null])[] = [
    ['Merchant', found.merchantName],
    ['Reference', found.paymentReference],
    ['Amount', naira(found.amount)],
    ['Due', naira(amountDue)],
    [found.status === 'OPEN' ? 'Paid so far' : 'Paid', naira(amountPaid)],
    ['Our account', found.accountNumber],
    ['Name', payer?.accountName ?? null],
    ['Account', payer?.accountNumber ?? null],
    ['Name of the bank', payer?.bankName ?? null],
    ['Name of who paid', payer?.payerName ?? null],
    ['Session id', found.sessionId],
    ['Rail', found.provider],
    ['Stands', found.subjectState],
    ['Subject', found.subject],
    [
      found.closedAt === null ? 'Waits since' : 'Waited from',
      lagosMoment(new Date(found.openedAt)),
    ],
    ['until', found.closedAt && lagosMoment(new Date(found.closedAt))],
  ];
  const known = rows.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
  return (
    <section>
      <h2>Facts</h2>
      <FactList facts={known} />
      {/^(?:chk|txn|rfd|dsp)_/.test(found.subject) && (
        <p>
          <a href={`/desk/messages?about=${encodeURIComponent(found.subject)}`}>
            What people were told about it
          </a>
        </p>
      )}
      <p>
        <a href={found.workflowUrl}>The workflow in the Temporal UI</a>
      </p>
    </section>
  );
}

function Desk({ found, operator }: Shown) {
  const { caseNumber, assignee } = found;
  const isMine = assignee === operator;
  return (
    <section>
      <h2>Notes</h2>
      <form method="post" action={`/desk/cases/${caseNumber}/assign`} class="choice">
        <input type="hidden" name="assignee" value={isMine ? '' : operator} />
        <button class="other">{isMine ? 'Give it back' : 'Assign to me'}</button>
        <p>{assignee === null ? 'Nobody sees to it.' : `${assignee} sees to it.`}</p>
      </form>
      <form method="post" action={`/desk/cases/${caseNumber}/note`}>
        <div class="field">
          <label for="text">A note; name no person in it</label>
          <textarea id="text" name="text" rows={2} maxlength={longestReason} required />
        </div>
        <button class="other">Add the note</button>
      </form>
    </section>
  );
}

function History({ found }: Pick<Shown, 'found'>) {
  return (
    <section>
      <h2>History</h2>
      <table class="list story">
        <Heads titles={['When', 'What', 'Who', 'Why']} />
        <tbody>
          {found.history.map((event) => (
            <Event event={event} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

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
};

/** A decision counts as carried out when its money has arrived, and not when the money was ordered. */
function happened({ type, after }: CaseEventView): string {
  if (type === 'DONE' && isUnderWay(after?.['status'])) return 'Ordered';
  return happenings[type] ?? type;
}

function Event({ event }: { readonly event: CaseEventView }) {
  const { at, decision, operator, partner, door, reason } = event;
  return (
    <tr>
      <td>{lagosMoment(new Date(at))}</td>
      <td>
        {happened(event)}
        {decision !== null && `: ${wordsOf(decision)}`}
        <States event={event} />
        {event.shown !== null && (
          <details>
            <summary>What was shown</summary>
            <FactList facts={event.shown} />
          </details>
        )}
      </td>
      <td>
        {[operator, partner].filter((each) => each !== null).join(' and ')}
        {door !== null && <small> {door}</small>}
      </td>
      <td>{reason}</td>
    </tr>
  );
}

/**
 * Shows the states before and after, where they are written: of two states only the differences. A session id says
 * nothing to people.
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
    .map(([name, value]) =>
      /Minor$/.test(name) && /^-?\d+$/.test(value)
        ? `${name.replace('Minor', '')} ${formatNaira(BigInt(value))}`
        : `${name} ${value}`,
    )
    .join(', ');
}

function naira(amount: number | null): string | null {
  return amount === null ? null : formatNaira(BigInt(amount));
}

export function wordsOf(decision: string): string {
  return decision.replaceAll('_', ' ');
}

function sentence(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
