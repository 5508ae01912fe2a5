import type { SendFailure } from '../../../domain/send-failure.js';
import type { WebhookDelivery } from '../../../notify/webhooks/delivery.dto.js';
import type { NotificationUrl } from '../../../notify/webhooks/notification-url.dto.js';
import { Choice, Heads, Input } from '../../parts/parts.js';
import { Curl, curlOf, Next, When } from './form.js';
import { pathOfOrder } from '../reference-paths.js';

export const deliveryWords: Readonly<Record<WebhookDelivery['status'], string>> = {
  PENDING: 'waits',
  DELIVERING: 'is being sent',
  DELIVERED: 'arrived',
  RETRYING: 'is tried again',
  DEAD: 'given up',
  SUPPRESSED: 'not sent: the endpoint is off',
};

export const failureWords: Readonly<Record<SendFailure, string>> = {
  HTTP_STATUS: 'your server answered with another status than 2xx',
  REDIRECT_REFUSED: 'your server sent us to another address; we do not follow',
  ENDPOINT_GONE: 'your server wants no more (HTTP 410)',
  THROTTLED: 'your server asked us to slow down (HTTP 429)',
  SERVER_UNAVAILABLE: 'nothing behind your address answers now (HTTP 502, 503 or 504)',
  TIMEOUT: 'your server did not answer within 15 seconds',
  CONNECT_TIMEOUT: 'we could not connect within 5 seconds',
  CONNECTION_FAILED: 'we could not connect',
  TLS_FAILED: 'the certificate of your server is not good',
  ADDRESS_NOT_PUBLIC: 'the name leads to an address that is not public',
  ENDPOINT_BUSY: 'earlier events to it are still unanswered',
  URL_REFUSED: 'the address is not allowed',
  SECRET_UNREADABLE: 'we cannot read its secret; set another one',
  NO_ENDPOINT: 'no address was set, or it was off',
};

export function DeliveryTable({ deliveries }: { readonly deliveries: readonly WebhookDelivery[] }) {
  if (deliveries.length === 0) return <p>Nothing was sent yet.</p>;
  return (
    <table class="list">
      <Heads titles={['Event', 'Happened', 'Order', 'Outcome', 'Tries']} />
      <tbody>
        {deliveries.map((each) => (
          <tr>
            <td>
              <a href={`/developers/webhooks/log/${each.deliveryId}`}>{each.eventType}</a>
            </td>
            <td>
              <When at={each.eventCreatedAt} />
            </td>
            <td>
              {each.paymentReference === null ? (
                '–'
              ) : (
                <a href={pathOfOrder(each.paymentReference)}>{each.paymentReference}</a>
              )}
            </td>
            <td>{outcomeOf(each)}</td>
            <td>{each.attempts}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function outcomeOf({ status, httpStatus, failure }: WebhookDelivery): string {
  const why = failure === null ? '' : `: ${failureWords[failure]}`;
  return `${deliveryWords[status]}${httpStatus === null ? '' : ` (HTTP ${httpStatus})`}${status === 'DELIVERED' ? '' : why}`;
}

export interface LogWish {
  readonly status: string;
  readonly eventType: string;
  readonly paymentReference: string;
  readonly endpoint: string;
}

export interface LogShown {
  readonly deliveries: readonly WebhookDelivery[];
  readonly nextCursor: string | null;
  readonly wish: LogWish;
  readonly eventTypes: readonly string[];
  readonly endpoints: readonly NotificationUrl[];
  readonly baseUrl: string;
}

/** Lists all deliveries. The filters are part of the address. */
export function LogPage({
  deliveries,
  nextCursor,
  wish,
  eventTypes,
  endpoints,
  baseUrl,
}: LogShown) {
  const path = '/developers/webhooks/log';
  return (
    <>
      <p>
        <a href="/developers/webhooks">Webhooks</a>
      </p>
      <h1>Log of webhooks</h1>
      <form method="get" action={path} class="filters">
        <Choice
          name="status"
          label="Outcome"
          value={wish.status}
          choices={[['', 'every'], ...Object.entries(deliveryWords)]}
        />
        <Choice
          name="eventType"
          label="Event"
          value={wish.eventType}
          choices={[['', 'every'], ...eventTypes.map((type) => [type, type])]}
        />
        <Choice
          name="endpoint"
          label="Endpoint"
          value={wish.endpoint}
          choices={[
            ['', 'every'],
            ...endpoints.map(({ endpoint, url }) => [String(endpoint), url]),
          ]}
        />
        <Input name="paymentReference" label="Order" value={wish.paymentReference} />
        <button>Show</button>
      </form>
      <DeliveryTable deliveries={deliveries} />
      <Next path={path} query={{ ...wish }} cursor={nextCursor} />
      <Curl lines={curlOf(baseUrl, 'GET', '/api/v1/webhooks/deliveries?status=DEAD')} />
    </>
  );
}
