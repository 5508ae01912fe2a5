import { setTimeout as pause } from 'node:timers/promises';
import { calledOffCredit } from '../../domain/held-credit.js';
import { ownDecisions } from '../../domain/case-decisions.js';
import { asksForPartner } from '../../domain/four-eyes.js';
import { ApiError } from '../../http/api-error.js';
import type { NamedAccount } from '../../payouts/refunds/refund.js';
import { isNotTwo, notTwo } from '../people/not-two.js';
import type { ApprovalCodes } from './approval-codes.js';
import type { DecisionGateway } from './decision.gateway.js';
import type {
  CodeInput,
  ManyAnswer,
  Proposal,
  RedirectInput,
  Visitor,
  WholeCase,
} from './case-record.js';
import type { PgCases } from './case.store.js';
import type { Redirects } from './redirects.js';
import { shownHashOf, shownOf } from './shown-decision.js';

/** The longest that an answer waits until the workflow has recorded the decision. */
const writtenWithinMs = 2_000;
const lookEveryMs = 50;
const atOnce = 8;

export interface WantedDecision {
  readonly decision: string;
  readonly reason: string;
  readonly input: RedirectInput | null;
  /** The code, with `enter_code`. It is stored only sealed. */
  readonly code?: string | undefined;
}

/** `PROPOSED`: a second operator must confirm. `written`: whether the history already has the decision. */
export type DecisionOutcome =
  | { readonly outcome: 'PROPOSED'; readonly proposal: Proposal }
  | { readonly outcome: 'DECIDED'; readonly decision: string; readonly written: boolean };

type SentProposal = Pick<Proposal, 'decision' | 'operator' | 'reason'> & Partial<Proposal>;

/**
 * Takes operators' decisions about cases and sends them to the workflows. A decision that could take money needs two
 * operators.
 */
export class DecisionsService {
  constructor(
    private readonly cases: PgCases,
    private readonly workflows: Pick<DecisionGateway, 'decide'>,
    private readonly redirects: Redirects,
    private readonly codes: ApprovalCodes,
  ) {}

  /**
   * Decides, or makes a proposal that a second operator must confirm. A repeated request decides once.
   *
   * @throws ApiError RESOURCE_NOT_FOUND, DECISION_REFUSED, WORKFLOWS_UNAVAILABLE, VALIDATION_FAILED, or the refusal of
   * a redirected refund's account.
   */
  async decide(
    caseNumber: bigint,
    wanted: WantedDecision,
    visitor: Visitor,
  ): Promise<DecisionOutcome> {
    const found = await this.#open(caseNumber, wanted.decision);
    if (!asksForPartner({ ...found, decision: wanted.decision })) {
      return this.#send(found, { ...wanted, operator: visitor.name }, null, visitor);
    }
    return this.#propose(found, wanted, visitor);
  }

