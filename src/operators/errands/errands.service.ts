import type { Actor } from '../../domain/actor.js';
import { ApiError } from '../../http/api-error.js';
import { refundRefusal } from '../../payouts/refunds/refund-refusal.js';
import { ownerRefusal } from '../../people/owner-refusal.js';
import type { RefundOutcome } from '../../payouts/refunds/refund.js';
import { newId } from '../../platform/database/new-id.js';
import { isNotTwo, notTwo } from '../people/not-two.js';
import type { Errand, ErrandKind, ErrandRefusal, ListedErrand, NewErrand } from './errand.js';
import type { PgErrands } from './errand.store.js';

/** Makes the values that an errand needs and SQL cannot make. */
export type ErrandNeeds = Readonly<Partial<Record<ErrandKind, (subject: string) => object>>>;

/**
 * Takes the errands of operators: one operator proposes an errand, another one confirms it, and SQL or the worker carries
 * it out.
 */
export class ErrandsService {
  constructor(
    private readonly store: PgErrands,
    private readonly needs: ErrandNeeds,
  ) {}

  waiting(): Promise<Errand[]> {
    return this.store.waiting();
  }

  lately(): Promise<ListedErrand[]> {
    return this.store.lately();
  }

  /** @throws ApiError DECISION_REFUSED when an errand for this subject waits already */
  async propose(by: Actor, asked: Omit<NewErrand, 'errandId'>): Promise<void> {
    const outcome = await this.store.propose(by, { errandId: newId('ern'), ...asked });
    if (outcome === 'OTHER_PROPOSED') {
      throw refused(
        'Something waits for it already: confirm or withdraw that first, or wait until it is carried out.',
      );
    }
  }

  /**
   * @throws ApiError RESOURCE_NOT_FOUND, DECISION_REFUSED, SECOND_OPERATOR_NEEDED, SECOND_OPERATOR_TOO_NEW, or the
   * refusal of the errand itself
   */
  async confirm(errandId: string, by: Actor): Promise<void> {
    const found = await this.store.find(errandId);
    const given = found === undefined ? null : (this.needs[found.kind]?.(found.subject) ?? null);
    const { outcome, refusal } = await this.store.confirm(by, errandId, given);
    if (outcome === 'UNKNOWN') throw new ApiError('RESOURCE_NOT_FOUND');
    if (isNotTwo(outcome)) throw notTwo(outcome);
    if (outcome === 'DECIDED') throw refused(decidedBefore);
    if (refusal !== null) throw refusalOf(refusal);
  }

  /** @throws ApiError DECISION_REFUSED */
  async withdraw(errandId: string, by: Actor): Promise<void> {
    if (!(await this.store.withdraw(by, errandId))) throw refused(decidedBefore);
  }
}

const decidedBefore = 'It was confirmed or withdrawn before.';

function refusalOf({ outcome, ...rest }: ErrandRefusal): ApiError {
  const ofOwner = ownerRefusal(outcome);
  return ofOwner ?? refundRefusal({ outcome: outcome as RefundOutcome, ...rest });
}

function refused(message: string): ApiError {
  return new ApiError('DECISION_REFUSED', { message });
}
