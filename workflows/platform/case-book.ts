import { proxyActivities, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import type { CaseActivities, CaseStep, CaseTaken } from '../../activities/contract.js';
import { caseStep } from './activity-options.js';
import type { CaseAbout, Waiting } from './case-page.js';
import { type OperatorDecision, searchAttributes } from '../messages.js';

/**
 * Writes the workflow's case into PostgreSQL: that it waits, that it was decided and how, that it needs nobody any
 * more. The workflow never waits for these writes, except at its end; they are made one after the other, for as long as
 * it takes.
 */
export class CaseBook {
  #last: Promise<unknown> = Promise.resolve();
  #steps = 0;
  /** The wait that was opened, and was neither decided nor healed. */
  #open: Waiting<string> | undefined;
  /** The wait that was decided, and is not carried out yet. */
  #decided: Waiting<string> | undefined;
  #isFindable = false;

  constructor(private readonly about: CaseAbout) {}

  opened(waiting: Waiting<string>, onTaken: (taken: CaseTaken) => void): void {
    this.#open = waiting;
    this.#write('OPENED', waiting, undefined, (taken) => {
      if (this.#open === waiting) this.#makeFindable(taken);
      onTaken(taken);
    });
  }

  decided(waiting: Waiting<string>, decision: OperatorDecision<string>): void {
    this.#open = undefined;
    this.#decided = waiting;
    this.#write('DECIDED', waiting, decision);
  }

  /** Notes that the workflow waits no more. Without a decision before, it goes on by itself. */
  closed(): void {
    if (this.#isFindable) {
      this.#isFindable = false;
      upsertSearchAttributes([...this.#amount(null), ...notFindable]);
    }
    if (this.#open === undefined) return;
    const healed = this.#open;
    this.#open = undefined;
    this.#write('HEALED', healed);
  }

  /** Notes that the decision, if there was one, is carried out. */
  done(): void {
    if (this.#decided === undefined) return;
    const done = this.#decided;
    this.#decided = undefined;
    this.#write('DONE', done);
  }

  /** Returns when everything is written down. Call it before the workflow ends. */
  async settled(): Promise<void> {
    this.done();
    await this.#last;
  }

  /** Makes the case findable by amount, number, session and status, while it waits. */
  #makeFindable({ amountMinor, accountNumber, sessionId, status }: CaseTaken): void {
    this.#isFindable = true;
    upsertSearchAttributes([
      ...this.#amount(amountMinor),
      { key: searchAttributes.accountNumber, value: accountNumber },
      { key: searchAttributes.sessionId, value: sessionId },
      { key: searchAttributes.caseStatus, value: status },
    ]);
  }

  /** A checkout has its amount from the start, and keeps it. */
  #amount(amountMinor: string | null) {
    if (this.about.kind === 'CHECKOUT') return [];
    const value = amountMinor === null ? null : Number(amountMinor);
    return [{ key: searchAttributes.amountMinor, value }];
  }

  #write(
    event: CaseStep['event'],
    { reason, allowed, page }: Waiting<string>,
    decision?: OperatorDecision<string>,
    onTaken = (_taken: CaseTaken): void => {},
  ): void {
    const { runId, workflowId } = workflowInfo();
    this.#steps += 1;
    const step: CaseStep = {
      stepId: `${runId}/${this.#steps}`,
      event,
      case: { ...this.about, workflowId, reason, decisions: allowed, page },
      ...(decision === undefined ? {} : { decision }),
    };
    const { takeCaseStep } = proxyActivities<CaseActivities>({
      ...caseStep,
      summary: words[event],
    });
    this.#last = this.#last.then(() => takeCaseStep(step)).then(onTaken);
  }
}

const notFindable = [
  searchAttributes.accountNumber,
  searchAttributes.sessionId,
  searchAttributes.caseStatus,
].map((key) => ({ key, value: null }));

const words: Readonly<Record<CaseStep['event'], string>> = {
  OPENED: 'Open the case',
  DECIDED: 'Write down who decided what, and why',
  HEALED: 'Close the case: it needs nobody any more',
  DONE: 'Write down what came of the decision',
};
