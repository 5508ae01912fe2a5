import { lagosMoment } from '../../../domain/lagos-day.js';
import { messageStatuses } from '../../../domain/message-kinds.js';
import type { OutgoingMessage } from '../../../notify/senders/sender.port.js';
import { maskedAddress } from '../../messages/message-desk.js';
import type { SentMessage, ShownMessage } from '../../messages/message-desk.store.js';
import { deskDocument, type Frame } from '../desk-page.js';
import { Heads, Labelled, Input, Said } from '../../../pages/parts/parts.js';

/** The filters, as in the address; an empty one does not filter. */
export interface MessagesWish {
  readonly about: string;
  readonly status: string;
  readonly after: string;
}

const kinds: Readonly<Record<SentMessage['kind'], string>> = {
  RECEIPT: 'Receipt',
  TOO_LITTLE: 'Too little arrived',
  TOO_MUCH: 'Too much arrived',
  LATE: 'Money that came late',
  TWICE: 'Paid twice',
  REFUND_STARTED: 'Refund on its way',
  REFUND_DONE: 'Refund done',
  REFUND_NEEDS_ACCOUNT: 'Refund needs an account',
  DISPUTE_REFUND: 'Given back after a dispute',
  DISPUTE_OPENED: 'Chargeback',
  DISPUTE_DUE_HALF: 'Chargeback: half of the time is over',
  DISPUTE_DUE_DAY: 'Chargeback: a day is left',
  DISPUTE_DUE_HOURS: 'Chargeback: four hours are left',
  WEBHOOK_FAILING: 'Endpoint fails',
  WEBHOOK_OFF: 'Endpoint switched off',
  WEBHOOK_BACK: 'Endpoint is back',
  SETTLEMENT_PAID: 'Settlement paid',
  SETTLEMENT_FAILED: 'Settlement failed',
  SETTLEMENT_ON_HOLD: 'Settlement on hold',
  ACCOUNT_CHANGED: 'Settlement account changed',
  WEBHOOK_CHANGED: 'Endpoint changed',
  KEY_CHANGED: 'Key changed',
  KEY_NEW_NETWORK: 'Key used from a new network',
  RIGHTS_CHANGED: 'Scopes, limits or contacts changed',
  PEOPLE_CHANGED: 'Team changed',
  INVITATION: 'Invitation',
  PASSWORD_LINK: 'Link to another password',
  CONFIRMATION_ASKED: 'Asked to confirm',
  KEY_ENDS_WEEK: 'Key ends in a week',
  KEY_ENDS_DAY: 'Key ends in a day',
  SUMMARY: 'Summary',
  DIGEST: 'Many at once',
  ATTENTION: 'Somebody must see to it',
};

const recipients: Readonly<Record<SentMessage['recipient'], string>> = {
  PAYER: 'payer',
  COPY: 'merchant (copy)',
  BUSINESS: 'business contact',
  TECHNICAL: 'technical contact',
  SETTLEMENT: 'settlement contact',
  FORMER: 'former contact',
  OPERATOR: 'operators',
  PERSON: 'one of the team',
};

export function messagesDocument(
  frame: Frame,
  wish: MessagesWish,
  messages: readonly SentMessage[],
  next: string | null,
): string {
  const children = (
    <>
      <h1>Messages</h1>
      <p>What people were told by e-mail and SMS.</p>
      <form method="get" action="/desk/messages" class="filters">
        <div>
          <label for="about">Order, transaction, refund, dispute or e-mail of the payer</label>
          <input id="about" name="about" value={wish.about} />
        </div>
        <div>
          <label for="status">Status</label>
          <select id="status" name="status">
            {['', ...messageStatuses].map((status) => (
              <option value={status} selected={status === wish.status}>
                {status === '' ? 'any' : wordsOf(status)}
              </option>
            ))}
          </select>
        </div>
        <button>Show</button>
      </form>
      {messages.length === 0 ? <p>Nothing is found.</p> : <List messages={messages} />}
      {next !== null && (
        <p>
          <a href={`/desk/messages?${new URLSearchParams({ ...wish, after: next })}`}>Next page</a>
        </p>
      )}
    </>
  );
  return deskDocument({ ...frame, title: 'Messages', here: 'messages', children });
}

const titles = ['When', 'What', 'To', 'Order', 'What became of it'];

function List({ messages }: { readonly messages: readonly SentMessage[] }) {
  return (
    <table class="list story">
      <Heads titles={titles} />
      <tbody>
        {messages.map((message) => (
          <Labelled titles={titles}>
            <td>{lagosMoment(message.createdAt)}</td>
            <td>
              <a href={`/desk/messages/${message.messageId}`}>{kinds[message.kind]}</a>{' '}
              <small>{message.channel === 'SMS' ? 'SMS' : 'e-mail'}</small>
            </td>
            <td>{recipients[message.recipient]}</td>
            <td>
              {message.paymentReference} <small>{message.merchantName}</small>
            </td>
            <td>{endOf(message)}</td>
          </Labelled>
        ))}
      </tbody>
    </table>
  );
}

