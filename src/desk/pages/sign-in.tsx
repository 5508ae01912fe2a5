import { deskDocument, type Frame } from '../desk-page.js';
import { Said } from '../parts.js';

/** `to`: the path that was asked for. */
export function signInDocument(frame: Frame, to: string, fault: string | null): string {
  const children = (
    <form method="post" action="/desk/sign-in" class="short">
      <h1>Sign in</h1>
      <Said fault={fault} done={null} />
      <div class="field">
        <label for="token">Your token</label>
        <input
          id="token"
          name="token"
          type="password"
          autocomplete="current-password"
          required
          aria-describedby="hint"
        />
        <p class="hint" id="hint">
          It begins with mop_. <code>npx manilla operators add NAME</code> makes one.
        </p>
      </div>
      <input type="hidden" name="to" value={to} />
      <button class="go">Sign in</button>
    </form>
  );
  return deskDocument({ ...frame, title: 'Sign in', children });
}
