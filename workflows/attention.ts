import {
  ApplicationFailure,
  setCurrentDetails,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { FailureType } from '../activities/contract.js';
import { type CheckoutPhase, type OperatorDecision, searchAttributes } from './messages.js';

/** Moves the workflow into the list of what waits for a person (with a reason), or out of it (null). */
export function upsertPhase(phase: CheckoutPhase, attentionReason: string | null): void {
  upsertSearchAttributes([
    { key: searchAttributes.checkoutPhase, value: phase },
    { key: searchAttributes.attentionReason, value: attentionReason },
  ]);
}

/** Throws what the operator is told when a decision is none of `allowed`, or does not say who decides and why. */
function checkDecision<Decision extends string>(
  given: OperatorDecision<Decision> | null | undefined,
  allowed: readonly Decision[],
): void {
  const { decision, operator, reason } = given ?? ({} as Partial<OperatorDecision<Decision>>);
  if (decision === undefined || !allowed.includes(decision)) {
    throw refusal(`decision must be ${allowed.map((each) => `"${each}"`).join(' or ')}`);
  }
  if (!isText(operator, 100)) throw refusal('operator must say who decides (1-100 characters)');
  if (!isText(reason, 500)) throw refusal('reason must say why (1-500 characters)');
}

/** An update that is refused leaves nothing in the history. */
function refusal(message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, 'RESOLUTION_REFUSED');
}

function isText(value: unknown, maxLength: number): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= maxLength;
}

/** Why a workflow waits for a person. */
export interface Waiting<Decision extends string> {
  /** `WHAT: WHY`, searchable, e.g. `HELD: LATE`. */
  readonly reason: string;
  /** What may be decided. */
  readonly allowed: readonly Decision[];
  /** Markdown for the operator's page. */
  readonly details: string;
}

/** The desk at which a workflow waits for an operator's decision: one at a time, and only while it waits. */
export class OperatorDesk<Decision extends string> {
  #waiting: Waiting<Decision> | undefined;
  #decide = (_decision: Decision): void => {};

  /** For the update's validator. */
  mayDecide(given: OperatorDecision<Decision>): void {
    if (this.#waiting === undefined) throw refusal('nothing waits for a decision here');
    checkDecision(given, this.#waiting.allowed);
  }

  /** For the update's handler: what is decided about, and how. */
  decide<Given extends Decision>({ decision }: OperatorDecision<Given>) {
    const [step = ''] = this.#waiting?.reason.split(': ', 1) ?? [];
    this.#decide(decision);
    return { step, decision };
  }

  /** Waits where operators find it. `orElse` decides in their place when it comes first. */
  async wait<Other extends string = never>(
    waiting: Waiting<Decision>,
    orElse?: Promise<Other>,
  ): Promise<Decision | Other> {
    const decided = new Promise<Decision>((resolve) => this.open(waiting, resolve));
    const decision = await (orElse === undefined ? decided : Promise.race([decided, orElse]));
    this.close();
    return decision;
  }

  /** Shows operators what waits. `decide` is called with what they decide, in the update that says so. */
  open(waiting: Waiting<Decision>, decide: (decision: Decision) => void): void {
    upsertPhase('NEEDS_ATTENTION', waiting.reason);
    setCurrentDetails(waiting.details);
    this.#waiting = waiting;
    this.#decide = decide;
  }

  /** Nothing waits any more. */
  close(): void {
    this.#waiting = undefined;
    upsertPhase('OPEN', null);
  }
}

/** The exact command that sends a decision, for the operator's page. */
export function decisionCommand(command: {
  readonly namespace: string;
  readonly workflowId: string;
  readonly update: string;
  readonly decision: string;
}): string {
  const { namespace, workflowId, update, decision } = command;
  const input = JSON.stringify({ decision, operator: 'YOUR NAME', reason: 'WHY' });
  return (
    '```\n' +
    `temporal workflow update execute --namespace ${namespace} \\\n  --workflow-id '${workflowId}' --name ${update} \\\n  --input '${input}'\n` +
    '```'
  );
}

/** A Markdown table of names and values. */
export function detailsTable(rows: readonly (readonly [string, string])[]): string {
  return ['| | |', '| --- | --- |', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join(
    '\n',
  );
}

/** For the operator's page: nothing, or that a parked step is tried again. */
export function healingTexts(heals: boolean, goesOn: string): string[] {
  if (!heals) return [];
  return [
    `**It heals by itself.** The step is tried again after 5, 10, 20 and 40 seconds, and then every 45 ("Pending Activities" shows the tries so far and the time of the next), and ${goesOn} goes on as soon as it succeeds. Decide only if you cannot wait.`,
  ];
}

export const failureTexts: Readonly<Record<FailureType, { what: string; todo: string }>> = {
  LEDGER_UNAVAILABLE: {
    what: 'The database could not be reached or was too busy, for as long as we tried.',
    todo: 'See that PostgreSQL answers the worker (`/health/ready` on its metrics port).',
  },
  LEDGER_MISMATCH: {
    what: 'The database lacks a table, column, function or permission that this version needs.',
    todo: 'Run the migrations of this version, or restore what is missing; the worker log names it.',
  },
  LEDGER_REFUSED: {
    what: 'The database refused this very step: a rule of the books would have been broken.',
    todo: 'Find the cause in the worker log (search for the id above) and correct it first.',
  },
  INTERNAL: {
    what: 'The code failed.',
    todo: 'Find the error in the worker log (search for the id above) and deploy a correction first.',
  },
};
