import type { Client } from '@temporalio/client';
import type { Fact } from './fact.js';

/** `CLOSED`: the workflow has ended and hears nothing any more. */
export type NotifyOutcome = 'NOTIFIED' | 'CLOSED';

/** The longest time that a caller waits. The relay sends a fact again that was not delivered in time. */
export const rpcTimeoutMs = 5_000;

/**
 * Sends facts to workflows. Each kind of workflow has its gateway, which is the only place that knows the workflow's
 * id.
 */
export interface FactNotifier {
  /**
   * Sends a committed fact to its workflow, and starts the workflow if it is not there. Sending twice is harmless.
   *
   * Throws what the Temporal client throws when the server cannot be reached or refuses.
   */
  notify(fact: Fact): Promise<NotifyOutcome>;
  /** Tells whether the fact's workflow has started and ended. */
  hasClosed(fact: Fact): Promise<boolean>;
}

/** Tells whether the workflow's last run has ended. */
export async function hasClosed(client: Client, workflowId: string): Promise<boolean> {
  const handle = client.workflow.getHandle(workflowId);
  const { status } = await client.withDeadline(Date.now() + rpcTimeoutMs, () => handle.describe());
  return status.name !== 'RUNNING' && status.name !== 'PAUSED';
}

/** Throws TypeError for a fact that lacks a value its kind must have. */
export function present<Value>(fact: Fact, value: Value | null): Value {
  if (value !== null) return value;
  throw new TypeError(`fact ${fact.factId} (${fact.kind}) lacks its subject, checkout or deadline`);
}

/** Returns the time at which the workflow will act on the fact by itself; null when it acts as soon as it gets the fact. */
export function actsAt(fact: Fact): Date | null {
  return fact.kind === 'INITIATED' ? (fact.checkout?.expiresAt ?? null) : fact.deadline;
}
