import type { Actor } from '../../domain/actor.js';
import { ApiError } from '../../http/api-error.js';
import { newId } from '../../platform/database/new-id.js';
import { isNotTwo, notTwo } from '../people/not-two.js';
import type { Errand, ErrandKind, NewErrand, PgErrands, WantedErrand } from './errand.store.js';

/** Carries out a confirmed errand; done twice, it changes nothing more. `errandId`: the same each time. @throws ApiError */
export type CarryOut = (wanted: WantedErrand, errandId: string, by: Actor) => Promise<void>;

/** What operators have done by two persons: proposed, confirmed, carried out. */
export class ErrandsService {
  constructor(
    private readonly store: PgErrands,
    private readonly carriers: Readonly<Record<ErrandKind, CarryOut>>,
  ) {}

  waiting(): Promise<Errand[]> {
    return this.store.waiting();
  }

  /** @throws ApiError DECISION_REFUSED: something waits for this subject already */
  async propose(by: Actor, asked: Omit<NewErrand, 'errandId'>): Promise<void> {
    const outcome = await this.store.propose(by, { errandId: newId('ern'), ...asked });
    if (outcome === 'OTHER_PROPOSED') {
      throw refused('Something waits for it already: confirm or withdraw that first.');
    }
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, DECISION_REFUSED, SECOND_OPERATOR_NEEDED, SECOND_OPERATOR_TOO_NEW, or as the carrier refuses */
  async confirm(errandId: string, by: Actor): Promise<void> {
    const { outcome, wanted } = await this.store.confirm(by, errandId);
    if (outcome === 'UNKNOWN') throw new ApiError('RESOURCE_NOT_FOUND');
    if (isNotTwo(outcome)) throw notTwo(outcome);
    if (outcome === 'DECIDED' || wanted === null) throw refused(decidedBefore);
    try {
      await this.carriers[wanted.kind](wanted, errandId, by);
    } catch (error) {
      await this.store.reopen(by, errandId);
      throw error;
    }
  }

  /** @throws ApiError DECISION_REFUSED */
  async withdraw(errandId: string, by: Actor): Promise<void> {
    if (!(await this.store.withdraw(by, errandId))) throw refused(decidedBefore);
  }
}

const decidedBefore = 'It was confirmed or withdrawn before.';

function refused(message: string): ApiError {
  return new ApiError('DECISION_REFUSED', { message });
}
