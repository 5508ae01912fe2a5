import { lagosMoment } from '../../../domain/lagos-day.js';
import { formatNaira } from '../../../domain/money.js';
import type { Page } from '../../../http/paging.js';
import type { JournalView } from '../../journals/journal.dto.js';
import { deskDocument, type Frame } from '../desk-page.js';
import { BySecond, Heads, Labelled, Said } from '../../../pages/parts/parts.js';

/** The typed values and the fault of a form that was refused, or the message that an action was done. */
export interface JournalsNotice {
  readonly fault: string | null;
  readonly done: string | null;
  readonly typed: Readonly<Record<string, string>>;
}

export function journalsDocument(
  frame: Frame,
  page: Page<JournalView>,
  notice: JournalsNotice,
): string {
  const { nextCursor } = page.page;
  const children = (
    <>
      <h1>Journals by hand</h1>
      <Said {...notice} />
      <Journals items={page.items} operator={frame.operator ?? ''} />
      {nextCursor !== null && (
        <p>
          <a href={`/desk/journals?cursor=${encodeURIComponent(nextCursor)}`}>Next page</a>
        </p>
      )}
      {frame.may('journals:write') && <ProposeForms notice={notice} />}
    </>
  );
  return deskDocument({ ...frame, title: 'Journals', here: 'journals', children });
}

function ProposeForms({ notice }: { readonly notice: JournalsNotice }) {
  return (
    <>
      <h2>Propose to take a journal back</h2>
      <form method="post" action="/desk/journals" class="decide">
        <Field name="reverse" label="Number of the journal" notice={notice} />
        <Field name="reason" id="reverse-reason" label="Why" notice={notice} />
        <button>Propose</button>
      </form>
      <h2>Propose to move an amount</h2>
      <form method="post" action="/desk/journals" class="decide">
        <p class="hint" id="codes">
          Accounts are written as <code>code:owner:currency</code>. The codes are 1100, 1110, 1200,
          1400 and 5300; write-offs are <code>5300:-:NGN</code>.
        </p>
        <Field name="debit" label="Debit account" notice={notice} hint="codes" />
        <Field name="credit" label="Credit account" notice={notice} hint="codes" />
        <Field name="amount" label="Amount in naira" notice={notice} />
        <Field name="reason" id="move-reason" label="Why" notice={notice} />
        <button>Propose</button>
      </form>
    </>
  );
}

interface FieldProps {
  readonly name: string;
  readonly id?: string;
  readonly label: string;
  readonly notice: JournalsNotice;
  readonly hint?: string;
}

function Field({ name, id = name, label, notice, hint }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        value={notice.typed[name] ?? ''}
        maxlength={name === 'reason' ? 500 : 70}
        autocomplete="off"
        required
        aria-describedby={hint}
      />
    </div>
  );
}

interface JournalsProps {
  readonly items: readonly JournalView[];
  readonly operator: string;
}

const titles = ['When', 'What', 'Who', 'Why'];

function Journals({ items, operator }: JournalsProps) {
  if (items.length === 0) return <p>None was proposed yet.</p>;
  return (
    <table class="list story">
      <Heads titles={titles} />
      <tbody>
        {items.map((each) => (
          <Journal each={each} operator={operator} />
        ))}
      </tbody>
    </table>
  );
}

function Journal({ each, operator }: { readonly each: JournalView; readonly operator: string }) {
  const { proposalId, status, reverses, journalId, legs, reason, createdAt, partner } = each;
  return (
    <Labelled titles={titles}>
      <td>{lagosMoment(new Date(createdAt))}</td>
      <td>
        {reverses === null ? 'Moves' : `Takes journal ${reverses} back`}
        {legs.map(({ account, amountMinor }) => (
          <>
            <br />
            <small>
              {account} {formatNaira(BigInt(amountMinor))}
            </small>
          </>
        ))}
        {status === 'PROPOSED' && (
          <BySecond path={`/desk/journals/${proposalId}`} isOwn={each.operator === operator}>
            <input type="hidden" name="shownHash" value={each.shownHash} />
            <button>Confirm and post</button>
          </BySecond>
        )}
      </td>
      <td>
        {[each.operator, partner].filter((name) => name !== null).join(' and ')}
        <br />
        <small>{journalId === null ? status.toLowerCase() : `posted as ${journalId}`}</small>
      </td>
      <td>{reason}</td>
    </Labelled>
  );
}
