import { Said } from '../../parts/parts.js';
import { Code } from '../../parts/sign-in-fields.js';
import { Form } from '../portal-page.js';
import type { ShownPage } from '../portal-route.js';
import { PasskeyForm } from './passkey-form.js';

/** The page on which a signed-in person confirms the identity again. */
export function freshPage(
  to: string,
  hasPasskey: boolean,
  fault: string | null,
  status = 200,
): ShownPage {
  const children = (
    <>
      <Form action="/confirm-it-is-you" class="short">
        <h1>Confirm that it is you</h1>
        <p>
          What you are about to do is dangerous in the wrong hands. You are not asked again for ten
          minutes.
        </p>
        <Said fault={fault} done={null} />
        <Code more="A code that you used before does not work again." />
        <input type="hidden" name="to" value={to} />
        <button class="go">Go on</button>
      </Form>
      {hasPasskey && (
        <PasskeyForm
          action="/confirm-it-is-you/passkey"
          asks="/confirm-it-is-you/passkey/ask"
          kind="old"
        >
          <input type="hidden" name="to" value={to} />
          <button>Use a passkey</button>
        </PasskeyForm>
      )}
    </>
  );
  return { title: 'Confirm that it is you', status, children };
}
