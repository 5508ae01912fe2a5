import {
  ApplicationFailure,
  CancellationScope,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { CaseTaken } from '../../activities/contract.js';
import { isBelieved } from './believed.js';
import { CaseBook } from './case-book.js';
import { type CaseAbout, casePage, takesTwo, type Waiting } from './case-page.js';
import { refusedDecision } from './failure-converter.js';
import { caseWanted, type OperatorDecision, searchAttributes } from '../messages.js';

/** Moves the workflow into the list of those that wait for a person, with a reason. */
export function callForAttention(reason: string): void {
  upsertSearchAttributes([
    { key: searchAttributes.checkoutPhase, value: 'NEEDS_ATTENTION' },
    { key: searchAttributes.attentionReason, value: reason },
  ]);
}

/** Moves the workflow out of the list. */
export function endAttention(): void {
  upsertSearchAttributes([
    { key: searchAttributes.checkoutPhase, value: null },
    { key: searchAttributes.attentionReason, value: null },
  ]);
}

/** Makes the error that refuses an operator's update. Such an update leaves nothing in the history. */
function refusal(message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, refusedDecision);
}

/** Anybody may type into the Temporal UI, and none of them counts as an operator. */
const notHere =
  'nothing is decided in the Temporal UI, which does not know who you are: decide on the desk, at the operators’ API or with `npx manilla decide`';

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= maxLength;
}

function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/**
 * Runs a workflow to its end, whatever is cancelled, and then waits until everything about its cases is written down.
 */
export function runToItsEnd<Result>(run: {
  readonly desk: { settled(): Promise<void> };
  run(): Promise<Result>;
}): Promise<Result> {
  return CancellationScope.nonCancellable(async () => {
    const result = await run.run();
    await run.desk.settled();
    return result;
  });
}

/** Describes the update by which operators decide, in the Temporal UI. */
export function decisionUpdate(subject: string, decisions: readonly string[]): string {
  const any = decisions.map((decision) => `"${decision}"`).join(' | ');
  return `Of ${subject} that NEEDS_ATTENTION: {"decision": ${any}, "operator": "...", "reason": "..."}.`;
}

/** The desk at which a workflow waits for an operator's decision: one at a time, and only while it waits. */
export class OperatorDesk<Decision extends string> {
  readonly #about: CaseAbout;
  readonly #book: CaseBook;
  #waiting: Waiting<Decision> | undefined;
  /** The case as PostgreSQL has it; undefined until it is written there. */
  #taken: CaseTaken | undefined;
  #decide = (_decision: Decision): void => {};

  constructor(about: CaseAbout) {
    this.#about = about;
    this.#book = new CaseBook(about);
    setHandler(caseWanted, () => this.#takeCase(), {
      description: 'Writes the case down of what waits, if it is not written down yet.',
    });
  }

  /** Checks an update for its validator: throws the message for the operator. */
  mayDecide(given: OperatorDecision<Decision> | null | undefined): void {
    const waiting = this.#waiting;
    if (waiting === undefined) throw refusal('nothing waits for a decision here');
    if (given !== null && given !== undefined && !isBelieved(given)) throw refusal(notHere);
    const { decision, operator, reason, caseNumber, partner } =
      given ?? ({} as Partial<OperatorDecision<Decision>>);
    const why = decision === undefined ? undefined : waiting.refusals?.[decision];
    if (why !== undefined) throw refusal(why);
    if (decision === undefined || !waiting.allowed.includes(decision)) {
      const allowed = waiting.allowed.map((each) => `"${each}"`).join(' or ');
      throw refusal(`decision must be ${allowed}`);
    }
    if (!isText(operator, 100)) throw refusal('operator must say who decides (1-100 characters)');
    if (!isText(reason, 500)) throw refusal('reason must say why (1-500 characters)');
    const known = this.#taken?.caseNumber;
    if (caseNumber !== undefined && known !== undefined && caseNumber !== known) {
      throw refusal(`the case that waits now is ${known}, and not ${caseNumber}`);
    }
    this.#checkPartner(waiting, decision, operator, partner);
  }

  /** Handles the update: returns the step and the decision. */
  decide<Given extends Decision>(given: OperatorDecision<Given>) {
    const { decision } = given;
    const [step = ''] = this.#waiting?.reason.split(': ', 1) ?? [];
    if (this.#waiting !== undefined) this.#book.decided(this.#waiting, given);
    this.#decide(decision);
    return { step, decision };
  }

  /** Waits for a decision where operators find it. `orElse` decides in their place when it comes first. */
  async wait<Allowed extends Decision, Other extends string = never>(
    waiting: Waiting<Allowed>,
    orElse?: Promise<Other>,
  ): Promise<Allowed | Other> {
    const decided = new Promise<Allowed>((resolve) => this.open(waiting, resolve));
    const decision = await (orElse === undefined ? decided : Promise.race([decided, orElse]));
    this.close();
    return decision;
  }

  /** Shows the wait to operators. `decide` is called with their decision, in the update that carries it. */
  open<Allowed extends Decision>(
    waiting: Waiting<Allowed>,
    decide: (decision: Allowed) => void,
  ): void {
    callForAttention(waiting.reason);
    this.#waiting = waiting;
    // The validator refuses decisions that are not allowed.
    this.#decide = decide as (decision: Decision) => void;
    this.#takeCase();
    this.show();
  }

  /**
   * A wait that heals by itself needs no case: nobody has to act, and the database that the case would be written into
   * is away.
   */
  #takeCase(): void {
    const waiting = this.#waiting;
    if (waiting === undefined || waiting.heals !== undefined) return;
    this.#book.opened(waiting, (taken) => {
      this.#taken = taken;
      if (this.#waiting === waiting) this.show();
    });
  }

  /** Shows the wait anew; false when nothing waits. */
  show(): boolean {
    if (this.#waiting === undefined) return false;
    setCurrentDetails(casePage(this.#waiting, this.#about, this.#taken));
    return true;
  }

  /** Ends the wait, if there is one. */
  close(): void {
    if (this.#waiting === undefined) return;
    this.#waiting = undefined;
    endAttention();
    this.#book.closed();
  }

  /** Notes that the decision, if there was one, is carried out. */
  done(): void {
    this.#book.done();
  }

  /** Call it before the workflow ends or continues in a new run. */
  settled(): Promise<void> {
    return this.#book.settled();
  }

  #checkPartner(
    waiting: Waiting<Decision>,
    decision: Decision,
    operator: string,
    partner: unknown,
  ): void {
    if (!takesTwo(waiting, this.#about, decision)) return;
    if (!isText(partner, 100)) throw refusal('partner must say who confirms it: it takes two');
    if (isSameName(operator, partner)) throw refusal('partner must be another than operator');
  }
}
