import type { Forgetful } from '../../../people/forgotten-password.store.js';
import { NewPassword, Said } from '../../parts/parts.js';
import { Code, OwnEmail } from '../../parts/sign-in-fields.js';
import { Form } from '../portal-page.js';
import type { ShownPage } from '../portal-route.js';

/** Asks a person who has forgotten the password for the e-mail address. */
export function forgottenPage(email: string, fault: string | null, status = 200): ShownPage {
  const children = (
    <Form action="/forgot-password" class="short">
      <h1>Forgot your password?</h1>
      <Said fault={fault} done={null} />
      <p>
        We mail you a link, by which you set another one. You need your authenticator app or a
        recovery code as well.
      </p>
      <OwnEmail value={email} />
      <button class="go">Send me a link</button>
      <p>
        <a href="/sign-in">Sign in</a>
      </p>
    </Form>
  );
  return { title: 'Forgot your password?', status, children };
}

interface OtherPassword {
  readonly link: string;
  readonly who: Forgetful | undefined;
  readonly fault: string | null;
}

/** The page to which the mailed link leads. */
export function otherPasswordPage({ link, who, fault }: OtherPassword, status: number): ShownPage {
  const children = (
    <Form action={`/forgot-password/${link}`} class="short">
      <h1>Set another password</h1>
      <Said fault={fault} done={null} />
      <p>
        For {who?.name} at {who?.merchantName}. All your sessions end.
      </p>
      <input type="hidden" name="username" value={who?.email} autocomplete="username" />
      <NewPassword name="password" label="Your new password" />
      <Code />
      <button class="go">Set it</button>
    </Form>
  );
  return { title: 'Set another password', status, children };
}
