import { randomUUID } from 'node:crypto';
import type { CaseStep } from '../../activities/contract.js';
import type { CreditRuling, CreditStanding } from '../../activities/payments/contract.js';
import type { Activities } from '../../activities/index.js';
import { creditChoicesOf } from '../../src/domain/held-credit.js';
import type { CreditDecision } from '../../src/payments/credits/credit-steps.js';
import type {
  DecisionAddress,
  DecisionAnswer,
  SentDecision,
} from '../../src/operators/cases/decision.gateway.js';
import { creditPage } from '../../workflows/payments/credit-details.js';

/**
 * Credits that are held for an operator, and the decisions about them, in the edge's process: a case is opened, decided and
 * carried out by the activities of the workflow that would wait. How it waits and refuses is proved in test/workflows.
 */
export class EdgeCases {
  readonly #can: Activities['rails'];
  readonly #held = new Map<string, CreditStanding>();

  constructor(can: Activities['rails']) {
    this.#can = can;
  }

  /** Rules about a credit; one that stays held has a case. */
  async rule(creditId: string, ruling: CreditRuling): Promise<CreditStanding> {
    const standing = await this.#can.resolveCredit({ creditId, ruling });
    if (standing.resolution === 'HELD') {
      this.#held.set(creditId, standing);
      await this.#write(creditId, standing, 'OPENED');
    }
    return standing;
  }

  /** In place of the workflow's update. */
  async decide({ workflowId }: DecisionAddress, given: SentDecision): Promise<DecisionAnswer> {
    const creditId = workflowId.replace(/^credit\//, '');
    const standing = this.#held.get(creditId);
    if (standing === undefined) {
      return {
        outcome: 'REFUSED',
        message: 'The workflow has ended: nothing waits for a decision.',
      };
    }
    const { allowed, refusals } = creditChoicesOf(standing);
    if (!allowed.some((choice) => choice === given.decision)) {
      return { outcome: 'REFUSED', message: refusals?.accept ?? `one of ${allowed.join(', ')}` };
    }
    this.#held.delete(creditId);
    await this.#write(creditId, standing, 'DECIDED', given);
    const { decision } = given;
    const after = await this.rule(
      creditId,
      decision === 'retry'
        ? { by: 'POLICY' }
        : { by: 'OPERATOR', decision: decision as CreditDecision },
    );
    if (after.resolution !== 'HELD') await this.#write(creditId, after, 'DONE');
    return { outcome: 'TAKEN' };
  }

  async #write(
    creditId: string,
    credit: CreditStanding,
    event: CaseStep['event'],
    decision?: SentDecision,
  ): Promise<void> {
    await this.#can.takeCaseStep({
      ...{ stepId: `edge/${randomUUID()}`, event },
      case: {
        ...{
          kind: 'CREDIT',
          subject: creditId,
          workflowId: `credit/${creditId}`,
          update: 'decide',
        },
        ...{ reason: `HELD: ${credit.outcome}`, decisions: creditChoicesOf(credit).allowed },
        page: creditPage(creditId, credit, undefined),
      },
      ...(decision && { decision }),
    });
  }
}
