import { setCurrentDetails } from '@temporalio/workflow';
import type { FoundThing } from '../../activities/upkeep/contract.js';

/** The number of findings that a result and a page name; the table `finding` has them all. */
const shownFindings = 50;

export interface Findings {
  readonly total: number;
  /** The first fifty. */
  readonly findings: readonly FoundThing[];
}

/**
 * Shows the findings of a run. A finding that only a person can resolve gets a case of its own (finding.workflow.ts).
 */
export function showFindings(what: string, found: readonly FoundThing[]): Findings {
  const open = found.filter(({ action }) => action === 'ATTENTION');
  const shown = found.slice(0, shownFindings);
  const rows = shown.map(
    ({ kind, subject, action }) => `| \`${kind}\` | \`${subject}\` | \`${action}\` |`,
  );
  setCurrentDetails(
    [
      `**${what}: ${found.length === 0 ? 'nothing was found' : `${found.length} found`}**`,
      ...(rows.length === 0
        ? []
        : [['| kind | subject | what was done |', '| --- | --- | --- |', ...rows].join('\n')]),
      ...(open.length === 0 ? [] : [todo]),
    ].join('\n\n'),
  );
  return { total: found.length, findings: shown };
}

const todo =
  'What says `ATTENTION` cannot be put right by itself: a workflow `finding/{kind}` waits for a person.';
