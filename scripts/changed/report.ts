import type { Candidate, Choice } from './choice.ts';
import { wayTo, type NearTests } from './near-tests.ts';

const shown = 12;
const seconds = (candidates: readonly Candidate[]): number =>
  Math.round(candidates.reduce((sum, each) => sum + each.seconds, 0));

/** Says which tests run and why, which do not and why not, and which changed files no test is chosen for. */
export function reportOf(
  comparedWith: string,
  perChange: readonly NearTests[],
  choice: Choice,
  allTests: number,
): string[] {
  const { chosen, noTime, far } = choice;
  const unreached = allTests - chosen.length - noTime.length - far.length;
  return [
    `${count(perChange.length, 'file')} changed since ${comparedWith}; ${chosen.length} of ${count(allTests, 'test file')} chosen:`,
    ...chosen.map((each) => `  ${each.test}  ${because(each, perChange)}`),
    ...leftLines('near, but there is no time for them', noTime),
    ...(far.length === 0
      ? []
      : [
          `left to the whole suite: ${far.length} that meet the change only from far, as most tests do`,
        ]),
    ...(unreached === 0 ? [] : [`no way from the change leads to the other ${unreached}`]),
    ...uncovered(perChange, choice),
    '"npm test" runs them all.',
  ];
}

function because({ test, steps }: Candidate, perChange: readonly NearTests[]): string {
  const nearest = perChange.find(({ candidates }) =>
    candidates.some((each) => each.test === test && each.steps === steps),
  );
  const way = nearest === undefined ? [] : wayTo(test, nearest.reached);
  return way.length === 0 ? '(changed)' : `< ${way.join(' < ')}`;
}

function leftLines(why: string, left: readonly Candidate[]): string[] {
  if (left.length === 0) return [];
  const more = left.length - shown;
  return [
    `left to the whole suite: ${left.length} that are ${why} (some ${seconds(left)} s of work):`,
    ...left.slice(0, shown).map(({ test, seconds: each }) => `  ${test}  ${Math.round(each)} s`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** A changed file that none of the chosen tests is near to. */
function uncovered(perChange: readonly NearTests[], { chosen }: Choice): string[] {
  const runs = new Set(chosen.map(({ test }) => test));
  return perChange
    .filter(({ candidates }) => !candidates.some(({ test }) => runs.has(test)))
    .map(
      ({ path }) =>
        `NOT TESTED: ${path}: no chosen test reaches it; run "npm test" before you trust it.`,
    );
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
