import { homeCurrency } from '../../domain/currency.js';
import type { FastifyInstance } from 'fastify';
import { lagosMoment } from '../../domain/lagos-day.js';
import { formatCount, formatMoney } from '../../domain/money.js';
import { deskDocument, type Frame } from '../../operators/desk/desk-page.js';
import type { DeskRoom } from '../../operators/desk/desk-room.js';
import { needs } from '../../operators/desk/page-guard.js';
import { Heads, Labelled } from '../../pages/parts/parts.js';
import { deskWords } from '../../operators/desk/status-words.js';
import { acquirerAnswer, bankAnswer } from '../things/thing-text.js';
import { pageOfId, pageOfThing } from '../things/thing-kinds.js';
import type { InDoubtData, InDoubtItem } from './in-doubt.dto.js';
import type { InDoubtService } from './in-doubt.service.js';

const kinds: Readonly<Record<InDoubtItem['kind'], string>> = {
  SENDING: 'Refund or payout that was sent',
  CHARGE: 'Card charge',
  DISPUTE: 'Dispute',
  WEBHOOKS: 'Webhooks that are tried again',
};

const titles = ['What', 'Amount', 'Status', 'Since', 'Asked next', 'Deadline', 'Merchant'];

/** Adds the page of everything that is not final. */
export function addInDoubtPage(
  room: FastifyInstance,
  { frame, html }: DeskRoom,
  doubts: Pick<InDoubtService, 'find'>,
): void {
  room.get('/in-doubt', needs('payments:read'), async (request, reply) =>
    html(reply, inDoubtDocument(frame(request), await doubts.find())),
  );
}

function inDoubtDocument(frame: Frame, { items }: InDoubtData): string {
  const children = (
    <>
      <h1>In doubt</h1>
      <p>
        {items.length === 0
          ? 'Nothing is in doubt: all that was sent, charged and told has ended.'
          : 'These are not final. Manilla asks by itself; a case opens when a person is needed.'}
      </p>
      {items.length > 0 && (
        <table class="list story">
          <Heads titles={titles} />
          <tbody>
            {items.map((item) => (
              <Row item={item} />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
  return deskDocument({ ...frame, title: 'In doubt', here: 'in-doubt', children });
}

/** Formats a time without its zone, because the foot of the page says that times are in Lagos time. */
function moment(at: string | null): string {
  return at === null ? '–' : lagosMoment(new Date(at));
}

function Row({ item }: { readonly item: InDoubtItem }) {
  const { kind, subject, thingId, reference, amount, currency, status, lastAnswer, count } = item;
  const { merchantId, paymentReference, merchantName } = item;
  const place = pageOfId(thingId ?? subject);
  return (
    <Labelled titles={titles}>
      <td>
        {place === undefined ? kinds[kind] : <a href={place}>{kinds[kind]}</a>}
        {count > 1 && ` (${formatCount(count)}; this is the newest)`}
        <br />
        <small>
          {merchantId !== null && paymentReference !== null ? (
            <a href={`/desk/orders/${merchantId}/${paymentReference}`}>
              {paymentReference === reference
                ? reference
                : `${reference}, order ${paymentReference}`}
            </a>
          ) : (
            reference
          )}
        </small>
        {kind === 'SENDING' && (
          <>
            <br />
            <small>session {subject}</small>
          </>
        )}
      </td>
      <td class="number">
        {amount !== null && formatMoney(BigInt(amount), currency ?? homeCurrency)}
      </td>
      <td>
        {deskWords('doubts', status)}
        {lastAnswer !== null && (
          <small>
            {' '}
            (last answer: {kind === 'CHARGE' ? acquirerAnswer(lastAnswer) : bankAnswer(lastAnswer)})
          </small>
        )}
      </td>
      <td class="keep">{moment(item.since)}</td>
      <td class="keep">{moment(item.askedNextAt)}</td>
      <td class="keep">{moment(item.deadline)}</td>
      <td>
        {merchantId === null ? (
          merchantName
        ) : (
          <a href={pageOfThing('MERCHANT', merchantId)}>{merchantName}</a>
        )}
      </td>
    </Labelled>
  );
}
