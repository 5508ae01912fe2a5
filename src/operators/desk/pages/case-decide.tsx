import type { RailBank } from '../../../domain/bank-rail.port.js';
import { approvalCodePattern } from '../../../domain/approval-code.js';
import { lagosMoment } from '../../../domain/lagos-day.js';
import type { CaseView, DecisionView } from '../../cases/case-views.dto.js';
import { Meaning } from '../glossary.js';
import { ShownFacts } from './case-facts.js';

/** The typed values and the fault of a form that was refused, or the message that an action was done. */
export interface CaseNotice {
  readonly fault: string | null;
  readonly done: string | null;
  readonly typed: {
    readonly reason: string;
    readonly accountNumber: string;
    readonly bankCode: string;
  };
  /** The dangerous decision that the operator must confirm once more. */
  readonly asked: DecisionView | null;
  /** The banks that a refund can be sent to. */
  readonly banks: readonly RailBank[];
}

export interface Deciding {
  readonly found: CaseView;
  readonly operator: string;
  readonly notice: CaseNotice;
}

const longestReason = 500;

/** Shows the possible decisions as sentences. Decisions that send money or end something are marked by colour. */
export function Decide({ found, notice }: Deciding) {
  const { caseNumber, decisions } = found;
  const simple = decisions.filter(({ needsAccount, needsCode }) => !needsAccount && !needsCode);
  const code = decisions.find(({ needsCode }) => needsCode);
  const redirect = decisions.find(({ needsAccount }) => needsAccount);
  if (decisions.length === 0) return null;
  return (
    <section>
      <h2>Decide</h2>
      {code !== undefined && <Code code={code} found={found} notice={notice} />}
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

/** Asks once more before a dangerous decision is carried out. The page repeats the whole sentence. */
export function AreYouSure({ found, notice }: Deciding) {
  const { asked, typed } = notice;
  if (asked === null) return null;
  const { decision, says, does } = asked;
  return (
    <section class="danger" role="alert">
      <h2>{says}?</h2>
      <p>{does} This cannot be taken back.</p>
      <form method="post" action={`/desk/cases/${found.caseNumber}/decide`} class="row">
        <input type="hidden" name="reason" value={typed.reason} />
        <input type="hidden" name="sure" value={says} />
        <button class="danger" name="decision" value={decision}>
          Yes: {says}
        </button>
        <a class="button" href={`/desk/cases/${found.caseNumber}`}>
          No, back to the case
        </a>
      </form>
    </section>
  );
}

export function Reason({ id, value = '' }: { readonly id: string; readonly value?: string }) {
  return (
    <div class="field">
      <label for={id}>Reason (kept in the record)</label>
      <textarea id={id} name="reason" rows={2} maxlength={longestReason} required>
        {value}
      </textarea>
    </div>
  );
}

type Choice = Pick<DecisionView, 'decision' | 'says' | 'does' | 'asksForPartner' | 'isDangerous'>;

export function Button({ choice }: { readonly choice: Choice }) {
  const { decision, says, does, asksForPartner, isDangerous } = choice;
  return (
    <div class="choice">
      <button
        {...{ name: 'decision', value: decision, 'aria-describedby': `does-${decision}` }}
        class={isDangerous ? 'danger' : 'plain'}
      >
        {asksForPartner ? `Propose: ${says}` : says}
      </button>
      <p id={`does-${decision}`}>
        {does}
        {asksForPartner
          ? ' A second operator confirms it.'
          : isDangerous && ' You are asked again.'}
      </p>
    </div>
  );
}

interface CodeProps {
  readonly code: DecisionView;
  readonly found: CaseView;
  readonly notice: CaseNotice;
}

/** The form for a provider's code. The code is never shown again, not even when the form was refused. */
function Code({ code, found, notice: { typed } }: CodeProps) {
  return (
    <form method="post" action={`/desk/cases/${found.caseNumber}/decide`} class="decide">
      <div class="field">
        <label for="code">Code that the provider has sent</label>
        <input
          {...{ id: 'code', name: 'code', inputmode: 'numeric', autocomplete: 'one-time-code' }}
          {...{ pattern: approvalCodePattern.source, title: '4 to 12 digits or letters' }}
          required
        />
      </div>
      <Reason id="code-reason" value={typed.reason} />
      <Button choice={code} />
    </form>
  );
}

interface RedirectProps {
  readonly redirect: DecisionView;
  readonly found: CaseView;
  readonly notice: CaseNotice;
}

function Redirect({ redirect, found, notice: { typed, banks } }: RedirectProps) {
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
            title="Ten digits"
            value={typed.accountNumber}
            autocomplete="off"
            required
          />
        </div>
        <BankField value={typed.bankCode} banks={banks} />
      </div>
      <Reason id="redirect-reason" value={typed.reason} />
      <Button choice={redirect} />
    </form>
  );
}

type BankFieldProps = Pick<CaseNotice, 'banks'> & { readonly value: string };

/** A list of banks by name. While the bank gives no list, the code is typed instead. */
function BankField({ banks, value }: BankFieldProps) {
  return (
    <div class="field">
      <label for="bankCode">{banks.length === 0 ? 'Code of the bank' : 'Name of the bank'}</label>
      {banks.length === 0 ? (
        <input
          id="bankCode"
          name="bankCode"
          inputmode="numeric"
          pattern="[0-9]{3}|[0-9]{5}|[0-9]{6}"
          title="Three, five or six digits"
          value={value}
          autocomplete="off"
          required
        />
      ) : (
        <select id="bankCode" name="bankCode" required>
          <option value="">Choose the bank</option>
          {banks.map(({ institutionCode, name }) => (
            <option value={institutionCode} selected={institutionCode === value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

/** Shows a proposal exactly as the second operator will confirm it. */
export function Proposed({ found, operator }: Deciding) {
  const { caseNumber, kind, proposal } = found;
  if (proposal === null) return null;
  const isOwn = proposal.operator === operator;
  return (
    <section>
      <h2>
        Waits for a second operator <Meaning of="Second operator" />
      </h2>
      <p>
        {proposal.operator} proposes <b>{proposal.says}</b>,{' '}
        {lagosMoment(new Date(proposal.proposedAt))}: {proposal.reason}
      </p>
      <Names shown={proposal.shown} />
      <ShownFacts facts={proposal.shown} kind={kind} />
      {isOwn ? (
        <p>Another operator must confirm it.</p>
      ) : (
        <form method="post" action={`/desk/cases/${caseNumber}/confirm`} class="choice">
          <input type="hidden" name="shownHash" value={proposal.shownHash} />
          <button class="danger">Confirm: {proposal.says}</button>
        </form>
      )}
      <form method="post" action={`/desk/cases/${caseNumber}/withdraw`} class="decide">
        <Reason id="withdraw-reason" />
        <button class="other">Withdraw the proposal</button>
      </form>
    </section>
  );
}

type Shown = { readonly name: string; readonly value: string };

/** Shows two names side by side for the operator to compare: both must be the same person's. */
function Names({ shown }: { readonly shown: readonly Shown[] }) {
  const valueOf = (name: string) => shown.find((fact) => fact.name === name)?.value;
  const bank = valueOf('Name that the bank gives') ?? valueOf('Name that the bank gives now');
  const own = valueOf('Name of the payer') ?? valueOf('Name of the account');
  if (bank === undefined || own === undefined) return null;
  return (
    <div class="names">
      <p>
        <small>As we know it</small>
        <b>{own}</b>
      </p>
      <p>
        <small>As the bank names it</small>
        <b>{bank}</b>
      </p>
    </div>
  );
}
