import { toJsonAmount } from '../../domain/money.js';
import { queryPauseMs } from '../../domain/tsq-schedule.js';
import { wholeList } from '../../http/paging.js';
import type { InDoubtData, InDoubtItem } from './in-doubt.dto.js';
import type { PgInDoubt, ThingInDoubt } from './in-doubt.store.js';

const shown = 200;

/** Lists things that are not final, before they are cases. */
export class InDoubtService {
  constructor(
    private readonly store: Pick<PgInDoubt, 'find'>,
    private readonly now: () => number = Date.now,
  ) {}

  async find(): Promise<InDoubtData> {
    const things = await this.store.find(shown);
    return wholeList(things.map((thing) => itemOf(thing, this.now())));
  }
}

function itemOf(thing: ThingInDoubt, nowMs: number): InDoubtItem {
  const { amountMinor, since, deadline, ...rest } = thing;
  const isAsked = thing.kind === 'SENDING' || thing.kind === 'CHARGE';
  return {
    ...rest,
    amount: amountMinor === null ? null : toJsonAmount(amountMinor),
    since: since.toISOString(),
    askedNextAt: isAsked ? nextAsk(since.getTime(), nowMs).toISOString() : null,
    deadline: deadline?.toISOString() ?? null,
  };
}

/** Returns when the bank is asked next by the schedule of the workflows, as if each answer had come at once. */
function nextAsk(sinceMs: number, nowMs: number): Date {
  let [at, asked] = [sinceMs + queryPauseMs(0), 1];
  while (at <= nowMs && asked <= 3) {
    at += queryPauseMs(asked);
    asked += 1;
  }
  const pauseMs = queryPauseMs(asked);
  const missed = at > nowMs ? 0 : Math.ceil((nowMs - at + 1) / pauseMs);
  return new Date(at + missed * pauseMs);
}
