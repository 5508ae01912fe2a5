import type { FastifyInstance } from 'fastify';
import { readable } from '../../domain/case-words.js';
import { deskDocument, type Frame } from '../../operators/desk/desk-page.js';
import type { DeskRoom } from '../../operators/desk/desk-room.js';
import { needs } from '../../operators/desk/page-guard.js';
import { Heads } from '../../pages/parts/parts.js';
import type { PgRetention, Standing } from './retention.store.js';

export interface RetentionParts {
  readonly retention: Pick<PgRetention, 'standing'>;
  /** The days for which events and payers are kept. Null: for ever. */
  readonly kept: { readonly events: number | null; readonly payers: number | null };
}

/**
 * Shows what is deleted when it is old, and how much of it there is. The figures read all old rows, so they are shown
 * only on request.
 */
export function addRetentionPage(
  room: FastifyInstance,
  { frame, html }: DeskRoom,
  { retention, kept }: RetentionParts,
): void {
  room.get<{ Querystring: { readonly figures?: unknown } }>(
    '/retention',
    needs('audit:read'),
    async (request, reply) => {
      const isAsked = request.query.figures === 'yes';
      const standing = isAsked ? await retention.standing() : null;
      return html(reply, retentionDocument(frame(request), kept, standing));
    },
  );
}

function retentionDocument(
  frame: Frame,
  kept: RetentionParts['kept'],
  standing: readonly Standing[] | null,
): string {
  const rows: readonly (readonly [string, string, string])[] = [
    [
      'The books, orders, payments, cases and this audit',
      'for ever',
      'Somebody may ask years later.',
    ],
    ['Webhooks and what became of them', daysText(kept.events), 'Shops can ask for 33 days again.'],
    [
      'Names and addresses of customers',
      daysText(kept.payers),
      kept.payers === null
        ? 'No time was set after which they go (MANILLA_PAYERS_KEPT_DAYS).'
        : 'Nobody needs them after that.',
    ],
    ['Answers to requests that are sent again', '30 days', 'The same request has the same answer.'],
    ['Refused and slow requests', '7 days', 'Shops look for their mistakes.'],
  ];
  const children = (
    <>
      <h1>What is kept</h1>
      <p>
        What is old goes by itself, a little every minute. A customer who asks for it goes at once:{' '}
        {frame.may('payers:erase') ? (
          <a href="/desk/payers">forget a customer</a>
        ) : (
          'ask an administrator'
        )}
        .
      </p>
      <table class="list">
        <Heads titles={['What', 'Kept', 'Why']} />
        <tbody>
          {rows.map(([what, howLong, why]) => (
            <tr>
              <td>{what}</td>
              <td>{howLong}</td>
              <td>{why}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {standing === null ? (
        <p>
          <a href="/desk/retention?figures=yes">Count what is old now</a>. It may take some minutes.
        </p>
      ) : (
        <Figures standing={standing} />
      )}
    </>
  );
  return deskDocument({ ...frame, title: 'What is kept', children });
}

function daysText(days: number | null): string {
  return days === null ? 'for ever' : `${days} days`;
}

function Figures({ standing }: { readonly standing: readonly Standing[] }) {
  return (
    <table class="list">
      <Heads titles={['Rows', 'Megabytes', 'Since', 'Old now', 'Of them still needed']} />
      <tbody>
        {standing.map(({ what, bytes, since, old, heldBy }) => (
          <tr>
            <td>{what}</td>
            <td>{(Number(bytes) / 1e6).toFixed(1)}</td>
            <td>{since?.slice(0, 10) ?? 'none'}</td>
            <td>{old}</td>
            <td>
              {Object.entries(heldBy)
                .map(([reason, count]) => `${count} ${readable(reason)}`)
                .join(', ') || 'none'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
