import { lagosMoment } from '../../../domain/lagos-day.js';
import type { Errand, ListedErrand } from '../../errands/errand.js';
import type { StandingSchedule } from '../../errands/schedule.gateway.js';
import { actsOf, actWords, scheduleName } from '../../errands/schedules.service.js';
import { deskDocument, type Frame } from '../desk-page.js';
import { BySecond, Choice, Heads, Input, Said } from '../../../pages/parts/parts.js';
import { Reason } from './case-decide.js';

export interface SchedulesShown {
  /** Null while Temporal does not answer. */
  readonly schedules: readonly StandingSchedule[] | null;
  readonly waiting: readonly Errand[];
  readonly lately: readonly ListedErrand[];
}

export function schedulesDocument(
  frame: Frame,
  { schedules, waiting, lately }: SchedulesShown,
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
      {schedules === null ? (
        <p class="bad" role="status">
          Temporal does not answer now, so what runs by itself cannot be shown. Refunds can be
          confirmed all the same.
        </p>
      ) : (
        <Standing schedules={schedules} nameOf={frame.nameOf} />
      )}
      {lately.length > 0 && <Lately errands={lately} />}
      {may && schedules !== null && <Propose schedules={schedules} nameOf={frame.nameOf} />}
    </>
  );
  return deskDocument({ ...frame, title: 'What runs by itself', here: 'schedules', children });
}

interface StandingProps extends Pick<Frame, 'nameOf'> {
  readonly schedules: readonly StandingSchedule[];
}

function Standing({ schedules, nameOf }: StandingProps) {
  return (
    <table class="list">
      <Heads titles={['What', 'State', 'Ran last', 'Runs next']} />
      <tbody>
        {schedules.map((each) => (
          <Row each={each} nameOf={nameOf} />
        ))}
      </tbody>
    </table>
  );
}

const becameOf: Readonly<Record<ListedErrand['status'], string>> = {
  CONFIRMED: 'confirmed, is being carried out',
  DONE: 'done',
  FAILED: 'not done: it is not there any more',
  WITHDRAWN: 'withdrawn',
};

function Lately({ errands }: { readonly errands: readonly ListedErrand[] }) {
  return (
    <>
      <h2>Decided lately</h2>
      <table class="list">
        <Heads titles={['What', 'Proposed by', 'Confirmed by', 'When', 'What became of it']} />
        <tbody>
          {errands.map(({ says, operator, partner, decidedAt, status }) => (
            <tr>
              <td>{says}</td>
              <td>{operator}</td>
              <td>{partner ?? 'nobody'}</td>
              <td>{lagosMoment(decidedAt)}</td>
              <td>
                {status === 'FAILED' ? (
                  <span class="late">{becameOf.FAILED}</span>
                ) : (
                  becameOf[status]
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface RowProps extends Pick<Frame, 'nameOf'> {
  readonly each: StandingSchedule;
}

function Row({ each, nameOf }: RowProps) {
  const { scheduleId, isPaused, note, lastRunAt, nextRunAt } = each;
  return (
    <tr>
      <td>
        {scheduleName(scheduleId, nameOf)} <small>{scheduleId}</small>
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

/** Shows an errand that waits for a second operator. */
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

function Propose({ schedules, nameOf }: StandingProps) {
  return (
    <form method="post" action="/desk/schedules/propose" class="decide short">
      <h2>Propose</h2>
      <Choice
        name="scheduleId"
        label="What"
        value=""
        choices={schedules
          .filter(({ scheduleId }) => actsOf(scheduleId).length > 0)
          .map(({ scheduleId }) => [scheduleId, scheduleName(scheduleId, nameOf)])}
      />
      <Choice name="act" label="Do" value="RUN_NOW" choices={Object.entries(actWords)} />
      <Input
        name="since"
        label="Since"
        hint="To catch up only, which payouts of the day can: a day such as 2026-11-20"
      />
      <Reason id="reason" />
      <p>A second operator confirms it. Nobody is paid twice, however often payouts run.</p>
      <button class="danger">Propose it</button>
    </form>
  );
}
