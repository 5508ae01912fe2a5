import { lagosMoment } from '../../../domain/lagos-day.js';
import type { ListedMember, OwnRole } from '../../../people/member.store.js';
import { isGrantable } from '../../../http/access/scopes.js';
import { may } from '../../../http/access/may.js';
import { merchantRoleNames, merchantRoles } from '../../../people/rights.js';
import { Choice, Heads, Input, Said } from '../../parts/parts.js';
import { Form } from '../portal-page.js';
import { Box } from './form.js';
import type { ShownPage } from '../portal-route.js';
import type { PortalViewer } from '../portal-viewer.js';
import { rightsWithWords, rightWords } from '../right-words.js';

export interface TeamFacts {
  readonly members: readonly ListedMember[];
  readonly roles: readonly OwnRole[];
}

export interface TeamNotice {
  readonly fault: string | null;
  readonly done: string | null;
  /** The link of an invitation, which is shown once; null: there is none, or it is sent by mail. */
  readonly link: string | null;
}

const statusWords: Readonly<Record<ListedMember['status'], string>> = {
  INVITED: 'invited',
  ACTIVE: 'active',
  NO_SECOND_FACTOR: 'has to set a second factor',
};

/** The roles that somebody with these rights may give. */
function rolesFor(viewer: PortalViewer, own: readonly OwnRole[]): (readonly string[])[] {
  const within = (rights: readonly string[]) =>
    rights.every((right) => (viewer.rights as ReadonlySet<string>).has(right));
  return [
    ...merchantRoleNames
      .filter((name) => merchantRoles[name].every((right) => isGranted(viewer, right)))
      .map((name) => [name, name]),
    ...own.filter(({ rights }) => within(rights)).map(({ roleId, name }) => [roleId, name]),
  ];
}

/** A role may contain rights that the operator has not granted the merchant; nobody has those. */
function isGranted(viewer: PortalViewer, right: string): boolean {
  return isGrantable(right) || (viewer.rights as ReadonlySet<string>).has(right);
}

