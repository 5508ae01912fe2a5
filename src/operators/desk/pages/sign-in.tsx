import { deskDocument, type Frame } from '../desk-page.js';
import { Input, Said } from '../../../pages/parts/parts.js';

export interface SignInNotice {
  /** The path that was asked for. */
  readonly to: string;
  readonly name: string;
  readonly fault: string | null;
}

export function signInDocument(frame: Frame, { to, name, fault }: SignInNotice): string {
  const children = (
    <form method="post" action="/desk/sign-in" class="short">
      <h1>Sign in</h1>
      <Said fault={fault} done={null} />
      <Input name="name" label="Name" value={name} autocomplete="username" required />
      <Input
        name="password"
        label="Password"
        type="password"
        autocomplete="current-password"
        required
      />
      <Input
        name="code"
        label="Code"
        autocomplete="one-time-code"
        hint="Six digits of your authenticator app, or a recovery code. Leave it empty if your second factor was reset."
      />
      <input type="hidden" name="to" value={to} />
      <button class="go">Sign in</button>
    </form>
  );
  return deskDocument({ ...frame, title: 'Sign in', children });
}
