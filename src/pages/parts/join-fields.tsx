import type { ShownInvitation } from '../../people/invitations.js';
import { totpUri } from '../../people/second-factor.js';
import { qrSvg } from '../payer/qr-code.js';
import { Input, NewPassword } from './parts.js';

interface JoinFieldsProps {
  readonly shown: ShownInvitation;
  /** The name under which the app lists the code. */
  readonly account: string;
  readonly isSandbox: boolean;
}

/** The fields in which a person sets a password and a second factor. */
export function JoinFields({ shown, account, isSandbox }: JoinFieldsProps) {
  const { asksForPassword, secret } = shown;
  const issuer = isSandbox ? 'Manilla sandbox' : 'Manilla';
  const picture = Buffer.from(qrSvg(totpUri(secret, account, issuer))).toString('base64');
  return (
    <>
      <input type="hidden" name="username" value={account} autocomplete="username" />
      {asksForPassword && <NewPassword name="password" label="Your new password" />}
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
    </>
  );
}

/** The recovery codes, which are shown once. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  return (
    <>
      <h1>Keep these recovery codes</h1>
      <p>
        Each of them lets you sign in once without the app. They are shown only now: print them, or
        put them into a password manager.
      </p>
      <pre id="codes">{codes.join('\n')}</pre>
    </>
  );
}
