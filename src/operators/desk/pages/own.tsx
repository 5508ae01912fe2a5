import { lagosMoment } from '../../../domain/lagos-day.js';
import type { ListedSession, ListedToken } from '../../people/door.store.js';
import type { Operator } from '../../people/operator.store.js';
import { isWithin, type Role, roles } from '../../people/permissions.js';
import { deskDocument, type Frame } from '../desk-page.js';
import { Choice, Heads, Input, Said } from '../../../pages/parts/parts.js';
import { ChangePasswordFields } from '../../../pages/parts/sign-in-fields.js';

export interface OwnNotice {
  readonly fault: string | null;
  readonly done: string | null;
  /** A token that was just made; it is shown only once. */
  readonly token: string | null;
}

export interface Doors {
  readonly sessions: readonly ListedSession[];
  readonly tokens: readonly ListedToken[];
}

export function ownDocument(frame: Frame, own: Operator, doors: Doors, notice: OwnNotice): string {
  const children = (
    <>
      <h1>{own.name}</h1>
      <p>
        Your role is <strong>{own.role}</strong>.
      </p>
      <Said {...notice} />
      <MadeToken token={notice.token} />
      <Sessions sessions={doors.sessions} path="/desk/you" current={own.doorId} />
      <Tokens tokens={doors.tokens} path="/desk/you" />
      <h2>Make a token</h2>
      <p class="hint">For the command line and for programs that act in your name.</p>
      <TokenForm path="/desk/you/tokens" role={own.role} />
      <PasswordForm name={own.name} />
    </>
  );
  return deskDocument({ ...frame, title: 'You', here: 'you', children });
}

function PasswordForm({ name }: { readonly name: string }) {
  return (
    <>
      <h2>Change your password</h2>
      <p class="hint">All your other sessions end. Tokens stay: end those that you do not know.</p>
      <form method="post" action="/desk/you/password" class="decide">
        <ChangePasswordFields username={name} />
      </form>
    </>
  );
}

export function MadeToken({ token }: { readonly token: string | null }) {
  if (token === null) return null;
  return (
    <div class="decide" role="status">
      <p>This is the only time that the token is shown:</p>
      <pre id="token">{token}</pre>
    </div>
  );
}

interface SessionsProps {
  readonly sessions: readonly ListedSession[];
  /** The path of the page; null: sessions cannot be ended here. */
  readonly path: string | null;
  /** The session of this request. */
  readonly current?: string;
}

export function Sessions({ sessions, path, current }: SessionsProps) {
  return (
    <>
      <h2>Sessions</h2>
      {sessions.length === 0 ? (
        <p>None is open.</p>
      ) : (
        <table class="list">
          <Heads titles={['Signed in', 'Last seen', 'From', 'End']} />
          <tbody>
            {sessions.map((each) => (
              <tr>
                <td>{lagosMoment(each.createdAt)}</td>
                <td>{each.sessionId === current ? 'now' : lagosMoment(each.seenAt)}</td>
                <td>
                  {each.address} <small>{each.agent}</small>
                </td>
                <td>{path !== null && <End path={`${path}/sessions/${each.sessionId}/end`} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

interface TokensProps {
  readonly tokens: readonly ListedToken[];
  readonly path: string | null;
}

export function Tokens({ tokens, path }: TokensProps) {
  const open = tokens.filter((each) => each.revokedAt === null);
  return (
    <>
      <h2>Tokens</h2>
      {open.length === 0 ? (
        <p>There is none.</p>
      ) : (
        <table class="list">
          <Heads titles={['Token', 'Role', 'Until', 'Last used', 'End']} />
          <tbody>
            {open.map((each) => (
              <tr>
                <td>
                  {each.label ?? 'without a name'} <small>{each.tokenId}</small>
                </td>
                <td>{each.role ?? 'as the operator'}</td>
                <td>{lagosMoment(each.expiresAt)}</td>
                <td>{each.lastUsedAt === null ? 'never' : lagosMoment(each.lastUsedAt)}</td>
                <td>{path !== null && <End path={`${path}/tokens/${each.tokenId}/end`} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function End({ path }: { readonly path: string }) {
  return (
    <form method="post" action={path}>
      <button>End it</button>
    </form>
  );
}

export function TokenForm({ path, role }: { readonly path: string; readonly role: Role }) {
  const within = roles.filter((each) => each !== role && isWithin(each, role));
  const choices = [['', `all that ${role} may`], ...within.map((each) => [each, each])];
  return (
    <form method="post" action={path} class="decide">
      <Input name="label" label="What it is for" required />
      <Choice name="role" id="token-role" label="It may do" value="" choices={choices} />
      <Input name="days" label="Days until it ends" type="number" value="90" required />
      <button>Make it</button>
    </form>
  );
}
