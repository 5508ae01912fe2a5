import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readable } from '../../domain/case-words.js';
import { formatCount } from '../../domain/money.js';
import { ApiError } from '../../http/api-error.js';
import { deskDocument, type Frame } from '../../operators/desk/desk-page.js';
import type { DeskRoom } from '../../operators/desk/desk-room.js';
import { filled, type FormBody, readForm, refuse, textOf } from '../../pages/parts/forms.js';
import { deskActor } from '../../operators/desk/forms.js';
import { needs } from '../../operators/desk/page-guard.js';
import { Reason } from '../../operators/desk/pages/case-decide.js';
import { Heads, Input, Said } from '../../pages/parts/parts.js';
import { ErasureRequest } from './erasure.dto.js';
import { payerOf } from './wanted-payer.js';
import type { PayerPiece, PgPayerErasure } from './payer-erasure.store.js';

type Posted = { Body: FormBody | null };

interface Shown {
  /** Null when no search was made yet. */
  readonly pieces: readonly PayerPiece[] | null;
  readonly isErased: boolean;
  readonly fault: string | null;
  readonly typed: (field: string) => string;
}

/**
 * Shows where a payer is known, and erases the payer for good. The payer's address or number is sent in the body of a
 * form, because the addresses of pages are logged.
 */
export function addErasurePage(
  room: FastifyInstance,
  { frame, html }: DeskRoom,
  erasure: Pick<PgPayerErasure, 'find' | 'erase'>,
): void {
  const show = (
    request: FastifyRequest,
    reply: FastifyReply,
    found: Partial<Pick<Shown, 'pieces' | 'isErased' | 'fault'>>,
  ) => {
    const typed = (field: string) => textOf(request.body as FormBody | null, field);
    const shown = { pieces: null, isErased: false, fault: null, typed, ...found };
    return html(reply, erasureDocument(frame(request), shown));
  };
  room.get('/payers', needs('payers:erase'), (request, reply) => show(request, reply, {}));
  const form = (
    path: string,
    act: (request: FastifyRequest<Posted>, asked: ErasureRequest) => Promise<readonly PayerPiece[]>,
  ) =>
    room.post<Posted>(path, needs('payers:erase'), async (request, reply) => {
      try {
        const asked = readForm(ErasureRequest, filled(request.body ?? {}));
        const pieces = await act(request, asked);
        return await show(request, reply, { pieces, isErased: path.endsWith('/erase') });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return show(request, reply, { fault: refuse(request, reply, error) });
      }
    });
  form('/payers/find', (_request, asked) => erasure.find(payerOf(asked)));
  form('/payers/erase', (request, asked) =>
    erasure.erase(payerOf(asked), deskActor(request, asked.reason)),
  );
}

function erasureDocument(frame: Frame, shown: Shown): string {
  const { pieces, isErased, fault, typed } = shown;
  const free = pieces?.filter(({ heldBy }) => heldBy === null).length ?? 0;
  const children = (
    <>
      <h1>Forget a customer</h1>
      <p>
        A customer who asks for it is forgotten: name, e-mail, phone number and account go. Amounts,
        times and the books stay. Nobody can bring it back.
      </p>
      <Said fault={fault} done={isErased ? 'Erased, as far as nothing keeps it.' : null} />
      <form method="post" action="/desk/payers/find" class="decide short">
        <Input
          {...{ name: 'email', label: 'E-mail address of the customer', value: typed('email') }}
        />
        <Input
          {...{ name: 'phoneNumber', label: 'Or the phone number', value: typed('phoneNumber') }}
        />
        <Input
          {...{ name: 'checkoutId', label: 'Or the id of one order', value: typed('checkoutId') }}
          hint="It begins with chk_ and stands on the page of the order."
        />
        <Reason id="reason" value={typed('reason')} />
        <button>Show where the customer is known</button>
      </form>
      {pieces !== null && <Pieces pieces={pieces} isErased={isErased} />}
      {free > 0 && !isErased && <Erase free={free} typed={typed} />}
    </>
  );
  return deskDocument({ ...frame, title: 'Forget a customer', children });
}

const kindWords: Readonly<Record<PayerPiece['kind'], string>> = {
  CHECKOUT: 'An order',
  STATIC_ACCOUNT: 'An account number for good',
  CREDIT: 'A transfer without an order',
};

function Pieces({ pieces, isErased }: Pick<Shown, 'isErased'> & { pieces: readonly PayerPiece[] }) {
  if (pieces.length === 0) return <p>Nothing here bears this customer.</p>;
  return (
    <table class="list">
      <Heads titles={['What', 'Reference', 'Transfers', 'Webhooks', 'State']} />
      <tbody>
        {pieces.map(({ kind, subject, paymentReference, transfers, events, heldBy }) => (
          <tr>
            <td>{kindWords[kind]}</td>
            <td>
              {paymentReference} <small>{subject}</small>
            </td>
            <td>{formatCount(transfers)}</td>
            <td>{formatCount(events)}</td>
            <td>
              {heldBy === null ? (
                isErased ? (
                  'erased'
                ) : (
                  'would be erased'
                )
              ) : (
                <span class="late">stays for now: {readable(heldBy)}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Erase({ free, typed }: Pick<Shown, 'typed'> & { readonly free: number }) {
  return (
    <form method="post" action="/desk/payers/erase" class="decide short">
      {['email', 'phoneNumber', 'checkoutId', 'reason'].map((name) => (
        <input type="hidden" name={name} value={typed(name)} />
      ))}
      <button class="danger">
        Erase {free === 1 ? 'this one' : `these ${formatCount(free)}`} for good
      </button>
    </form>
  );
}