  /**
   * Confirms another operator's proposal, exactly as this operator was shown it.
   *
   * @param shownHash the hash of the facts that the second operator has seen; the facts must not have changed since
   * @throws ApiError RESOURCE_NOT_FOUND, DECISION_REFUSED, SECOND_OPERATOR_NEEDED, SECOND_OPERATOR_TOO_NEW,
   * PROPOSAL_CHANGED, WORKFLOWS_UNAVAILABLE, or the refusal of a redirected refund's account.
   */
  async confirm(caseNumber: bigint, visitor: Visitor, shownHash: string): Promise<DecisionOutcome> {
    const found = await this.#find(caseNumber);
    const { proposal } = found;
    if (proposal === null) throw refused('Nothing is proposed for this case.');
    const account = await this.#accountOf(found, proposal);
    const shown = shownOf(found, proposal.decision, account, codeInputOf(proposal.input));
    if (shownHashOf({ ...proposal, caseNumber, shown }) !== shownHash) throw changed();
    const { outcome, standing } = await this.cases.confirm(caseNumber, visitor, shownHash);
    if (outcome === 'UNKNOWN' || outcome === 'CHANGED') throw changed();
    if (isNotTwo(outcome)) throw notTwo(outcome);
    if (outcome === 'CODE_OVER') return this.codes.over(caseNumber, visitor);
    if (outcome !== 'CONFIRMED' || standing === null) {
      throw refused('The proposal was confirmed or withdrawn before.');
    }
    return this.#send(found, standing, { partner: visitor.name, account }, visitor);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, DECISION_REFUSED */
  async withdraw(caseNumber: bigint, visitor: Visitor, reason: string): Promise<void> {
    await this.#find(caseNumber);
    const was = await this.cases.withdraw(caseNumber, visitor, reason);
    if (!was) throw refused('Nothing is proposed for this case.');
  }

  /**
   * Makes the same decision about many cases of one kind and reason. @throws ApiError VALIDATION_FAILED for cases that
   * differ
   */
  async decideMany(
    caseNumbers: readonly bigint[],
    wanted: WantedDecision,
    visitor: Visitor,
  ): Promise<ManyAnswer[]> {
    const kinds = await this.cases.kindsOf(caseNumbers);
    if (new Set(kinds.values()).size > 1) {
      const message = 'caseNumbers must be of one kind and one reason';
      throw new ApiError('VALIDATION_FAILED', {
        message: `${message}.`,
        errors: [{ field: 'caseNumbers', rule: 'oneOf', message }],
      });
    }
    const answers: ManyAnswer[] = [];
    for (let at = 0; at < caseNumbers.length; at += atOnce) {
      const some = caseNumbers.slice(at, at + atOnce);
      answers.push(...(await Promise.all(some.map((each) => this.#one(each, wanted, visitor)))));
    }
    return answers;
  }

  async #one(caseNumber: bigint, wanted: WantedDecision, visitor: Visitor): Promise<ManyAnswer> {
    try {
      const { outcome } = await this.decide(caseNumber, wanted, visitor);
      const message = outcome === 'DECIDED' ? 'Decided.' : 'Waits for a second operator.';
      return { caseNumber, outcome, message };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { caseNumber, outcome: 'REFUSED', message: error.message };
    }
  }

  async #find(caseNumber: bigint): Promise<WholeCase> {
    const found = await this.cases.find(caseNumber);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return found;
  }

  async #open(caseNumber: bigint, decision: string): Promise<WholeCase> {
    const found = await this.#find(caseNumber);
    if (found.status !== 'OPEN') throw refused('The case is closed: nothing waits for a decision.');
    if (decision === 'accept' && found.isCalledOff) throw refused(calledOffCredit.refusal);
    const valid = validDecisions(found);
    if (!valid.includes(decision)) {
      throw refused(`"${decision}" is not valid now; decide ${valid.join(', ') || 'nothing'}.`);
    }
    return found;
  }

  async #propose(
    found: WholeCase,
    wanted: WantedDecision,
    visitor: Visitor,
  ): Promise<DecisionOutcome> {
    const own = ownDecisions(found.kind, found.subjectStatus);
    const { caseNumber } = found;
    const { decision, reason, code } = wanted;
    const typed = decision === 'enter_code' ? this.codes.typed(caseNumber, code) : null;
    const input = decision === 'redirect' ? this.redirects.inputOf(wanted.input) : typed?.input;
    const { name: operator, operatorId, door } = visitor;
    // The account is checked now, so that the proposer learns at once if it is not the payer's.
    const account = await this.#accountOf(found, { decision, input: input ?? null });
    const shown = shownOf(found, decision, account, typed?.input);
    const decided = { decision, operator, operatorId, reason, input: input ?? null, shown };
    const asked = { ...decided, shownHash: shownHashOf({ ...decided, caseNumber }) };
    const { outcome, standing } = await (typed === null
      ? this.cases.propose(caseNumber, asked, own, door)
      : this.cases.proposeCode(caseNumber, asked, typed, door));
    if (outcome === 'PROPOSED' && standing !== null) return { outcome, proposal: standing };
    const other = standing === null ? '' : `"${standing.decision}" by ${standing.operator}`;
    throw refused(
      outcome === 'OTHER_PROPOSED'
        ? `A decision is proposed: ${other}. Look at it, and confirm or withdraw it.`
        : 'The case has changed meanwhile. Read it again.',
    );
  }

  async #send(
    found: WholeCase,
    { decision, operator, reason, shownHash = '' }: SentProposal,
    confirmed: { readonly partner: string; readonly account: NamedAccount | null } | null,
    { door }: Visitor,
  ): Promise<DecisionOutcome> {
    const { partner = null, account = null } = confirmed ?? {};
    if (partner !== null && account !== null) {
      const by = { operator, partner, reason, door, shownHash };
      await this.redirects.carryOut(found, account, by);
      return { outcome: 'DECIDED', decision, written: true };
    }
    const { caseNumber, workflowId, updateName, openedAtMicros } = found;
    const answer = await this.workflows.decide(
      { workflowId, updateName, updateId: `case-${caseNumber}-${openedAtMicros}-${decision}` },
      {
        ...{ decision, operator, reason, door, caseNumber: String(caseNumber) },
        ...(partner !== null && { partner }),
      },
    );
    if (answer.outcome === 'REFUSED') throw refused(answer.message);
    if (answer.outcome === 'AWAY') throw new ApiError('WORKFLOWS_UNAVAILABLE');
    return { outcome: 'DECIDED', decision, written: await this.#isWritten(found) };
  }

  /** For `redirect`, returns the account with the holder's name that its bank gives now; null for other decisions. */
  async #accountOf(
    found: WholeCase,
    { decision, input }: Pick<Proposal, 'decision' | 'input'>,
  ): Promise<NamedAccount | null> {
    return decision === 'redirect'
      ? this.redirects.accountOf(found, this.redirects.inputOf(input))
      : null;
  }

  async #isWritten({ caseNumber, openedAtMicros }: WholeCase): Promise<boolean> {
    const until = performance.now() + writtenWithinMs;
    while (performance.now() < until) {
      if (await this.cases.isDecided(caseNumber, openedAtMicros)) return true;
      await pause(lookEveryMs);
    }
    return false;
  }
}

/** Returns the decisions that the workflow accepts, and those that the desk itself carries out. */
export function validDecisions(found: WholeCase): string[] {
  if (found.status !== 'OPEN') return [];
  const own = ownDecisions(found.kind, found.subjectStatus);
  const all = [...new Set([...found.decisions, ...own])];
  return found.isCalledOff ? all.filter((decision) => decision !== 'accept') : all;
}

function codeInputOf(input: Proposal['input']): CodeInput | null {
  return input !== null && 'typedAt' in input ? input : null;
}

function refused(message: string): ApiError {
  return new ApiError('DECISION_REFUSED', { message });
}

function changed(): ApiError {
  return new ApiError('PROPOSAL_CHANGED', {
    message:
      'What is proposed, or what it would do, has changed since you saw it. Nothing was done. If it cannot be confirmed as it is shown now, withdraw it and propose it anew.',
  });
}
