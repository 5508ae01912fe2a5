import type {
  CaseEventView,
  CaseView,
  DecisionView,
} from '../../operators/cases/case-views.dto.js';
import { lagosMoment } from '../../domain/lagos-day.js';
import { formatNaira } from '../../domain/money.js';
import { isUnderWay, sendingWords } from '../../domain/sending-words.js';
import { shortened } from './table.js';

const width = 80;

/** Formats a case for the terminal. */
export function caseText(found: CaseView): string {
  return [
    ...wrapped(`Case ${found.caseNumber}: ${found.headline}`),
    ...wrapped(
      `${found.reasonText} (${found.status.toLowerCase()}; ${found.kind} ${found.reason})`,
    ),
    ...(found.alike === 0
      ? []
      : [`${found.alike} more of this kind and bank, perhaps of one cause.`]),
    '',
    ...sendingLines(found),
    ...part('How it ended', found.ending ?? ''),
    ...part('What happened', found.happened),
    ...part('What is safe', found.safe),
    ...part('What to do', found.todo),
    ...found.decisions.flatMap(decisionLines),
    ...proposalLines(found),
    '',
    `Desk      ${found.deskUrl}`,
    `Workflow  ${found.workflowId}`,
    '',
    ...found.history.slice(0, 20).flatMap(eventLines),
  ].join('\n');
}

/** Tells for each sending of the case where its money is. */
function sendingLines({ sendings, hold, waitsForCase }: CaseView): string[] {
  const lines = sendings.flatMap((each) => {
    const waits = each.hold === null ? '' : ` It ${waitText(each.hold, each.waitsForCase)}.`;
    const what = `${each.kind} ${each.subject}, ${formatNaira(BigInt(each.amount))}`;
    return wrapped(`${what}: ${sendingWords(each)}${waits}`);
  });
  const none =
    hold === null ? [] : wrapped(`Nothing would leave now: it ${waitText(hold, waitsForCase)}.`);
  const all = sendings.length === 0 ? none : lines;
  return all.length === 0 ? [] : ['Money that leaves', ...all.map((line) => `  ${line}`), ''];
}

/** Returns a text such as "waits: UNEXPLAINED_DEBIT (case 15)". */
export function waitText(hold: string, caseNumber: number | null): string {
  return `waits: ${hold}${caseNumber === null ? '' : ` (case ${caseNumber})`}`;
}

function part(title: string, markdown: string): string[] {
  return markdown === '' ? [] : [title, ...wrapped(plain(markdown)).map((line) => `  ${line}`), ''];
}

/** Removes the signs of Markdown. */
function plain(markdown: string): string {
  return markdown.replaceAll(/\*\*|`/g, '');
}

function decisionLines({ decision, says, does, asksForPartner }: DecisionView): string[] {
  const two = asksForPartner ? ' Two operators.' : '';
  return wrapped(`${decision.padEnd(10)}${says}. ${does}${two}`);
}

function proposalLines({ caseNumber, proposal }: CaseView): string[] {
  if (proposal === null) return [];
  const { operator, decision, reason, shown, shownHash } = proposal;
  return [
    ...['', ...wrapped(`${operator} proposes ${decision}: ${reason}`)],
    ...shown.flatMap(({ name, value }) => wrapped(`  ${name}: ${value}`)),
    `Confirm it: manilla confirm ${caseNumber} --shown ${shownHash}`,
  ];
}

function eventLines(event: CaseEventView): string[] {
  const { at, type, operator, partner, decision, reason, after, shown } = event;
  const happened = type === 'DONE' && isUnderWay(after?.['status']) ? 'ORDERED' : type;
  const who = [operator, partner].filter((each) => each !== null).join(' and ');
  const what = [decision, reason].filter((each) => each !== null).join(': ');
  const words = [lagosMoment(new Date(at)), happened, who, what].filter((each) => each !== '');
  const facts = type === 'DECIDED' ? (shown ?? []) : [];
  return [
    shortened(words.join('  '), width),
    ...facts.flatMap(({ name, value }) => wrapped(`    ${name}: ${value}`)),
  ];
}

/** Wraps a text into lines of at most 78 characters. The lines of a table stay as they are. */
function wrapped(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const lines = [''];
    for (const word of line.split(' ')) {
      const last = lines.at(-1) ?? '';
      const longer = last === '' ? word : `${last} ${word}`;
      if (longer.length <= width - 2) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  });
}
