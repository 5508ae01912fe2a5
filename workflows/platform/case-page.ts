import type { CaseTaken, FailureType } from '../../activities/contract.js';
import { decisionLabel } from '../../src/domain/case-decisions.js';
import type { CaseKind } from '../../src/domain/case-kind.js';
import type { CasePage } from '../../src/domain/case-step.js';

export type { CasePage };
import { asksForPartner } from '../../src/domain/four-eyes.js';

/** The subject of a workflow's cases, and the update that takes decisions about them. */
export interface CaseAbout {
  readonly kind: CaseKind;
  readonly subject: string;
  readonly update: string;
}

/** Rows of names and values. */
export type Rows = readonly (readonly [string, string])[];

/** The wait of a workflow for a person. */
export interface Waiting<Decision extends string> {
  /** `WHAT: WHY`, searchable, e.g. `HELD: LATE`. */
  readonly reason: string;
  /** The decisions that are possible. */
  readonly allowed: readonly Decision[];
  readonly page: CasePage;
  /** The answers to a decision that is not possible here, where the list of possible decisions does not say enough. */
  readonly refusals?: Readonly<Record<string, string>>;
  /** Returns the subject's present state. */
  readonly rows: () => Rows;
  /** The thing that goes on by itself once the step succeeds, e.g. "the checkout"; left out: only a person can help. */
  readonly heals?: string | undefined;
  /** The amount that the case is about, for the rule of two operators. */
  readonly amountMinor?: string | undefined;
}

/**
 * Writes the page of a case: the wait, the money that is safe, the next step, and the possible decisions with their
 * place. The first line of the page says whose money it is.
 */
export function casePage(
  waiting: Waiting<string>,
  about: CaseAbout,
  taken: CaseTaken | undefined,
): string {
  const { page, rows, heals } = waiting;
  return [
    ...(taken === undefined ? [] : [`**${taken.headline.replaceAll('*', String.raw`\*`)}**`]),
    `### Needs attention: ${page.title}`,
    `**What happened.** ${page.happened}`,
    ...(heals === undefined ? [] : [healingText(heals)]),
    `**What is safe.** ${page.safe}`,
    `**What to do.** ${page.todo}`,
    ...(heals === undefined ? [decideText(waiting, about, taken)] : []),
    detailsTable(rows()),
  ].join('\n\n');
}

/** Tells whether the decision takes two operators. */
export function takesTwo(waiting: Waiting<string>, { kind }: CaseAbout, decision: string): boolean {
  const { reason, amountMinor } = waiting;
  return asksForPartner({
    kind,
    reason,
    decision,
    amountMinor: amountMinor === undefined ? null : BigInt(amountMinor),
  });
}

/** The Temporal UI does not know who somebody is, so that nothing is decided there. */
function decideText(
  waiting: Waiting<string>,
  about: CaseAbout,
  taken: CaseTaken | undefined,
): string {
  const choices = waiting.allowed
    .map((each) => {
      const two = takesTwo(waiting, about, each) ? ', two operators' : '';
      return `\`${each}\` (${decisionLabel(about.kind, each)}${two})`;
    })
    .join(', ');
  if (taken === undefined) {
    return `May be decided: ${choices}. The desk has the case as soon as it is written down. Nothing is decided in the Temporal UI.`;
  }
  const { caseNumber, url } = taken;
  return `Decide on the desk: [case ${caseNumber}](${url}), or with \`npx manilla decide ${caseNumber} DECISION --reason WHY\`: ${choices}. Nothing is decided in the Temporal UI, which does not know who you are.`;
}

/** A Markdown table of names and values. */
export function detailsTable(rows: Rows): string {
  return ['| | |', '| --- | --- |', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join(
    '\n',
  );
}

function healingText(goesOn: string): string {
  return `**It heals by itself.** The step is tried again after 5, 10, 20 and 40 seconds, and then every 45 ("Pending Activities" shows the tries so far and the time of the next), and ${goesOn} goes on as soon as it succeeds.`;
}

/** Says that a step failed. The text marks the names of steps and faults as meant for engineers. */
export function stepFailed(step: string, subject: string, failure: FailureType): string {
  return `${failureTexts[failure].what} (For engineering: ${step === 'a step' ? step : `\`${step}\``} of \`${subject}\`, \`${failure}\`.)`;
}

export const failureTexts: Readonly<Record<FailureType, { what: string; todo: string }>> = {
  LEDGER_UNAVAILABLE: {
    what: 'Our database could not be reached or was too busy, for as long as we tried.',
    todo: 'Call engineering: the database has to answer the worker.',
  },
  LEDGER_MISMATCH: {
    what: 'Our database is of another version than our programs.',
    todo: 'Call engineering: the migrations of this version have to run; the worker’s log names what is missing.',
  },
  LEDGER_REFUSED: {
    what: 'Our books refused this very step: one of their rules would have been broken.',
    todo: 'Call engineering: the worker’s log has the cause, under the id above, and it has to be put right first.',
  },
  INTERNAL: {
    what: 'A fault of our own program.',
    todo: 'Call engineering: the worker’s log has the error, under the id above, and a correction has to be deployed first.',
  },
};
