import { lagosMoment } from '../../domain/lagos-day.js';
import { formatNaira } from '../../domain/money.js';
import type { HoldsView, WaitingSendingView } from '../../operators/cases/holds.dto.js';
import { waitText } from './case-text.js';
import type { Commands, Given } from './command.js';
import { askDesk } from './desk-client.js';
import { tableOf } from './table.js';

/** The commands that show the holds that keep money from leaving, through the desk's API. */
export const holdCommands: Commands = {
  holds: {
    usage: '[--json]',
    summary: 'Shows what keeps refunds and payouts from leaving, and what waits for it.',
    words: [0, 0],
    options: { json: { type: 'boolean' } },
    run: show,
  },
};

async function show(given: Given): Promise<string> {
  const { data } = await askDesk<HoldsView>('GET', '/holds');
  if (given.values['json'] === true) return JSON.stringify(data, null, 2);
  if (data.holds.length === 0) return 'Nothing is held.';
  const texts = data.holds.map(({ isOfBank, hold, text }) =>
    isOfBank ? `! ${text}` : `${hold}: ${text}`,
  );
  return [...texts, '', tableOf<WaitingSendingView>(columns, data.waiting)].join('\n');
}

const columns = [
  { title: 'WHAT', text: ({ kind, subject }: WaitingSendingView) => `${kind} ${subject}` },
  {
    title: 'AMOUNT',
    text: ({ amount }: WaitingSendingView) => formatNaira(BigInt(amount)),
    align: 'right',
  },
  {
    title: 'SINCE',
    text: ({ waitsSince }: WaitingSendingView) => lagosMoment(new Date(waitsSince)),
  },
  {
    title: 'WAITS FOR',
    text: ({ hold, caseNumber, sendsFrom }: WaitingSendingView) =>
      waitText(hold, caseNumber) +
      (sendsFrom === null ? '' : ` until ${lagosMoment(new Date(sendsFrom))}`),
  },
] as const;
