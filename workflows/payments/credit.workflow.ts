import { setCurrentDetails, setHandler, sleep } from '@temporalio/workflow';
import type { FailureType } from '../../activities/contract.js';
import type {
  CreditActivities,
  CreditRuling,
  CreditStanding,
} from '../../activities/payments/contract.js';
import { type CreditChoice, creditChoices } from '../../src/domain/decisions.js';
import { creditChoicesOf } from '../../src/domain/held-credit.js';
import type { CreditDecision, CreditResolution } from '../../src/payments/credits/credit-steps.js';
import { OperatorDesk, runToItsEnd, decisionUpdate } from '../platform/attention.js';
import type { Rows } from '../platform/case-page.js';
import { creditDetails, creditPage, creditRows } from './credit-details.js';
import { type CreditInput, decide } from '../messages.js';
import { park, type Unparked } from '../platform/parked-step.js';
import { carryOutWhileParked, carryOutStep, type Outcome } from '../platform/patient-step.js';

export interface CreditWorkflowResult {
  readonly resolution: CreditResolution;
}

/**
 * Sees to it that a credit that does not fit is resolved: by its checkout's policy, or by an operator when the policy
 * leaves it to one. Money for a number that nobody has goes back automatically when no operator has decided about it
 * within a day.
 */
export function creditWorkflow(input: CreditInput): Promise<CreditWorkflowResult> {
  const { creditId } = input;
  const credit = new CreditRun(input);
  setHandler(
    decide,
    (given) => {
      credit.desk.decide(given);
      return { creditId, decision: given.decision };
    },
    {
      validator: (given) => credit.desk.mayDecide(given),
      description: decisionUpdate('a credit', creditChoices),
    },
  );
  // The workflow goes on after a cancellation, because money that was received does not go away by it.
  return runToItsEnd(credit);
}

class CreditRun {
  readonly desk: OperatorDesk<CreditChoice>;
  readonly #input: CreditInput;
  #credit: CreditStanding | undefined;
  #clock: Promise<'clock'> | undefined;
  #isClockOver = false;

  constructor(input: CreditInput) {
    this.#input = input;
    this.desk = new OperatorDesk({ kind: 'CREDIT', subject: input.creditId, update: 'decide' });
  }

  async run(): Promise<CreditWorkflowResult> {
    const { creditId, parkAfterMs } = this.#input;
    let ruling: CreditRuling = { by: 'POLICY' };
    let outcome: CreditOutcome | undefined;
    for (;;) {
      const call = resolutionBy(creditId, ruling);
      outcome ??= await carryOutStep({ call, summary, parkAfterMs });
      if ('done' in outcome) {
        this.#credit = outcome.done;
        this.desk.done();
        const { resolution } = outcome.done;
        if (resolution !== 'HELD') {
          setCurrentDetails(creditDetails(creditId, outcome.done));
          return { resolution };
        }
      }
      const unparked: Unparked<CreditChoice | 'clock', CreditStanding> =
        'failure' in outcome ? await this.#park(outcome.failure, call) : await this.#hold();
      ({ outcome } = unparked);
      if (unparked.decision === undefined) continue;
      ruling = rulingOf(unparked.decision);
      // A step that was tried at the same moment counts only if it has resolved the credit.
      if (!isResolved(outcome)) outcome = undefined;
    }
  }

  /** Waits for somebody's decision about the credit. */
  async #hold() {
    const credit = this.#credit;
    const waiting = {
      reason: `HELD: ${credit?.outcome}`,
      ...creditChoicesOf(this.#credit),
      page: creditPage(this.#input.creditId, credit, undefined),
      rows: () => this.#rows(),
      amountMinor: credit?.amountMinor,
    };
    return { decision: await this.desk.wait(waiting, this.#clockOf(credit)) };
  }

  #park(failure: FailureType, call: (steps: CreditActivities) => Promise<CreditStanding>) {
    const parking = {
      name: 'resolveCredit',
      ...creditChoicesOf(this.#credit),
      page: (of: FailureType) => creditPage(this.#input.creditId, this.#credit, of),
      rows: () => this.#rows(),
      goesOn: 'the credit',
      untilItHeals: () => carryOutWhileParked({ call, summary }),
    };
    return park(this.desk, parking, failure, this.#clockOf(this.#credit));
  }

  #rows(): Rows {
    return this.#credit === undefined ? [] : creditRows(this.#input.creditId, this.#credit);
  }

  /**
   * Resolves at the time at which the credit goes back automatically. That is tried once; if it fails, an operator
   * decides. Undefined: there is no such time, or it has come before.
   */
  #clockOf(credit: CreditStanding | undefined): Promise<'clock'> | undefined {
    if (credit === undefined || credit.returnAt === null || this.#isClockOver) return undefined;
    const waitMs = Math.max(1, Date.parse(credit.returnAt) - Date.now());
    this.#clock ??= sleep(waitMs, { summary: 'Returned unless decided' }).then(() => {
      this.#isClockOver = true;
      return 'clock' as const;
    });
    return this.#clock;
  }
}

const summary = 'Resolve the held credit';

type CreditOutcome = Outcome<CreditStanding>;

function resolutionBy(creditId: string, ruling: CreditRuling) {
  return (steps: CreditActivities) => steps.resolveCredit({ creditId, ruling });
}

function isResolved(outcome: CreditOutcome | undefined): boolean {
  return outcome !== undefined && 'done' in outcome && outcome.done.resolution !== 'HELD';
}

function rulingOf(choice: CreditChoice | 'clock'): CreditRuling {
  if (choice === 'retry') return { by: 'POLICY' };
  if (choice === 'clock') return { by: 'CLOCK', decision: 'return' };
  return { by: 'OPERATOR', decision: choice satisfies CreditDecision };
}
