import { kindWords } from '../../../domain/case-words.js';
import type { CaseView } from '../../cases/case-views.dto.js';
import { deskDocument, type Frame } from '../desk-page.js';
import { Markdown } from '../markdown.js';
import { Said } from '../../../pages/parts/parts.js';
import { AreYouSure, type CaseNotice, Decide, type Deciding, Proposed } from './case-decide.js';
import { Facts } from './case-facts.js';
import { History } from './case-history.js';
import { Snooze } from './case-snooze.js';
import { Alike, Sendings } from './case-money.js';

export const noNotice: CaseNotice = {
  fault: null,
  done: null,
  typed: { reason: '', accountNumber: '', bankCode: '' },
  asked: null,
  banks: [],
};

const longestNote = 500;

/** Shows the facts on the left and the decision on the right. On a narrow screen the decision comes below the facts. */
export function caseDocument(frame: Frame, found: CaseView, notice: CaseNotice): string {
  const shown: Deciding = { found, notice, operator: frame.operator ?? '' };
  const { caseNumber, headline, kind, reasonText, title, status } = found;
  const children = (
    <>
      <h1>{headline}</h1>
      <p>
        Case {caseNumber}, {kindWords(kind)}: <b>{reasonText}</b>
        {status === 'CLOSED' ? `, ${title}` : ''}.
      </p>
      <Said {...notice} />
      {frame.may('cases:decide') && <AreYouSure {...shown} />}
      <Alike found={found} />
      <div class="sides">
        <div>
          <Facts found={found} />
          <Sendings found={found} />
        </div>
        <div>
          <Part title="How it ended" text={found.ending ?? ''} />
          <Part title="What happened" text={found.happened} />
          <Part title="What is safe" text={found.safe} />
          <Part title="What to do" text={found.todo} />
          {frame.may('cases:decide') &&
            (found.proposal === null ? <Decide {...shown} /> : <Proposed {...shown} />)}
          {frame.may('cases:note') && <Notes {...shown} />}
        </div>
      </div>
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

function Notes({ found, operator }: Deciding) {
  const { caseNumber, assignee } = found;
  const isMine = assignee === operator;
  return (
    <section>
      <h2>Notes</h2>
      <form method="post" action={`/desk/cases/${caseNumber}/assign`} class="choice">
        <input type="hidden" name="assignee" value={isMine ? '' : operator} />
        <button class="other">{isMine ? 'Give it back' : 'Assign to me'}</button>
        <p>{assignee === null ? 'Assigned to nobody.' : `Assigned to ${assignee}.`}</p>
      </form>
      <form method="post" action={`/desk/cases/${caseNumber}/note`}>
        <div class="field">
          <label for="text">Note (no customer names)</label>
          <textarea id="text" name="text" rows={2} maxlength={longestNote} required />
        </div>
        <button class="other">Add the note</button>
      </form>
      {found.status === 'OPEN' && <Snooze found={found} />}
    </section>
  );
}
