import { keyGroupNames, type KeyGroup } from '../../../http/access/scopes.js';
import type { KeyView } from '../../../merchants/keys/keys.dto.js';
import { Choice, Heads, Input } from '../../parts/parts.js';
import {
  Check,
  Copied,
  Curl,
  curlOf,
  OnceForm,
  type FormGiven,
  Shown,
  type ShownSecret,
  When,
} from './form.js';

/** The rights that a group gives a key, in words for people who have not read the reference. */
export const groupWords: Readonly<Record<KeyGroup, string>> = {
  payments: 'Take payments: checkouts, payment links and account numbers',
  reads: 'Read orders, payments, refunds, settlements and the balance',
  refunds: 'Send money back, and answer disputes',
  settlement: 'Pay out, and change settlement accounts and the schedule',
  'personal-data': 'See whole account numbers of payers',
  settings: 'Change webhooks, policies, pages and keys',
};

const statusWords: Readonly<Record<KeyView['status'], string>> = {
  ACTIVE: 'works',
  EXPIRED: 'has ended',
  REVOKED: 'revoked',
};

export interface KeysShown {
  readonly keys: readonly KeyView[];
  /** The networks from which each key was used, by client id. */
  readonly networks: ReadonlyMap<string, readonly string[]>;
  /** The groups that the person may give a key. */
  readonly mayGive: readonly KeyGroup[];
  readonly baseUrl: string;
  readonly given: FormGiven;
  /** A key that was just created or rotated. */
  readonly made: { readonly clientId: string; readonly clientSecret: string } | null;
}

/** The developers' page about keys: client ids, secrets that are shown once, and how to get a token with them. */
export function KeysPage({ keys, networks, mayGive, baseUrl, given, made }: KeysShown) {
  const live = keys.filter(({ status }) => status === 'ACTIVE');
  const ended = keys.filter(({ status }) => status !== 'ACTIVE');
  return (
    <>
      <h1>Keys</h1>
      <p>
        Your programs sign in with a <b>client id</b> and a <b>client secret</b>. The two are
        exchanged for a token that is valid for an hour.
      </p>
      {made !== null && <Made made={made} baseUrl={baseUrl} />}
      {live.length === 0 ? (
        <p>
          No key works yet.{' '}
          {given.mayWrite
            ? 'Make one below: you get its client id and client secret.'
            : 'Ask an owner, an admin or a developer of your team to make one.'}
        </p>
      ) : (
        <KeyTable keys={live} networks={networks} />
      )}
      <NewKey mayGive={mayGive} given={given} />
      {ended.length > 0 && (
        <details>
          <summary>Keys that have ended ({ended.length})</summary>
          <KeyTable keys={ended} networks={networks} />
        </details>
      )}
      <Steps baseUrl={baseUrl} clientId={made?.clientId ?? live[0]?.clientId ?? 'YOUR_CLIENT_ID'} />
    </>
  );
}

function Made({
  made,
  baseUrl,
}: {
  readonly made: NonNullable<KeysShown['made']>;
  readonly baseUrl: string;
}) {
  const secrets: readonly ShownSecret[] = [
    { label: 'Client id', value: made.clientId },
    { label: 'Client secret', value: made.clientSecret },
  ];
  return (
    <>
      <Shown
        secrets={secrets}
        hint="Copy the client secret to where your program reads its secrets. We keep only a hash of it."
      />
      <Curl label="Try it now with curl" lines={tokenLines(baseUrl, made.clientId)} />
    </>
  );
}

