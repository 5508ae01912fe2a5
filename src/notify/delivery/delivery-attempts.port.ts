/** The status of a delivery that is not tried again. */
export type FinalStatus = 'DELIVERED' | 'DEAD' | 'SUPPRESSED';

/** What an attempt leads to: another attempt after `waitMs`, or the end of the delivery. */
export type Verdict =
  | { readonly status: 'RETRYING'; readonly waitMs: number }
  | { readonly status: FinalStatus; readonly waitMs: null };

/** The result of one attempt to deliver an event. */
export type AttemptReport = Verdict & {
  readonly httpStatus: number | null;
  /** Named reason when there was no 2xx. */
  readonly failure: string | null;
};

/** Thrown while the endpoint leaves the attempts under way unanswered. More attempts at once would not help it. */
export class EndpointBusyError extends Error {
  constructor(endpoint: string) {
    super(`attempts to the endpoint ${endpoint} are still unanswered`);
    this.name = 'EndpointBusyError';
  }
}

/** Hands a delivery whose attempt failed to whatever repeats it by the schedule. */
export interface RetryStarter {
  /** Returns once the retries are certain to happen, however this process fares; starting twice is harmless. */
  start(retry: RetryRequest): Promise<void>;
}

export interface RetryRequest {
  readonly deliveryId: string;
  readonly merchantId: string;
  readonly paymentReference: string | null;
  readonly eventType: string;
  /** Attempts made so far, the one that has just failed included. */
  readonly attempts: number;
  /** The failure of the last attempt. */
  readonly failure: string;
  /** The wait before the next attempt. */
  readonly waitMs: number;
}
