import type { Actor } from '../../domain/actor.js';
import { lagosDate } from '../../domain/lagos-day.js';
import { ApiError } from '../../http/api-error.js';
import type { NameOfProvider, PgProviderNames } from '../../providers/provider-names.store.js';
import type { ErrandsService } from './errands.service.js';
import {
  type ScheduleAct,
  isScheduleAct,
  type ScheduleGateway,
  scheduleActs,
  type StandingSchedule,
} from './schedule.gateway.js';

/** The longest time that a Schedule can be caught up. */
const longestCatchUpMs = 31 * 86_400_000;

export const actWords: Readonly<Record<ScheduleAct, string>> = {
  RUN_NOW: 'Run it now',
  PAUSE: 'Pause it',
  RESUME: 'Let it run again',
  CATCH_UP: 'Catch up since a day',
};

/** All runs, except the daily payouts, make up for the runs before them, so they need no catching up. */
const ordinary: readonly ScheduleAct[] = ['RUN_NOW', 'PAUSE', 'RESUME'];

interface KnownSchedule {
  readonly id: RegExp;
  readonly name: string;
  readonly acts: readonly ScheduleAct[];
}

const known: readonly KnownSchedule[] = [
  { id: /^settle-daily$/, name: 'Payouts of the day', acts: scheduleActs },
  { id: /^settle-instant$/, name: 'Payouts at once', acts: ordinary },
  { id: /^reconcile-(.+)$/, name: 'Statement of', acts: ordinary },
  { id: /^sweep$/, name: 'Search for what stands still', acts: ordinary },
  { id: /^prove-books$/, name: 'Proof of the books', acts: ordinary },
  // Its workflow never ends; the Schedule only starts it again if it is gone.
  { id: /^courier$/, name: 'Messages to people', acts: [] },
];

function knownSchedule(scheduleId: string): KnownSchedule | undefined {
  return known.find(({ id }) => id.test(scheduleId));
}

/** Returns the name of a Schedule for people. */
export function scheduleName(scheduleId: string, nameOf: NameOfProvider): string {
  const found = knownSchedule(scheduleId);
  if (found === undefined) return scheduleId;
  const [, bank] = found.id.exec(scheduleId) ?? [];
  return bank === undefined ? found.name : `${found.name} ${nameOf(bank)}`;
}

/** Returns the orders that two operators may give a Schedule. */
export function actsOf(scheduleId: string): readonly ScheduleAct[] {
  return knownSchedule(scheduleId)?.acts ?? [];
}

export interface WantedAct {
  readonly scheduleId: string;
  readonly act: string;
  /** For CATCH_UP only. */
  readonly since: Date | null;
}

/** Lists the Schedules, and takes orders about them, which need two operators. */
export class SchedulesService {
  constructor(
    private readonly gateway: Pick<ScheduleGateway, 'list'>,
    private readonly errands: Pick<ErrandsService, 'propose'>,
    private readonly names: Pick<PgProviderNames, 'read'>,
  ) {}

  /** @throws ApiError WORKFLOWS_UNAVAILABLE */
  list(): Promise<StandingSchedule[]> {
    return reached(() => this.gateway.list());
  }

  /** @throws ApiError VALIDATION_FAILED, RESOURCE_NOT_FOUND, DECISION_REFUSED, WORKFLOWS_UNAVAILABLE */
  async propose({ scheduleId, act: asked, since: day }: WantedAct, by: Actor): Promise<void> {
    if (!isScheduleAct(asked)) throw notValid('act', `must be one of ${scheduleActs.join(', ')}`);
    const since = asked === 'CATCH_UP' ? sinceOf(day) : null;
    const schedules = await this.list();
    if (!schedules.some((each) => each.scheduleId === scheduleId)) {
      throw new ApiError('RESOURCE_NOT_FOUND');
    }
    const acts = actsOf(scheduleId);
    const name = scheduleName(scheduleId, await this.names.read());
    if (!acts.includes(asked)) {
      const may = acts.length === 0 ? 'nothing' : acts.join(', ');
      throw notValid('act', `can be ${may} for ${name}`);
    }
    const when = since === null ? '' : ` (${lagosDate(since)})`;
    await this.errands.propose(by, {
      ...{ kind: 'SCHEDULE', subject: scheduleId, merchantId: null },
      wish: { act: asked, since: since?.toISOString() ?? null },
      says: `${actWords[asked]}${when}: ${name}`,
    });
  }
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