function KeyTable({ keys, networks }: Pick<KeysShown, 'keys' | 'networks'>) {
  return (
    <table class="list">
      <Heads titles={['Name', 'Client id', 'Status', 'Last used', 'Used from']} />
      <tbody>
        {keys.map((key) => (
          <tr>
            <td>
              <a href={`/developers/keys/${key.clientId}`}>{key.name}</a>
            </td>
            <td>
              <code>{key.clientId}</code>
            </td>
            <td>{stateOf(key)}</td>
            <td>
              <When at={key.lastUsedAt} />
            </td>
            <td>{(networks.get(key.clientId) ?? []).join(', ') || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function stateOf({ status, expiresAt }: KeyView) {
  if (status !== 'ACTIVE' || expiresAt === null) return statusWords[status];
  return (
    <>
      works until <When at={expiresAt} />
    </>
  );
}

function NewKey({ mayGive, given }: Pick<KeysShown, 'mayGive' | 'given'>) {
  if (!given.mayWrite) return null;
  return (
    <>
      <h2>Make a key</h2>
      <OnceForm fresh to="/developers/keys" given={given} class="decide" button="Make the key">
        <Input
          name="name"
          label="What is it for?"
          required
          hint="Such as: web shop, or accounting."
        />
        <fieldset>
          <legend>It may</legend>
          {keyGroupNames
            .filter((group) => mayGive.includes(group))
            .map((group) => (
              <Check
                name="groups"
                value={group}
                id={`group-${group}`}
                checked={group === 'payments' || group === 'reads'}
              >
                {groupWords[group]}
              </Check>
            ))}
        </fieldset>
        <Input
          name="addresses"
          label="Networks that it may be used from"
          hint="Addresses or networks, separated by commas, such as 203.0.113.0/24. Empty: from everywhere."
        />
        <Input name="expiresOn" label="Last day" type="date" hint="Empty: it does not end." />
      </OnceForm>
    </>
  );
}

/** Explains step by step how to use the client id and the secret. */
function Steps({ baseUrl, clientId }: { readonly baseUrl: string; readonly clientId: string }) {
  return (
    <section>
      <h2>From a key to a payment</h2>
      <ol>
        <li>
          Exchange the client id and the client secret for a token.
          <Curl label="Token with curl" lines={tokenLines(baseUrl, clientId)} />
        </li>
        <li>
          Begin a checkout, and send your customer to its <code>checkoutUrl</code>.
          <Curl
            label="Checkout with curl"
            lines={curlOf(baseUrl, 'POST', '/api/v1/checkout/initiate', {
              paymentReference: 'ORD-1001',
              amount: 1_000_000,
              email: 'ada@example.ng',
              phoneNumber: '08031234567',
              firstName: 'Ada',
              lastName: 'Obi',
            })}
          />
        </li>
        <li>
          Ask how it stands, or wait for the webhook <code>checkout.successful</code>.
          <Curl
            label="Query with curl"
            lines={curlOf(baseUrl, 'GET', '/api/v1/checkout/query/ORD-1001')}
          />
        </li>
      </ol>
    </section>
  );
}

function tokenLines(baseUrl: string, clientId: string): readonly string[] {
  return [
    `curl -sS ${baseUrl}/api/v1/merchant/authenticate`,
    `-H 'Content-Type: application/json'`,
    `-d '{"clientId":"${clientId}","clientSecret":"'"$CLIENT_SECRET"'"}'`,
  ];
}

export interface KeyShown {
  readonly view: KeyView;
  readonly networks: readonly string[];
  readonly baseUrl: string;
  readonly given: FormGiven;
  /** False: the key has rights that the person lacks. */
  readonly mayTake: boolean;
}

/** Shows a key: its rights, and the forms that rotate or revoke it. */
export function KeyPage({ view, networks, baseUrl, given, mayTake }: KeyShown) {
  const path = `/developers/keys/${view.clientId}`;
  return (
    <>
      <p>
        <a href="/developers/keys">Keys</a>
      </p>
      <h1>{view.name}</h1>
      <Copied id="client-id" label="Client id" value={view.clientId} />
      <Facts view={view} networks={networks} />
      {view.status === 'ACTIVE' && (
        <>
          {mayTake && <NewSecret path={path} given={given} baseUrl={baseUrl} />}
          <h2>Revoke it</h2>
          <p class="hint">
            Its secrets and tokens are refused within five seconds, and it never works again.
          </p>
          <OnceForm
            fresh
            to={`${path}/revoke`}
            given={given}
            class="decide"
            button="Revoke the key"
            danger
          >
            <Check name="evenLast" id="even-last">
              Also if no other key works
            </Check>
          </OnceForm>
          <Curl
            lines={curlOf(baseUrl, 'POST', `/api/v1/keys/${view.clientId}/revoke`, {
              evenLast: false,
            })}
          />
        </>
      )}
    </>
  );
}

interface NewSecretProps {
  readonly path: string;
  readonly given: FormGiven;
  readonly baseUrl: string;
}

function NewSecret({ path, given, baseUrl }: NewSecretProps) {
  return (
    <>
      <h2>Another secret</h2>
      <p class="hint">
        The new secret is shown once. The old one stays valid for the time that you choose, so that
        you can change it without a break.
      </p>
      <OnceForm
        fresh
        to={`${path}/rotate`}
        given={given}
        class="decide"
        button="Make another secret"
      >
        <Choice
          name="overlapHours"
          label="The old secret works for"
          value="24"
          choices={[
            ['24', 'a day'],
            ['0', 'no time: it ends at once'],
            ['1', 'an hour'],
            ['168', 'a week'],
            ['720', '30 days'],
          ]}
        />
      </OnceForm>
      <Curl
        lines={curlOf(baseUrl, 'POST', `/api/v1${path.replace('/developers', '')}/rotate`, {
          overlapHours: 24,
        })}
      />
    </>
  );
}

function Facts({
  view,
  networks,
}: {
  readonly view: KeyView;
  readonly networks: readonly string[];
}) {
  return (
    <dl class="facts">
      <div>
        <dt>Status</dt>
        <dd>{stateOf(view)}</dd>
      </div>
      <div>
        <dt>It may</dt>
        <dd>
          <ul>
            {view.groups.map((group) => (
              <li>{groupWords[group]}</li>
            ))}
          </ul>
        </dd>
      </div>
      <div>
        <dt>May be used from</dt>
        <dd>{view.addresses.length === 0 ? 'everywhere' : view.addresses.join(', ')}</dd>
      </div>
      <div>
        <dt>Was used from</dt>
        <dd>{networks.length === 0 ? 'nowhere yet' : networks.join(', ')}</dd>
      </div>
      <div>
        <dt>Last used</dt>
        <dd>
          <When at={view.lastUsedAt} />
        </dd>
      </div>
      <div>
        <dt>Made</dt>
        <dd>
          <When at={view.createdAt} />
        </dd>
      </div>
      {view.formerSecretUntil !== null && (
        <div>
          <dt>Its old secret works until</dt>
          <dd>
            <When at={view.formerSecretUntil} />
          </dd>
        </div>
      )}
      {view.revokedAt !== null && (
        <div>
          <dt>Revoked</dt>
          <dd>
            <When at={view.revokedAt} />
          </dd>
        </div>
      )}
      {view.secretKnownTo !== 'OWN' && view.status === 'ACTIVE' && (
        <div>
          <dt>Its secret</dt>
          <dd>Our staff made it and knows it. Make another secret, so that only you know it.</dd>
        </div>
      )}
    </dl>
  );
}
