import type { ShownInvitation } from '../../../people/invitations.js';
import { JoinFields, RecoveryCodes } from '../../../pages/parts/join-fields.js';
import { Said } from '../../../pages/parts/parts.js';
import { deskDocument, type Frame } from '../desk-page.js';

/** The page to which a one-time link leads. A person sets a password and a second factor there. */
export function joinDocument(
  frame: Frame,
  link: string,
  shown: ShownInvitation,
  fault: string | null,
): string {
  const { name, asksForPassword } = shown;
  const children = (
    <form method="post" action={`/desk/join/${link}`} class="short">
      <h1>{asksForPassword ? `Welcome, ${name}` : `${name}, set your second factor`}</h1>
      <Said fault={fault} done={null} />
      <JoinFields shown={shown} account={name} isSandbox={frame.isSandbox} />
    </form>
  );
  return deskDocument({ ...frame, title: 'Sign up', children });
}

/** Shows the recovery codes once. */
export function joinedDocument(frame: Frame, codes: readonly string[]): string {
  const children = (
    <>
      <RecoveryCodes codes={codes} />
      <p>
        <a href="/desk">To the queue</a>
      </p>
    </>
  );
  return deskDocument({ ...frame, title: 'Recovery codes', children });
}
