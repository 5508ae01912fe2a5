import { lagosMoment } from '../../../domain/lagos-day.js';
import type { ListedPasskey } from '../../../people/passkey.store.js';
import type { PersonSession, SignInWay } from '../../../people/person.store.js';
import { deviceOf } from '../../parts/device.js';
import { Heads, Input, Said } from '../../parts/parts.js';
import { ChangePasswordFields } from '../../parts/sign-in-fields.js';
import { Form } from '../portal-page.js';
import type { ShownPage } from '../portal-route.js';
import type { PortalViewer } from '../portal-viewer.js';
import { PasskeyForm } from './passkey-form.js';

export interface OwnFacts {
  readonly sessions: readonly PersonSession[];
  readonly passkeys: readonly ListedPasskey[];
  readonly codesLeft: number;
}

export interface OwnNotice {
  readonly fault: string | null;
  readonly done: string | null;
}

const ways: Readonly<Record<SignInWay, string>> = {
  PASSWORD: 'password and code',
  PASSKEY: 'passkey',
  LINK: 'link of the sandbox',
};

export function profilePage(
  viewer: PortalViewer,
  facts: OwnFacts,
  notice: OwnNotice,
  status = 200,
): ShownPage {
  const children = (
    <>
      <h1>{viewer.name}</h1>
      <p>
        {viewer.email}. Your role is <strong>{viewer.role}</strong>.
      </p>
      <Said {...notice} />
      <Sessions sessions={facts.sessions} current={viewer.sessionId} />
      <Passkeys passkeys={facts.passkeys} />
      <SecondFactor codesLeft={facts.codesLeft} />
      <PasswordForm email={viewer.email} />
    </>
  );
  return { title: 'Your profile', here: 'profile', status, children };
}

function Sessions({
  sessions,
  current,
}: {
  readonly sessions: readonly PersonSession[];
  readonly current: string;
}) {
  return (
    <section>
      <h2>Where you are signed in</h2>
      <table class="list">
        <Heads titles={['Device', 'Signed in', 'Last seen', 'From', 'End']} />
        <tbody>
          {sessions.map((each) => (
            <tr>
              <td>
                {deviceOf(each.agent)} <small>by {ways[each.way]}</small>
              </td>
              <td>{lagosMoment(each.createdAt)}</td>
              <td>{each.sessionId === current ? 'now, here' : lagosMoment(each.seenAt)}</td>
              <td>{each.address}</td>
              <td>
                <Form action={`/profile/sessions/${each.sessionId}/end`}>
                  <button aria-label={`End it: the session on ${deviceOf(each.agent)}`}>
                    End it
                  </button>
                </Form>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {sessions.length > 1 && (
        <Form action="/profile/sessions/end-others">
          <button>Sign out everywhere else</button>
        </Form>
      )}
    </section>
  );
}

function Passkeys({ passkeys }: { readonly passkeys: readonly ListedPasskey[] }) {
  return (
    <section>
      <h2>Passkeys</h2>
      {passkeys.length === 0 ? (
        <p>
          You have none. With a passkey your phone or computer signs you in by your finger, your
          face or its PIN, and no other site can ask for it.
        </p>
      ) : (
        <table class="list">
          <Heads titles={['Passkey', 'Added', 'Last used', 'End']} />
          <tbody>
            {passkeys.map((each) => (
              <tr>
                <td>{each.label}</td>
                <td>{lagosMoment(each.createdAt)}</td>
                <td>{each.lastUsedAt === null ? 'never' : lagosMoment(each.lastUsedAt)}</td>
                <td>
                  <Form action={`/profile/passkeys/${each.passkeyId}/end`}>
                    <button aria-label={`Remove it: the passkey ${each.label}`}>Remove it</button>
                  </Form>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <PasskeyForm action="/profile/passkeys" asks="/profile/passkeys/ask" kind="new">
        <Input name="label" label="Name of this device" required />
        <button>Add a passkey</button>
      </PasskeyForm>
      <noscript>
        <p class="hint">A passkey needs a browser that runs scripts.</p>
      </noscript>
    </section>
  );
}

function SecondFactor({ codesLeft }: { readonly codesLeft: number }) {
  return (
    <section>
      <h2>Authenticator app</h2>
      <p>
        {codesLeft === 1
          ? 'You have one recovery code left.'
          : `You have ${codesLeft} recovery codes left.`}
      </p>
      <div class="row">
        <Form action="/profile/app">
          <button>Set another app</button>
        </Form>
        <Form action="/profile/recovery-codes">
          <button>Make new recovery codes</button>
        </Form>
      </div>
    </section>
  );
}

function PasswordForm({ email }: { readonly email: string }) {
  return (
    <section>
      <h2>Change your password</h2>
      <p class="hint">All your other sessions end.</p>
      <Form action="/profile/password" class="decide">
        <ChangePasswordFields username={email} />
      </Form>
    </section>
  );
}
