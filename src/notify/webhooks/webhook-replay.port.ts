export type ReplayStatus =
  | 'RUNNING'
  /** Every event of the range is queued; their deliveries have the results. */
  | 'DONE'
  /** The endpoint was disabled or given up on the way. */
  | 'STOPPED';

/** Events of a merchant that are to be sent once more. */
export interface ReplayFilter {
  readonly merchantId: string;
  /** The number of the endpoint that they are sent to. Left out: the first. */
  readonly endpoint?: number;
  readonly since: Date;
  /** The end of the range, which is not part of it. */
  readonly before: Date;
  /** Null: all of them. */
  readonly eventTypes: readonly string[] | null;
  /** Only events that have not arrived, and are not on their way. */
  readonly onlyFailed: boolean;
}

/** The progress of a replay. */
export interface ReplayProgress {
  readonly status: ReplayStatus;
  /** Deliveries made so far. */
  readonly queued: number;
}

/** Starts the workflow that carries a replay through. */
export interface ReplayStarter {
  /** Starting one that runs is harmless. */
  startReplay(replayId: string, merchantId: string): Promise<void>;
}
