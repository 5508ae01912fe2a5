import type { EventType } from '../../../domain/event-type.js';
import type { NotificationUrl } from '../../../notify/webhooks/notification-url.dto.js';
import type { WebhookDelivery } from '../../../notify/webhooks/delivery.dto.js';
import type { WebhookTestResult } from '../../../notify/webhooks/endpoint.dto.js';
import { Choice, Heads, Input } from '../../parts/parts.js';
import { Check, Curl, curlOf, OnceForm, type FormGiven, Shown, When } from './form.js';
import { DeliveryTable, failureWords } from './webhook-log.js';

const healthWords: Readonly<Record<NotificationUrl['status'], string>> = {
  ACTIVE: 'takes events',
  DISABLED: 'off: it answered that it wants no more (HTTP 410)',
  SUPPRESSED: 'off: it failed for five days',
};

export interface WebhooksShown {
  readonly endpoints: readonly NotificationUrl[];
  readonly eventTypes: readonly EventType[];
  readonly baseUrl: string;
  readonly given: FormGiven;
}

/** Lists the endpoints with their health, and has the form that adds one. */
export function WebhooksPage({ endpoints, eventTypes, baseUrl, given }: WebhooksShown) {
  return (
    <>
      <h1>Webhooks</h1>
      <p>
        We send your servers an event when something happens. Each endpoint has an address, a secret
        that signs, and the events that it wants.{' '}
        <a href="/developers/events">What there is to be told</a>
      </p>
      {endpoints.length === 0 ? (
        <p>Nothing is sent yet: add the address of your server below.</p>
      ) : (
        <table class="list">
          <Heads titles={['Endpoint', 'Health', 'Events']} />
          <tbody>
            {endpoints.map((each) => (
              <tr>
                <td>
                  <a href={`/developers/webhooks/${each.endpoint}`}>{each.url}</a>
                </td>
                <td>
                  <Health endpoint={each} />
                </td>
                <td>{each.events.length === eventTypes.length ? 'all' : each.events.length}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>
        <a href="/developers/webhooks/log">Log of all deliveries</a>
      </p>
      {given.mayWrite && endpoints.length < 10 && (
        <>
          <h2>Add an endpoint</h2>
          <OnceForm
            fresh
            to="/developers/webhooks"
            given={given}
            class="decide"
            button="Add the endpoint"
          >
            <Input name="url" label="Address" required hint="https, on a public host." />
            <EventFilter eventTypes={eventTypes} chosen={null} />
          </OnceForm>
          <Curl
            lines={curlOf(baseUrl, 'POST', '/api/v1/webhooks/endpoints', {
              url: 'https://shop.example.ng/webhooks/manilla',
              events: ['checkout.successful', 'refund.successful'],
            })}
          />
        </>
      )}
    </>
  );
}

export function Health({ endpoint }: { readonly endpoint: NotificationUrl }) {
  const { status, failingSince } = endpoint;
  if (status !== 'ACTIVE') return <b class="bad">{healthWords[status]}</b>;
  if (failingSince === null) return <span class="good">{healthWords.ACTIVE}</span>;
  return (
    <b class="bad">
      fails since <When at={failingSince} />
    </b>
  );
}

/** Lets the person choose events. `chosen` null: all events. */
function EventFilter({
  eventTypes,
  chosen,
}: {
  readonly eventTypes: readonly EventType[];
  readonly chosen: ReadonlySet<string> | null;
}) {
  const all = chosen === null;
  return (
    <fieldset>
      <legend>Events</legend>
      <Check name="all" id="all-events" checked={all}>
        All, and those that are added later
      </Check>
      <details open={!all}>
        <summary>Only some</summary>
        <div class="ticks">
          {eventTypes.map((type) => (
            <Check
              name="events"
              value={type}
              id={`event-${type}`}
              checked={chosen?.has(type) ?? false}
            >
              {type}
            </Check>
          ))}
        </div>
      </details>
    </fieldset>
  );
}

export interface EndpointShown {
  readonly endpoint: NotificationUrl;
  readonly eventTypes: readonly EventType[];
  readonly deliveries: readonly WebhookDelivery[];
  readonly baseUrl: string;
  readonly given: FormGiven;
  /** The secret that was just made. */
  readonly secret: string | null;
  readonly test: WebhookTestResult | null;
}

/** Shows an endpoint: its health, the last deliveries, and everything that can be changed. */
export function EndpointPage(shown: EndpointShown) {
  const { endpoint, deliveries, secret, test } = shown;
  const path = `/developers/webhooks/${endpoint.endpoint}`;
  return (
    <>
      <p>
        <a href="/developers/webhooks">Webhooks</a>
      </p>
      <h1>{endpoint.url}</h1>
      {secret !== null && (
        <Shown
          secrets={[{ label: 'Secret that signs the events', value: secret }]}
          hint="Your server checks the signature of each event with it."
        />
      )}
      {test !== null && <TestResult test={test} />}
      <dl class="facts">
        <div>
          <dt>Health</dt>
          <dd>
            <Health endpoint={endpoint} />
          </dd>
        </div>
        <div>
          <dt>Secret</dt>
          <dd>number {endpoint.secretVersion}</dd>
        </div>
        {endpoint.formerSecretUntil !== null && (
          <div>
            <dt>The old secret signs as well until</dt>
            <dd>
              <When at={endpoint.formerSecretUntil} />
            </dd>
          </div>
        )}
        <div>
          <dt>Added</dt>
          <dd>
            <When at={endpoint.createdAt} />
          </dd>
        </div>
      </dl>
      <h2>Last deliveries</h2>
      <DeliveryTable deliveries={deliveries} />
      <p>
        <a href={`/developers/webhooks/log?endpoint=${endpoint.endpoint}`}>The whole log</a>
      </p>
      <EndpointForms {...shown} path={path} />
    </>
  );
}

function EndpointForms({
  endpoint,
  eventTypes,
  baseUrl,
  given,
  path,
}: EndpointShown & { readonly path: string }) {
  if (!given.mayWrite) return null;
  const api = `/api/v1/webhooks/endpoints/${endpoint.endpoint}`;
  const hasAll = endpoint.events.length === eventTypes.length;
  return (
    <>
      <h2>Try it</h2>
      <OnceForm to={`${path}/test`} given={given} class="decide" button="Send a test event">
        <p class="hint">
          Your server gets the event webhook.test now, and you see what it answers. A test that
          arrives switches an endpoint that is off on again.
        </p>
      </OnceForm>
      <Curl lines={curlOf(baseUrl, 'POST', `${api}/test`)} />
      <OnceForm
        to={`${path}/deliver-waiting`}
        given={given}
        class="decide"
        button="Send what waits"
      >
        <p class="hint">
          After an outage of yours: what waits for its next try is sent now, and what was missed
          comes again.
        </p>
      </OnceForm>
      <Curl lines={curlOf(baseUrl, 'POST', `${api}/deliver-waiting`)} />
      <h2>Change it</h2>
      <OnceForm fresh to={path} given={given} class="decide" button="Save">
        <Input name="url" label="Address" required value={endpoint.url} />
        <EventFilter eventTypes={eventTypes} chosen={hasAll ? null : new Set(endpoint.events)} />
      </OnceForm>
      <h2>Another secret</h2>
      <OnceForm
        fresh
        to={`${path}/rotate`}
        given={given}
        class="decide"
        button="Make another secret"
      >
        <Choice
          name="overlap"
          label="The old secret"
          value="day"
          choices={[
            ['day', 'signs beside the new one for a day'],
            ['none', 'ends at once: somebody else may know it'],
          ]}
        />
      </OnceForm>
      <Curl lines={curlOf(baseUrl, 'POST', `${api}/rotate-secret`, { immediately: false })} />
      <h2>Remove it</h2>
      <OnceForm
        fresh
        to={`${path}/remove`}
        given={given}
        class="decide"
        button="Remove the endpoint"
        danger
      >
        <p class="hint">What waits for it is not sent any more.</p>
      </OnceForm>
    </>
  );
}

function TestResult({ test }: { readonly test: WebhookTestResult }) {
  const { delivered, httpStatus, failure, response, durationMs, missed, reenabled } = test;
  return (
    <section class={delivered ? 'said good' : 'said bad'} role="status" aria-label="Test">
      <p>
        <b>
          {delivered
            ? 'The test arrived.'
            : `The test did not arrive: ${failure === null ? 'no answer' : failureWords[failure]}.`}
        </b>{' '}
        {httpStatus !== null && `HTTP ${httpStatus}, `}
        {durationMs} ms.
      </p>
      {response !== null && response !== '' && <pre tabIndex={0}>{response}</pre>}
      {reenabled && <p>The endpoint is on again.</p>}
      {missed !== null && (
        <p>
          It has missed {missed.count}
          {missed.more && ' or more'} events. “Send what waits” sends them.
        </p>
      )}
    </section>
  );
}
