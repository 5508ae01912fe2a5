import { deskDocument, type Frame } from '../desk-page.js';
import { Input, Said } from '../../../pages/parts/parts.js';
import { SignInFields } from '../../../pages/parts/sign-in-fields.js';

export interface SignInNotice {
  /** The path that the operator asked for before signing in. */
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
      <SignInFields to={to} />
    </form>
  );
  return deskDocument({ ...frame, title: 'Sign in', children });
}
