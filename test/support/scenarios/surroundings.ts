import { vi } from 'vitest';
import type { SimulatorControl } from '../../../src/providers/simulator/control-client.js';
import type { SandboxMerchant } from '../stack.js';
import type { ApiClient, ApiReply } from '../api-client.js';

export const minuteMs = 60_000;

/** `200/00`, or `409/12 CHECKOUT_NOT_OPEN`. */
export const answerOf = ({ status, code, data }: ApiReply): string =>
  [`${status}/${code}`, code === '00' ? '' : data?.reason].filter(Boolean).join(' ');

/** Looks again and again until nothing is wrong any more. */
export function eventually<Seen>(
  look: () => Seen | Promise<Seen>,
  timeout = 60_000,
): Promise<Seen> {
  return vi.waitFor(look, { timeout, interval: 50 });
}

/** What there is besides the shop: the bank, the database to look into, and the clock of each workflow. */
export interface Surroundings {
  readonly bank: SimulatorControl;
  query<Row extends Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Moves a workflow's clock ahead once it has armed so many timers: no signal may be overtaken by the clock. */
  passTime(workflowId: string, durationMs: number, timers?: number): Promise<void>;
}

/** What a merchant is told by webhook. */
export interface SentEvent {
  readonly id: string;
  readonly type: string;
  readonly sequence: number | null;
  // Looked at field by field; what a field should be is what the tests are about.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any;
}

/** A merchant, as far as one sale needs it. */
export interface Seller {
  readonly world: Surroundings;
  readonly merchant: SandboxMerchant;
  readonly client: ApiClient;
  /** All that the endpoint got so far, in the order of arrival. */
  readonly events: readonly SentEvent[];
  workflowId(reference: string): string;
}