export function teamPage(
  viewer: PortalViewer,
  { members, roles }: TeamFacts,
  notice: TeamNotice,
  status = 200,
): ShownPage {
  const mayWrite = may(viewer, 'team:write');
  const children = (
    <>
      <h1>Team</h1>
      <Said {...notice} />
      {notice.link !== null && (
        <div class="decide" role="status">
          <p>Give this link to the person. It works once, for three days, and is shown only now:</p>
          <pre id="link">{notice.link}</pre>
        </div>
      )}
      <table class="list">
        <Heads titles={['Name', 'E-mail', 'Role', 'Status', 'Last seen', 'Change']} />
        <tbody>
          {members.map((each) => (
            <tr>
              <td>{each.name}</td>
              <td>{each.email}</td>
              <td>{each.roleName ?? each.role}</td>
              <td>
                {statusWords[each.status]}
                {each.passkeys > 0 && <small> with a passkey</small>}
              </td>
              <td>{each.lastSeenAt === null ? 'never' : lagosMoment(each.lastSeenAt)}</td>
              <td>{mayWrite && <a href={`/team/${each.personId}`}>Change {each.name}</a>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {mayWrite && <InviteForm choices={rolesFor(viewer, roles)} />}
      <p>
        <a href="/team/roles">Roles and what they may do</a>
      </p>
    </>
  );
  return { title: 'Team', here: 'team', status, children };
}

function InviteForm({ choices }: { readonly choices: readonly (readonly string[])[] }) {
  return (
    <section>
      <h2>Invite a person</h2>
      <Form action="/team" class="decide">
        <Input name="name" label="Name" required />
        <Input name="email" label="E-mail" type="email" required />
        <Choice name="role" label="Role" value="viewer" choices={choices} />
        <button>Invite</button>
      </Form>
    </section>
  );
}

export function memberPage(
  viewer: PortalViewer,
  member: ListedMember,
  roles: readonly OwnRole[],
  fault: string | null,
  status = 200,
): ShownPage {
  const path = `/team/${member.personId}`;
  const isOwn = member.personId === viewer.personId;
  const children = (
    <>
      <h1>{member.name}</h1>
      <p>
        {member.email}, {member.roleName ?? member.role}, {statusWords[member.status]}.
      </p>
      <Said fault={fault} done={null} />
      <Form action={`${path}/role`} class="decide">
        <Choice name="role" label="Role" value={member.role} choices={rolesFor(viewer, roles)} />
        <button>Change the role</button>
      </Form>
      {member.status === 'INVITED' ? (
        <Form action={`${path}/invite`} class="decide">
          <p>The link before ends.</p>
          <button>Make another link</button>
        </Form>
      ) : (
        <Form action={`${path}/reset-second-factor`} class="decide">
          <p>
            For who has lost the phone. The person signs in with the password and sets another app.
            All sessions and passkeys end.
          </p>
          <button>Reset the second factor</button>
        </Form>
      )}
      <Form action={`${path}/remove`} class="decide">
        <p>
          {isOwn ? 'You leave' : `${member.name} leaves`}: all sessions, passkeys and links end at
          once. What was done stays in the audit. Keys stay: end those that the person knows.
        </p>
        <button class="danger">{isOwn ? 'Leave the team' : `Remove ${member.name}`}</button>
      </Form>
      <p>
        <a href="/team">Back to the team</a>
      </p>
    </>
  );
  return { title: member.name, here: 'team', status, children };
}

export function rolesPage(
  viewer: PortalViewer,
  roles: readonly OwnRole[],
  notice: { readonly fault: string | null; readonly done: string | null },
  status = 200,
): ShownPage {
  const mayWrite = may(viewer, 'team:write');
  const children = (
    <>
      <h1>Roles</h1>
      <Said {...notice} />
      {roles.length === 0 && (
        <p>You have no roles of your own. Make one when none of those below fits.</p>
      )}
      {roles.map((each) => (
        <section>
          <h2>{each.name}</h2>
          <p>{each.people === 1 ? 'One person has it.' : `${each.people} people have it.`}</p>
          {mayWrite ? (
            <>
              <RoleForm viewer={viewer} role={each} />
              <Form action={`/team/roles/${each.roleId}/end`}>
                <button class="danger">End the role {each.name}</button>
              </Form>
            </>
          ) : (
            <Rights rights={each.rights} />
          )}
        </section>
      ))}
      {mayWrite && (
        <section>
          <h2>Make a role</h2>
          <RoleForm viewer={viewer} role={null} />
        </section>
      )}
      <h2>Roles that every business has</h2>
      {merchantRoleNames.map((name) => (
        <details class="more">
          <summary>{name}</summary>
          <Rights rights={merchantRoles[name]} />
        </details>
      ))}
    </>
  );
  return { title: 'Roles', here: 'team', status, children };
}

function Rights({ rights }: { readonly rights: readonly string[] }) {
  const words = rightsWithWords.filter(([right]) => rights.includes(right));
  return (
    <ul>
      {words.map(([, text]) => (
        <li>{text}</li>
      ))}
    </ul>
  );
}

/** The form offers only rights that the viewer has. */
function RoleForm({
  viewer,
  role,
}: {
  readonly viewer: PortalViewer;
  readonly role: OwnRole | null;
}) {
  const id = role?.roleId ?? 'new';
  return (
    <Form action={role === null ? '/team/roles' : `/team/roles/${role.roleId}`} class="decide">
      <Input name="name" id={`name-${id}`} label="Name" value={role?.name ?? ''} required />
      <fieldset>
        <legend>May do</legend>
        {[...viewer.rights].toSorted().map((right) => (
          <p>
            <label>
              <Box name="rights" value={right} isTicked={role?.rights.includes(right) ?? false} />{' '}
              {rightWords(right)}
            </label>
          </p>
        ))}
      </fieldset>
      <button>{role === null ? 'Make it' : 'Change it'}</button>
    </Form>
  );
}
