import { lagosMoment } from '../../../domain/lagos-day.js';
import type { ListedOperator, OperatorStatus } from '../../people/people.store.js';
import { roles } from '../../people/permissions.js';
import { deskDocument, type Frame } from '../desk-page.js';
import { Choice, Heads, Input, Said } from '../../../pages/parts/parts.js';
import { type Doors, MadeToken, Sessions, TokenForm, Tokens } from './own.js';

export interface PeopleNotice {
  readonly fault: string | null;
  readonly done: string | null;
  /** The link of the person who was just invited; it is shown only once. */
  readonly link: { readonly name: string; readonly link: string } | null;
  readonly token: string | null;
}

export const noPeopleNotice: PeopleNotice = { fault: null, done: null, link: null, token: null };

const words: Readonly<Record<OperatorStatus, string>> = {
  INVITED: 'invited',
  ACTIVE: 'active',
  NO_SECOND_FACTOR: 'without a second factor',
  DISABLED: 'disabled',
};
const roleChoices = roles.map((role) => [role, role]);

function stateOf({ status, linkEndsAt }: ListedOperator): string {
  if (status !== 'INVITED') return words[status];
  return linkEndsAt === null ? 'has not signed up' : `invited until ${lagosMoment(linkEndsAt)}`;
}

export function peopleDocument(
  frame: Frame,
  people: readonly ListedOperator[],
  notice: PeopleNotice,
): string {
  const children = (
    <>
      <h1>People</h1>
      <Said {...notice} />
      {notice.link !== null && (
        <div class="decide" role="status">
          <p>
            Give this link to {notice.link.name}. It is used once, within a day, and shown only now:
          </p>
          <pre id="link">{notice.link.link}</pre>
        </div>
      )}
      <table class="list">
        <Heads titles={['Name', 'Role', 'State', 'Last seen']} />
        <tbody>
          {people.map((each) => (
            <tr>
              <td>
                <a href={`/desk/people/${each.operatorId}`}>{each.name}</a>{' '}
                {each.kind === 'MACHINE' && <small>machine</small>}
              </td>
              <td>{each.role}</td>
              <td>{stateOf(each)}</td>
              <td>{each.lastSeenAt === null ? 'never' : lagosMoment(each.lastSeenAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {frame.may('operators:write') && <InviteForm />}
    </>
  );
  return deskDocument({ ...frame, title: 'People', here: 'people', children });
}

function InviteForm() {
  const kinds = [
    ['PERSON', 'a person, who signs up by a link'],
    ['MACHINE', 'a machine user, which has tokens'],
  ];
  return (
    <>
      <h2>Invite</h2>
      <form method="post" action="/desk/people" class="decide">
        <Input name="name" label="Name" required />
        <Choice name="role" label="Role" value="viewer" choices={roleChoices} />
        <Choice name="kind" label="It is" value="PERSON" choices={kinds} />
        <button>Invite</button>
      </form>
    </>
  );
}

export function personDocument(
  frame: Frame,
  person: ListedOperator,
  doors: Doors,
  notice: PeopleNotice,
): string {
  const mayWrite = frame.may('operators:write');
  const path = `/desk/people/${person.operatorId}`;
  const isMachine = person.kind === 'MACHINE';
  const children = (
    <>
      <h1>{person.name}</h1>
      <p>
        {isMachine ? 'A machine user' : 'A person'} with the role <strong>{person.role}</strong>,{' '}
        {stateOf(person)}.{!isMachine && ` Recovery codes left: ${person.recoveryCodesLeft}.`}
      </p>
      <Standing person={person} />
      <Said {...notice} />
      <MadeToken token={notice.token} />
      {mayWrite && <Changes person={person} path={path} />}
      {!isMachine && <Sessions sessions={doors.sessions} path={mayWrite ? path : null} />}
      <Tokens tokens={doors.tokens} path={mayWrite ? path : null} />
      {isMachine && mayWrite && (
        <>
          <h2>Make a token</h2>
          <TokenForm path={`${path}/tokens`} role={person.role} />
        </>
      )}
    </>
  );
  return deskDocument({ ...frame, title: person.name, here: 'people', children });
}

/** Shows the reasons that a person cannot be one of two operators yet. */
function Standing({ person }: { readonly person: ListedOperator }) {
  const { kind, standsFor, decidesFrom } = person;
  if (kind === 'MACHINE') return null;
  return (
    <>
      {standsFor !== null && (
        <p>
          {standsFor} has let this person in. Where two must decide, the two count as one person
          until another administrator vouches.
        </p>
      )}
      {decidesFrom !== null && decidesFrom > new Date() && (
        <p>Decides as one of two from {lagosMoment(decidesFrom)} on.</p>
      )}
    </>
  );
}

/** All changes are buttons of one form, so that the reason is typed once. */
function Changes({ person, path }: { readonly person: ListedOperator; readonly path: string }) {
  const { status, role } = person;
  return (
    <>
      <h2>Change</h2>
      <form method="post" action={`${path}/role`} class="decide">
        <Input name="reason" label="Why" required />
        <Choice name="role" label="Role" value={role} choices={roleChoices} />
        <p class="row">
          <button>Give this role</button>
          {status === 'DISABLED' ? (
            <button formaction={`${path}/enable`}>Let in again</button>
          ) : (
            <button formaction={`${path}/disable`}>Shut out</button>
          )}
          {status === 'ACTIVE' && person.kind === 'PERSON' && (
            <button formaction={`${path}/reset-second-factor`}>Reset the second factor</button>
          )}
          {status === 'ACTIVE' && person.standsFor !== null && (
            <button formaction={`${path}/vouch`}>Vouch</button>
          )}
        </p>
      </form>
    </>
  );
}
