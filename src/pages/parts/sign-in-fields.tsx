import { Input, NewPassword } from './parts.js';

interface CodeProps {
  /** More of the hint than all codes have. */
  readonly more?: string;
  readonly required?: boolean;
}

/** The field for the second factor. */
export function Code({ more, required = true }: CodeProps) {
  const hint = ['Six digits of your authenticator app, or a recovery code.', more ?? []].flat();
  return (
    <Input
      {...{ name: 'code', label: 'Code', autocomplete: 'one-time-code', required }}
      hint={hint.join(' ')}
    />
  );
}

function CurrentPassword({ label }: { readonly label: string }) {
  return (
    <Input
      {...{ name: 'password', label, type: 'password', required: true }}
      autocomplete="current-password"
    />
  );
}

/** The address by which a person signs in. */
export function OwnEmail({ value }: { readonly value: string }) {
  return (
    <Input
      {...{ name: 'email', label: 'E-mail', type: 'email', value, required: true }}
      autocomplete="username"
    />
  );
}

/** The fields that follow the name of the person who signs in. `to` is the path that was asked for. */
export function SignInFields({ to }: { readonly to: string }) {
  return (
    <>
      <CurrentPassword label="Password" />
      <Code more="Leave it empty if your second factor was reset." required={false} />
      <input type="hidden" name="to" value={to} />
      <button class="go">Sign in</button>
    </>
  );
}

/** The fields in which a person who is signed in changes the password. */
export function ChangePasswordFields({ username }: { readonly username: string }) {
  return (
    <>
      <input type="hidden" name="username" value={username} autocomplete="username" />
      <CurrentPassword label="Your password" />
      <NewPassword name="newPassword" label="The new password" />
      <Code more="The code that you signed in with does not work again." />
      <button>Change it</button>
    </>
  );
}
