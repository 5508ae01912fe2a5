import type { ShownInvitation } from '../../people/invitations.js';
import { totpUri } from '../../people/second-factor.js';
import { qrSvg } from '../../../pages/payer/qr-code.js';
import { deskDocument, type Frame } from '../desk-page.js';
import { Input, passwordHint, Said } from '../../../pages/parts/parts.js';

/** The page on which a person sets a password and a second factor, by a link that is used once. */
export function joinDocument(
  frame: Frame,
  link: string,
  { name, asksForPassword, secret }: ShownInvitation,
  fault: string | null,
): string {
  const issuer = frame.isSandbox ? 'Manilla sandbox' : 'Manilla';
  const picture = Buffer.from(qrSvg(totpUri(secret, name, issuer))).toString('base64');
  const children = (
    <form method="post" action={`/desk/join/${link}`} class="short">
      <h1>{asksForPassword ? `Welcome, ${name}` : `${name}, set your second factor`}</h1>
      <Said fault={fault} done={null} />
      <input type="hidden" name="username" value={name} autocomplete="username" />
      {asksForPassword && (
        <>
          <Input
            name="password"
            label="Your new password"
            type="password"
            autocomplete="new-password"
            required
            hint={passwordHint}
          />
          <Input
            name="again"
            label="The same password again"
            type="password"
            autocomplete="new-password"
            required
          />
        </>
      )}
      <h2>Second factor</h2>
      <p>Scan this with an authenticator app, then type the code that the app shows.</p>
      <p>
        <img
          class="qr"
          width="220"
          height="220"
          alt="QR code for the authenticator app"
          src={`data:image/svg+xml;base64,${picture}`}
        />
      </p>
      <p class="hint">
        Without a camera, type this key into the app:{' '}
        <code id="secret">{(secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
      </p>
      <Input name="code" label="Code" autocomplete="one-time-code" required />
      <button class="go">{asksForPassword ? 'Sign up' : 'Set it'}</button>
    </form>
  );
  return deskDocument({ ...frame, title: 'Sign up', children });
}

/** The recovery codes, which are shown once. */
export function joinedDocument(frame: Frame, codes: readonly string[]): string {
  const children = (
    <>
      <h1>Keep these recovery codes</h1>
      <p>
        Each of them lets you sign in once without the app. They are shown only now: print them, or
        put them into a password manager.
      </p>
      <pre id="codes">{codes.join('\n')}</pre>
      <p>
        <a href="/desk">To the queue</a>
      </p>
    </>
  );
  return deskDocument({ ...frame, title: 'Recovery codes', children });
}
