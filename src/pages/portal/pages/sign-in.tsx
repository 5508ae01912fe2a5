import type { ShownInvitation } from '../../../people/invitations.js';
import { JoinFields, RecoveryCodes } from '../../parts/join-fields.js';
import { Said } from '../../parts/parts.js';
import { OwnEmail, SignInFields } from '../../parts/sign-in-fields.js';
import { Form } from '../portal-page.js';
import type { ShownPage } from '../portal-route.js';
import { PasskeyForm } from './passkey-form.js';

export interface SignInNotice {
  /** The path that the person asked for before signing in. */
  readonly to: string;
  readonly email: string;
  readonly fault: string | null;
}

export function signInPage({ to, email, fault }: SignInNotice, status = 200): ShownPage {
  const children = (
    <>
      <Form action="/sign-in" class="short">
        <h1>Sign in</h1>
        <Said fault={fault} done={null} />
        <OwnEmail value={email} />
        <SignInFields to={to} />
        <p>
          <a href="/forgot-password">Forgot your password?</a>
        </p>
      </Form>
      <PasskeyForm action="/sign-in/passkey" asks="/sign-in/passkey/ask" kind="old">
        <input type="hidden" name="to" value={to} />
        <button>Sign in with a passkey</button>
      </PasskeyForm>
    </>
  );
  return { title: 'Sign in', status, children };
}

export function invitationPage(
  link: string,
  shown: ShownInvitation,
  isSandbox: boolean,
  fault: string | null,
  status = 200,
): ShownPage {
  const { name, merchantName, asksForPassword } = shown;
  const children = (
    <Form action={`/invitation/${link}`} class="short">
      <h1>{asksForPassword ? `Welcome to ${merchantName}, ${name}` : `${name}, set your app`}</h1>
      <Said fault={fault} done={null} />
      <JoinFields shown={shown} account={`${merchantName}: ${name}`} isSandbox={isSandbox} />
    </Form>
  );
  return { title: 'Sign up', status, children };
}

export function codesPage(codes: readonly string[], to: string, words: string): ShownPage {
  const children = (
    <>
      <RecoveryCodes codes={codes} />
      <p>
        <a href={to}>{words}</a>
      </p>
    </>
  );
  return { title: 'Recovery codes', children };
}
