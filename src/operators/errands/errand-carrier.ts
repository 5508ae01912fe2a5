import { momentOf } from '../../domain/moment.js';
import type { Fact } from '../../platform/temporal/fact.js';
import {
  type FactNotifier,
  present,
  type NotifyOutcome,
} from '../../platform/temporal/fact-notifier.js';
import type { PgErrands } from './errand.store.js';
import { isScheduleAct, type ScheduleGateway } from './schedule.gateway.js';

/**
 * Carries out at Temporal what two operators have confirmed. The worker's relay repeats the request until the errand is
 * recorded as carried out. So a process that is killed in between loses nothing, and carrying the errand out again
 * changes nothing.
 */
export class ErrandCarrier implements FactNotifier {
  constructor(
    private readonly store: Pick<PgErrands, 'ordered' | 'conclude'>,
    private readonly schedules: Pick<ScheduleGateway, 'carryOut'>,
  ) {}

  async notify(fact: Fact): Promise<NotifyOutcome> {
    const errandId = present(fact, fact.subjectId);
    const ordered = await this.store.ordered(errandId);
    if (ordered === undefined) return 'NOTIFIED';
    const { subject: scheduleId, wish, confirmedAt, note } = ordered;
    const { act } = wish;
    if (!isScheduleAct(act)) throw new Error(`${act} is nothing that a Schedule does`);
    const since = momentOf(wish['since']) ?? null;
    const isThere = await this.schedules.carryOut({ scheduleId, act, since, confirmedAt, note });
    await this.store.conclude(errandId, fact.factId, isThere);
    return 'NOTIFIED';
  }

  /** Returns false, because an errand has no workflow. */
  hasClosed(): Promise<boolean> {
    return Promise.resolve(false);
  }
}
