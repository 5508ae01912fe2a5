import { may } from '../../../http/access/may.js';
import { type Column, Foreign, moment, money, Standing, Table } from '../money-parts.js';
import type { OrderAttempt, OrderMessage, OrderStory, OrderWebhook } from '../order-story.js';
import { Form } from '../portal-page.js';
import type { PortalViewer } from '../portal-viewer.js';
import { becameWords, stepWords } from '../../parts/step-words.js';
import { wordsOf } from '../words.js';
import { pathOfOrder } from '../reference-paths.js';

interface SentListProps {
  readonly story: OrderStory;
  readonly viewer: PortalViewer;
  readonly paymentReference: string;
}

/** Lists everything that was sent because of the order: charges of cards, webhooks, e-mails and SMS. */
export function SentList({ story, viewer, paymentReference }: SentListProps) {
  const { attempts, webhooks, messages } = story;
  return (
    <>
      {attempts.length > 0 && (
        <section>
          <h2>Cards</h2>
          <Table label="Cards" columns={attemptColumns} items={attempts} />
        </section>
      )}
      <section>
        <h2>Webhooks sent</h2>
        {webhooks.length === 0 ? (
          <p>Your program was sent nothing yet.</p>
        ) : (
          <Table
            label="Webhooks"
            columns={webhookColumns(viewer, paymentReference)}
            items={webhooks}
          />
        )}
      </section>
      <section>
        <h2>Mails sent</h2>
        {messages.length === 0 ? (
          <p>Nobody was written to.</p>
        ) : (
          <Table label="Mails" columns={messageColumns} items={messages} />
        )}
      </section>
    </>
  );
}

const attemptColumns: readonly Column<OrderAttempt>[] = [
  { title: 'Card charge', cell: ({ last4 }) => (last4 === null ? 'card' : `ends in ${last4}`) },
  { ...{ title: 'Amount', isNumber: true }, cell: ({ amount }) => money(amount) },
  { title: 'Status', cell: ({ status }) => <Standing of="attempts" status={status} /> },
  {
    title: 'Answer of the acquirer',
    cell: ({ responseCode }) => responseCode ?? '–',
  },
  { title: 'Begun', cell: ({ at }) => moment(at) },
];

function webhookColumns(
  viewer: PortalViewer,
  paymentReference: string,
): readonly Column<OrderWebhook>[] {
  const maySend = may(viewer, 'webhooks:write') && viewer.suspendedReason === null;
  const mayLook = may(viewer, 'webhooks:read');
  return [
    {
      title: 'Event',
      cell: ({ type, deliveryId }) =>
        deliveryId === null || !mayLook ? (
          type
        ) : (
          <a href={`/developers/webhooks/log/${deliveryId}`}>{type}</a>
        ),
    },
    {
      title: 'Status',
      cell: ({ status }) =>
        status === null ? 'not sent' : <Standing of="deliveries" status={status} />,
    },
    { ...{ title: 'Tries', isNumber: true }, cell: ({ attempts }) => attempts ?? 0 },
    { title: 'Written', cell: ({ at }) => moment(at) },
    {
      title: 'Send again',
      cell: ({ deliveryId, type }) =>
        deliveryId === null || !maySend ? (
          '–'
        ) : (
          <Form action={`${pathOfOrder(paymentReference)}/send-again`}>
            <input type="hidden" name="deliveryId" value={deliveryId} />
            <button class="other" aria-label={`Send again: ${type}`}>
              Send again
            </button>
          </Form>
        ),
    },
  ];
}

const messageColumns: readonly Column<OrderMessage>[] = [
  { title: 'What', cell: ({ kind }) => wordsOf('mails', kind) },
  { title: 'To', cell: ({ recipient }) => wordsOf('recipients', recipient) },
  { title: 'By', cell: ({ channel }) => (channel === 'SMS' ? 'SMS' : 'e-mail') },
  {
    title: 'Status',
    cell: ({ status }) => <Standing of="mailStandings" status={status} />,
  },
  { title: 'Written', cell: ({ at }) => moment(at) },
];

/** Lists all that happened, the oldest first. */
export function Timeline({
  story: { timeline },
  currency,
}: {
  readonly story: OrderStory;
  readonly currency: string;
}) {
  return (
    <section>
      <h2>What happened</h2>
      <ol class="timeline">
        {timeline.map((step) => (
          <li>
            <time dateTime={step.at}>{moment(step.at)}</time> {stepWords(step.kind)}{' '}
            {becameWords(step, wordsOf)}
            {step.amount !== null && `, ${money(step.amount, currency)}`}
            {step.kind !== 'CHECKOUT' && step.kind !== 'EVENT' && (
              <small>
                {' '}
                <Foreign text={step.subject} />
              </small>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