function endOf({ status, reason, attempts, dueAt }: SentMessage): string {
  const why = reason === null ? '' : ` (${reason})`;
  if (status !== 'PENDING' || attempts === 0) return `${wordsOf(status)}${why}`;
  return `attempt ${attempts + 1} at ${lagosMoment(dueAt)}${why}`;
}

function wordsOf(status: string): string {
  return status.toLowerCase().replaceAll('_', ' ');
}

const refusals: Readonly<Record<NonNullable<ShownMessage['addressRefused']>, string>> = {
  REFUSED: 'it was refused',
  BOUNCED: 'a message came back',
  COMPLAINED: 'its reader has complained',
};

function orderLink({ merchantId, paymentReference }: ShownMessage) {
  if (merchantId === null || paymentReference === null) return '–';
  const path = [merchantId, paymentReference].map(encodeURIComponent).join('/');
  return <a href={`/desk/orders/${path}`}>{paymentReference}</a>;
}

/** Returns the whole address only for operators with `payloads:read`; others see it masked. */
function addressOf({ address }: ShownMessage, frame: Frame): string {
  if (address === null) return 'no address any more';
  return frame.may('payloads:read') ? address : maskedAddress(address);
}

/** Shows a message; in the sandbox also as its reader would see it. */
export function messageDocument(
  frame: Frame,
  message: ShownMessage,
  copy: OutgoingMessage | null,
  said: { readonly fault: string | null; readonly done: string | null },
): string {
  const { messageId, kind, cause, recipient, channel, sender, endedAt } = message;
  const rows = [
    ['Order', orderLink(message)],
    [
      'Merchant',
      message.merchantId === null ? '–' : `${message.merchantName} ${message.merchantId}`,
    ],
    ['About', cause],
    ['To', `${recipients[recipient]}, ${addressOf(message, frame)}`],
    ['By', `${channel === 'SMS' ? 'SMS' : 'e-mail'}${sender === null ? '' : `, ${sender}`}`],
    ['Written', lagosMoment(message.createdAt)],
    ['Attempts', String(message.attempts)],
    [
      'What became of it',
      `${endOf(message)}${endedAt === null ? '' : `, ${lagosMoment(endedAt)}`}`,
    ],
  ] as const;
  const isOver = message.status !== 'PENDING' && message.status !== 'SENDING';
  const children = (
    <>
      <h1>{kinds[kind]}</h1>
      <Said {...said} />
      <dl>
        {rows.map(([name, text]) => (
          <div>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {isOver && frame.may('cases:note') && (
        <form method="post" action={`/desk/messages/${messageId}/again`}>
          <Input name="reason" label="Why it is sent once more" required />
          <button>Send again</button>
        </form>
      )}
      {message.addressRefused !== null && frame.may('cases:note') && (
        <form method="post" action={`/desk/messages/${messageId}/lift`}>
          <p>
            Nothing is sent to this address since{' '}
            {message.addressRefusedAt === null ? '–' : lagosMoment(message.addressRefusedAt)}:{' '}
            {refusals[message.addressRefused]}.
          </p>
          <Input name="reason" label="Why it gets messages again" required />
          <button>Lift</button>
        </form>
      )}
      {copy !== null && <Copy id={messageId} copy={copy} />}
      <p>
        <a href={`/desk/messages?about=${encodeURIComponent(message.paymentReference ?? cause)}`}>
          All messages about this order
        </a>
      </p>
    </>
  );
  return deskDocument({ ...frame, title: kinds[kind], here: 'messages', children });
}

function Copy({ id, copy }: { readonly id: string; readonly copy: OutgoingMessage }) {
  const { to, senderName, replyTo, subject, text, html, attachments } = copy;
  const path = `/desk/messages/${id}`;
  return (
    <section class="outbox">
      <h2>As it would have been sent</h2>
      <dl>
        <div>
          <dt>To</dt>
          <dd>{to}</dd>
        </div>
        {senderName !== null && (
          <div>
            <dt>From</dt>
            <dd>{senderName}</dd>
          </div>
        )}
        {replyTo !== null && (
          <div>
            <dt>Reply to</dt>
            <dd>{replyTo}</dd>
          </div>
        )}
        {html !== null && (
          <div>
            <dt>Subject</dt>
            <dd>{subject}</dd>
          </div>
        )}
      </dl>
      {html !== null && (
        <>
          <p>
            {attachments
              .filter(({ contentId }) => contentId === undefined)
              .map(({ name }) => (
                <>
                  <a href={`${path}/${encodeURIComponent(name)}`}>{name}</a>{' '}
                </>
              ))}
            <a href={`${path}/raw.txt`}>The raw mail</a>
          </p>
          <h3>On a phone</h3>
          <iframe class="phone" title="On a phone" src={`${path}/page.html`} sandbox="" />
          <h3>On a computer</h3>
          <iframe class="computer" title="On a computer" src={`${path}/page.html`} sandbox="" />
        </>
      )}
      <h3>Plain text</h3>
      <pre>{text}</pre>
    </section>
  );
}
