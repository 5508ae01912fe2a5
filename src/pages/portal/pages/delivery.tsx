import type {
  WebhookAttempt,
  WebhookDeliveryDetail,
} from '../../../notify/webhooks/delivery.dto.js';
import { Curl, curlOf, OnceForm, type FormGiven, When } from './form.js';
import { deliveryWords, failureWords } from './webhook-log.js';
import { pathOfOrder } from '../reference-paths.js';

export interface DeliveryShown {
  readonly delivery: WebhookDeliveryDetail;
  readonly baseUrl: string;
  readonly given: FormGiven;
}

/** Shows a delivery: the body that was sent, and the answer of the merchant's server at each attempt. */
export function DeliveryPage({ delivery, baseUrl, given }: DeliveryShown) {
  const { deliveryId, eventId, status, url, redeliveryOf, paymentReference } = delivery;
  const path = `/developers/webhooks/log/${deliveryId}`;
  return (
    <>
      <p>
        <a href="/developers/webhooks/log">Log of webhooks</a>
      </p>
      <h1>{delivery.eventType}</h1>
      <dl class="facts">
        <div>
          <dt>Outcome</dt>
          <dd>{deliveryWords[status]}</dd>
        </div>
        <div>
          <dt>Sent to</dt>
          <dd>{url ?? 'no address was set'}</dd>
        </div>
        <div>
          <dt>Happened</dt>
          <dd>
            <When at={delivery.eventCreatedAt} />
          </dd>
        </div>
        {paymentReference !== null && (
          <div>
            <dt>Order</dt>
            <dd>
              <a href={pathOfOrder(paymentReference)}>{paymentReference}</a>
            </dd>
          </div>
        )}
        <div>
          <dt>Event id</dt>
          <dd>
            <code>{eventId}</code>
          </dd>
        </div>
        {redeliveryOf !== null && (
          <div>
            <dt>Repeats</dt>
            <dd>
              <a href={`/developers/webhooks/log/${redeliveryOf}`}>{redeliveryOf}</a>
            </dd>
          </div>
        )}
      </dl>
      <OnceForm to={`${path}/again`} given={given} class="decide" button="Send it again">
        <p class="hint">The event keeps its id, so a server that has it already can tell.</p>
      </OnceForm>
      <Curl
        lines={curlOf(baseUrl, 'POST', `/api/v1/webhooks/deliveries/${deliveryId}/redeliver`)}
      />
      <h2>Body</h2>
      <pre tabIndex={0}>{readable(delivery.requestBody)}</pre>
      <h2>Tries</h2>
      {delivery.attemptLog.length === 0 && <p>It was not tried yet.</p>}
      {delivery.attemptLog.map((attempt) => (
        <Attempt attempt={attempt} />
      ))}
    </>
  );
}

function Attempt({ attempt }: { readonly attempt: WebhookAttempt }) {
  const { httpStatus, failure, response, requestHeaders, durationMs } = attempt;
  return (
    <section class="try">
      <h3>
        Try {attempt.attempt}, <When at={attempt.startedAt} />
      </h3>
      <p>
        {httpStatus === null ? 'No answer' : `Your server answered HTTP ${httpStatus}`}
        {failure !== null && `: ${failureWords[failure]}`}. It took {durationMs} ms.
      </p>
      {response !== null && response !== '' && (
        <>
          <p>Its answer began:</p>
          <pre tabIndex={0}>{response}</pre>
        </>
      )}
      {requestHeaders !== null && (
        <details>
          <summary>Headers that we sent</summary>
          <pre tabIndex={0}>
            {Object.entries(requestHeaders)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
          </pre>
        </details>
      )}
    </section>
  );
}

/** Formats the body for people; it is sent as one line. */
export function readable(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
