import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkoutEvents,
  checkoutStatuses,
  checkoutTransitions,
  isTerminal,
  nextStatus,
} from '../../src/domain/checkout-state.ts';
import { mermaid, page, table } from './page.ts';

const source = 'src/domain/checkout-state.ts';

/** docs/checkout-states.md: the state diagram and the full table of states and events. */
export function checkoutStatesPage(): string {
  return page(
    'The states of a checkout',
    source,
    `Every status change of a checkout is one row of the table in [\`${source}\`](../${source}). The migrator copies it into the table \`checkout_transition\`, where the SQL functions look it up. What is not listed is refused.`,
    diagram(),
    '## Events',
    table(['event', 'meaning'], eventMeanings()),
    '## All transitions',
    'Rows are the status before, columns the event, cells the status after; an empty cell is refused.',
    matrix(),
  );
}

function diagram(): string {
  const ends = checkoutStatuses.filter(isTerminal).map((status) => `  ${status} --> [*]`);
  const edges = checkoutTransitions
    .filter(({ from, to }) => from !== to)
    .map(({ from, event, to }) => `  ${from} --> ${to}: ${event}`);
  return mermaid(['stateDiagram-v2', '  [*] --> INITIATED', ...edges, ...ends]);
}

function matrix(): string {
  const head = ['', ...checkoutEvents.map((event) => event.replaceAll('_', ' '))];
  const rows = checkoutStatuses.map((from) => [
    `**${from}**`,
    ...checkoutEvents.map((event) => nextStatus(from, event) ?? ''),
  ]);
  return table(head, rows);
}

/** The sentence above each event in the source: said there once. */
function eventMeanings(): string[][] {
  const text = readFileSync(join(import.meta.dirname, '..', '..', source), 'utf8');
  return checkoutEvents.map((event) => {
    const meaning = new RegExp(`/\\*\\* ([^*]+) \\*/\\s+'${event}',`).exec(text)?.[1];
    if (meaning === undefined) throw new Error(`${source}: ${event} has no sentence above it`);
    return [`\`${event}\``, meaning];
  });
}
