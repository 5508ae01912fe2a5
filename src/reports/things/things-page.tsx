import type { FastifyInstance } from 'fastify';
import { isId } from '../../domain/ids.js';
import { ApiError } from '../../http/api-error.js';
import { addSavedHeaders } from '../../http/saved-file.js';
import { deskActions } from '../../operators/desk/actions/action-routes.js';
import { deskDocument, type Frame } from '../../operators/desk/desk-page.js';
import type { DeskRoom } from '../../operators/desk/desk-room.js';
import { operatorOf } from '../../operators/desk/forms.js';
import { needs } from '../../operators/desk/page-guard.js';
import { ActionLinks } from '../../operators/desk/pages/action.js';
import { inWords, setsOfThings, type WordSet } from '../../operators/desk/status-words.js';
import { Story } from '../../pages/parts/parts.js';
import { evidenceFileName } from '../../payments/disputes/evidence-file.js';
import { readerOf } from '../orders/reader.js';
import { pageOfThing, pagesOfThings, thingKinds } from './thing-kinds.js';
import type { ThingLink, ThingList, ThingView } from './things.dto.js';
import type { ThingsService } from './things.service.js';

/** Adds a page for each kind of thing. */
export function addThingPages(
  room: FastifyInstance,
  { frame, html }: DeskRoom,
  things: Pick<ThingsService, 'find' | 'file'>,
): void {
  addFileDownload(room, things);
  for (const kind of thingKinds) {
    const { folder, prefix, permission } = pagesOfThings[kind];
    room.get<{ Params: { id: string } }>(
      `/${folder}/:id`,
      needs(permission),
      async (request, reply) => {
        const { id } = request.params;
        const isOne = prefix === null ? /^[1-9]\d{0,17}$/.test(id) : isId(prefix, id);
        if (!isOne) throw new ApiError('RESOURCE_NOT_FOUND');
        const found = await things.find(kind, id, readerOf(operatorOf(request)));
        return html(reply, thingDocument(frame(request), found));
      },
    );
  }
}

/** Adds the download of a merchant's file. The browser saves the file and never shows it. */
function addFileDownload(room: FastifyInstance, things: Pick<ThingsService, 'file'>): void {
  room.get<{ Params: { id: string; fileId: string } }>(
    '/disputes/:id/files/:fileId',
    needs('accounts:read'),
    async (request, reply) => {
      const { id, fileId } = request.params;
      if (!isId('dsp', id) || !isId('fil', fileId)) throw new ApiError('RESOURCE_NOT_FOUND');
      const { mediaType, content } = await things.file(id, fileId, readerOf(operatorOf(request)));
      addSavedHeaders(reply, evidenceFileName(fileId, mediaType));
      return reply.type(mediaType).send(content);
    },
  );
}

function thingDocument(frame: Frame, thing: ThingView): string {
  const { kind, id, title, status, amountsText, moneyText, facts, lists } = thing;
  const children = (
    <>
      <h1>
        {title}
        {status !== null && `: ${inWords(status, setsOfThings[kind])}`}
      </h1>
      <p>
        <b>{amountsText}</b>
      </p>
      {moneyText.length > 0 && (
        <>
          <h2>{kind === 'JOURNAL' ? 'Accounts' : 'Where the money is now'}</h2>
          <ul>
            {moneyText.map((line) => (
              <li>{line}</li>
            ))}
          </ul>
        </>
      )}
      <ActionLinks actions={deskActions} {...{ kind, id, status }} may={frame.may} />
      {kind === 'MERCHANT' && (
        <p>
          <a href={`/desk/merchants/${id}/onboarding`}>Its checklist, and what it is given</a>
          {' · '}
          <a href={`/desk/sums?merchantId=${id}`}>Sums by day, hour, channel and status</a>
        </p>
      )}
      <dl class="facts">
        {facts.map(({ name, value, about }) => (
          <div>
            <dt>{name}</dt>
            <dd>
              <Linked about={about} text={inWords(value)} />
            </dd>
          </div>
        ))}
      </dl>
      {lists.map((list) => (
        <List list={list} />
      ))}
    </>
  );
  return deskDocument({ ...frame, title, children });
}

function List({ list: { title, columns, rows } }: { readonly list: ThingList }) {
  return (
    <section>
      <h2>{title}</h2>
      <Story
        titles={columns}
        rows={rows.map(({ cells, about }) =>
          cells.map((code, at) => {
            const cell = inWords(code, setsOfLists[title]);
            return at === 0 ? <Linked about={about} text={cell} /> : cell;
          }),
        )}
      />
    </section>
  );
}

/** The words for the codes in a list, by the list's title. */
const setsOfLists: Readonly<Record<string, WordSet>> = {
  ...{ Cases: 'cases', Refunds: 'refunds', Disputes: 'disputes', Payouts: 'settlements' },
  ...{ 'Answers of the merchant': 'answers', Sendings: 'doubts' },
  ...{ 'Payments, the newest 50': 'payments' },
  ...{ 'Webhooks that did not arrive': 'deliveries', 'Settlements, the newest 5': 'settlements' },
};

function Linked({ about, text }: { readonly about: ThingLink | null; readonly text: string }) {
  return about === null ? <>{text}</> : <a href={pageOf(about)}>{text}</a>;
}

function pageOf({ kind, id }: ThingLink): string {
  if (kind === 'ORDER') return `/desk/orders/${id}`;
  if (kind === 'FILE') return `/desk/disputes/${id.replace('/', '/files/')}`;
  return kind === 'CASE' ? `/desk/cases/${id}` : pageOfThing(kind, id);
}
