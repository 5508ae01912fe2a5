import { lagosMoment } from '../../../domain/lagos-day.js';
import type { Errand } from '../../errands/errand.store.js';
import type { StandingSchedule } from '../../errands/schedule.gateway.js';
import { actWords, scheduleName } from '../../errands/schedules.service.js';
import { deskDocument, type Frame } from '../desk-page.js';
import { BySecond, Choice, Heads, Input, Said } from '../../../pages/parts/parts.js';
import { Reason } from './case-decide.js';

export interface SchedulesShown {
  readonly schedules: readonly StandingSchedule[];
  readonly waiting: readonly Errand[];
}

export function schedulesDocument(
  frame: Frame,
  { schedules, waiting }: SchedulesShown,
  said: { readonly fault: string | null; readonly done: string | null },
): string {
  const may = frame.may('journals:write');
  const children = (
    <>
      <h1>By two operators, and what runs by itself</h1>
      <Said {...said} />
      {waiting.map((each) => (
        <Waiting each={each} frame={frame} may={may} />
      ))}
      <table class="list">
        <Heads titles={['What', 'State', 'Ran last', 'Runs next']} />
        <tbody>
          {schedules.map((each) => (
            <Row each={each} />
          ))}
        </tbody>
      </table>
      {may && <Propose schedules={schedules} />}
    </>
  );
  return deskDocument({ ...frame, title: 'What runs by itself', here: 'schedules', children });
}

function Row({ each }: { readonly each: StandingSchedule }) {
  const { scheduleId, isPaused, note, lastRunAt, nextRunAt } = each;
  return (
    <tr>
      <td>
        {scheduleName(scheduleId)} <small>{scheduleId}</small>
      </td>
      <td>
        {isPaused ? <span class="late">paused</span> : 'runs'}
        {note !== null && <small> {note}</small>}
      </td>
      <td>{lastRunAt === null ? 'never' : lagosMoment(lastRunAt)}</td>
      <td>{isPaused || nextRunAt === null ? 'not' : lagosMoment(nextRunAt)}</td>
    </tr>
  );
}

interface WaitingProps {
  readonly each: Errand;
  readonly frame: Frame;
  readonly may: boolean;
}

/** What waits for a second operator. */
function Waiting({ each, frame, may }: WaitingProps) {
  const { errandId, says, reason, operator, createdAt } = each;
  const path = `/desk/errands/${errandId}`;
  return (
    <section class="danger">
      <h2>{says}</h2>
      <p>
        {operator} proposes it, {lagosMoment(createdAt)}: {reason}
      </p>
      {may && (
        <BySecond path={path} isOwn={operator === frame.operator}>
          <button class="danger">Confirm: {says}</button>
        </BySecond>
      )}
    </section>
  );
}

function Propose({ schedules }: { readonly schedules: readonly StandingSchedule[] }) {
  return (
    <form method="post" action="/desk/schedules/propose" class="decide short">
      <h2>Propose</h2>
      <Choice
        name="scheduleId"
        label="What"
        value=""
        choices={schedules.map(({ scheduleId }) => [scheduleId, scheduleName(scheduleId)])}
      />
      <Choice name="act" label="Do" value="RUN_NOW" choices={Object.entries(actWords)} />
      <Input name="since" label="Since" hint="To catch up only: a day such as 2026-11-20" />
      <Reason id="reason" />
      <p>A second operator confirms it. Nobody is paid twice, however often payouts run.</p>
      <button class="danger">Propose it</button>
    </form>
  );
}
