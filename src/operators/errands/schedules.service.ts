import type { Actor } from '../../domain/actor.js';
import { lagosDate } from '../../domain/lagos-day.js';
import { momentOf } from '../../domain/moment.js';
import { ApiError } from '../../http/api-error.js';
import type { WantedErrand } from './errand.store.js';
import type { ErrandsService } from './errands.service.js';
import {
  type ScheduleAct,
  type ScheduleGateway,
  scheduleActs,
  type StandingSchedule,
} from './schedule.gateway.js';

/** A Schedule can be caught up for so long. */
const longestCatchUpMs = 31 * 86_400_000;

export const actWords: Readonly<Record<ScheduleAct, string>> = {
  RUN_NOW: 'Run it now',
  PAUSE: 'Pause it',
  RESUME: 'Let it run again',
  CATCH_UP: 'Catch up since a day',
};

const names: readonly (readonly [RegExp, string])[] = [
  [/^settle-daily$/, 'Payouts of the day'],
  [/^settle-instant$/, 'Payouts at once'],
  [/^reconcile-(.+)$/, 'Statement of a bank'],
  [/^sweep$/, 'Search for what stands still'],
  [/^prove-books$/, 'Proof of the books'],
  [/^courier$/, 'Messages to people'],
];

/** The name of a Schedule for people. */
export function scheduleName(scheduleId: string): string {
  return names.find(([pattern]) => pattern.test(scheduleId))?.[1] ?? scheduleId;
}

export interface WantedAct {
  readonly scheduleId: string;
  readonly act: string;
  /** For CATCH_UP only. */
  readonly since: Date | null;
}

/** What runs by itself, and what two operators have it do besides. */
export class SchedulesService {
  constructor(
    private readonly gateway: Pick<ScheduleGateway, 'list' | 'carryOut'>,
    private readonly errands: Pick<ErrandsService, 'propose'>,
  ) {}

  /** @throws ApiError WORKFLOWS_UNAVAILABLE */
  list(): Promise<StandingSchedule[]> {
    return reached(() => this.gateway.list());
  }

  /** @throws ApiError VALIDATION_FAILED, RESOURCE_NOT_FOUND, DECISION_REFUSED, WORKFLOWS_UNAVAILABLE */
  async propose({ scheduleId, act: asked, since: day }: WantedAct, by: Actor): Promise<void> {
    const act = scheduleActs.find((each) => each === asked);
    if (act === undefined) throw notValid('act', `must be one of ${scheduleActs.join(', ')}`);
    const since = act === 'CATCH_UP' ? sinceOf(day) : null;
    const schedules = await this.list();
    if (!schedules.some((each) => each.scheduleId === scheduleId)) {
      throw new ApiError('RESOURCE_NOT_FOUND');
    }
    const when = since === null ? '' : ` (${lagosDate(since)})`;
    await this.errands.propose(by, {
      ...{ kind: 'SCHEDULE', subject: scheduleId, merchantId: null },
      wish: { act, since: since?.toISOString() ?? null },
      says: `${actWords[act]}${when}: ${scheduleName(scheduleId)}`,
    });
  }
}

/** Carries out what two operators have ordered. */
export function scheduleCarrier(gateway: Pick<ScheduleGateway, 'carryOut'>) {
  return async ({ subject: scheduleId, wish, told }: WantedErrand): Promise<void> => {
    const act = scheduleActs.find((each) => each === wish['act']);
    if (act === undefined) throw new Error(`${wish['act']} is nothing that a Schedule does`);
    const since = momentOf(wish['since']) ?? null;
    const order = { scheduleId, act, since, told };
    const isThere = await reached(() => gateway.carryOut(order));
    if (!isThere) {
      throw new ApiError('DECISION_REFUSED', { message: 'The Schedule is not there any more.' });
    }
  };
}

async function reached<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch {
    throw new ApiError('WORKFLOWS_UNAVAILABLE');
  }
}

function sinceOf(since: Date | null): Date {
  const ago = since === null ? -1 : Date.now() - since.getTime();
  if (since === null || ago < 0 || ago > longestCatchUpMs) {
    throw notValid('since', 'must be a day of the last 31');
  }
  return since;
}

function notValid(field: string, rest: string): ApiError {
  const message = `${field} ${rest}`;
  const errors = [{ field, rule: 'oneOf' as const, message }];
  return new ApiError('VALIDATION_FAILED', { message: `${message}.`, errors });
}
