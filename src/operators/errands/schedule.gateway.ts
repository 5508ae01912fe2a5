import { type Client, isGrpcServiceError, WorkflowNotFoundError } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import proto from '@temporalio/proto';
import { rpcTimeoutMs } from '../../platform/temporal/fact-notifier.js';

/** The orders that a Schedule can be given. */
export const scheduleActs = ['RUN_NOW', 'PAUSE', 'RESUME', 'CATCH_UP'] as const;
export type ScheduleAct = (typeof scheduleActs)[number];

export function isScheduleAct(text: unknown): text is ScheduleAct {
  return scheduleActs.some((each) => each === text);
}

/** A Schedule of Temporal in its present state. */
export interface StandingSchedule {
  readonly scheduleId: string;
  readonly isPaused: boolean;
  /** The reason that it is paused, or the name of who changed it last. */
  readonly note: string | null;
  readonly lastRunAt: Date | null;
  readonly nextRunAt: Date | null;
}

export interface ScheduleOrder {
  readonly scheduleId: string;
  readonly act: ScheduleAct;
  /** For CATCH_UP: the time from which missed runs are made up for. The end is the confirmation of the order. */
  readonly since: Date | null;
  /** The time at which the order was confirmed, in whole seconds. */
  readonly confirmedAt: Date;
  /** The operators who have ordered it, and the reason. Temporal stores this text when it pauses or resumes. */
  readonly note: string;
}

const bufferAll =
  proto.temporal.api.enums.v1.ScheduleOverlapPolicy.SCHEDULE_OVERLAP_POLICY_BUFFER_ALL;
type Patch = proto.temporal.api.schedule.v1.ISchedulePatch;

/** gRPC's NOT_FOUND. */
const notFound = 5;

/** Carries out operators' orders about Schedules. */
export class ScheduleGateway {
  constructor(private readonly client: Client) {}

  async list(): Promise<StandingSchedule[]> {
    const found: StandingSchedule[] = [];
    for await (const { scheduleId, state, info } of this.client.schedule.list()) {
      found.push({
        scheduleId,
        isPaused: state.paused,
        note: state.note || null,
        lastRunAt: info.recentActions.at(-1)?.takenAt ?? null,
        nextRunAt: info.nextActionTimes[0] ?? null,
      });
    }
    return found.toSorted((a, b) => a.scheduleId.localeCompare(b.scheduleId, 'en'));
  }

  /** Returns false when there is no such Schedule. Carrying out an order twice changes nothing more. */
  async carryOut(order: ScheduleOrder): Promise<boolean> {
    const { since, confirmedAt: end, note } = order;
    const acts: Readonly<Record<ScheduleAct, () => Promise<void>>> = {
      RUN_NOW: () => this.#runNow(order),
      PAUSE: () => this.#patch(order, { pause: note }),
      RESUME: () => this.#patch(order, { unpause: note }),
      CATCH_UP: () =>
        this.#patch(order, {
          backfillRequest: [
            { ...{ startTime: tsOf(since ?? end), endTime: tsOf(end) }, overlapPolicy: bufferAll },
          ],
        }),
    };
    try {
      await this.client.withDeadline(Date.now() + rpcTimeoutMs, acts[order.act]);
      return true;
    } catch (error) {
      if (isGrpcServiceError(error) && error.code === notFound) return false;
      throw error;
    }
  }

  /**
   * Names the run by the time of the order. If the answer to an earlier try was lost, a run with that name exists
   * already; Temporal would start a second one for a request by hand. A run that other runs delay is kept, not skipped,
   * because it may be for another day than they are.
   */
  async #runNow(order: ScheduleOrder): Promise<void> {
    const { scheduleId, confirmedAt } = order;
    const at = confirmedAt.toISOString().replace('.000Z', 'Z');
    try {
      await this.client.workflow.getHandle(`${scheduleId}-${at}`).describe();
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
      const triggerImmediately = { overlapPolicy: bufferAll, scheduledTime: tsOf(confirmedAt) };
      await this.#patch(order, { triggerImmediately });
    }
  }

  /**
   * Sends an order under a fixed id, so that Temporal takes it once even if it arrives twice. The SDK's own methods
   * would use a new id each time.
   */
  async #patch({ scheduleId, act, confirmedAt }: ScheduleOrder, patch: Patch): Promise<void> {
    const { connection, options } = this.client;
    await connection.workflowService.patchSchedule({
      ...{ namespace: options.namespace, scheduleId, identity: options.identity, patch },
      requestId: `${act} ${confirmedAt.toISOString()}`,
    });
  }
}

function tsOf(at: Date) {
  return msToTs(at.getTime());
}
