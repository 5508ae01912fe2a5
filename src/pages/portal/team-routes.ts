import { type FormBody, textOf } from '../parts/forms.js';
import { memberPage, rolesPage, type TeamNotice, teamPage } from './pages/team.js';
import type { PortalPorts } from './portal-ports.js';
import { orShown, type PortalAnswer, type PortalCall, type PortalRoute } from './portal-route.js';

const saidAfter: Readonly<Record<string, string>> = {
  changed: 'Changed.',
  mailed: 'The invitation is on its way by e-mail.',
  removed: 'The person is removed: all sessions and passkeys have ended.',
  role: 'The role is there.',
  ended: 'The role is ended.',
};
const nothing: TeamNotice = { fault: null, done: null, link: null };
const read = { method: 'GET', right: 'team:read' } as const;
const change = { method: 'POST', right: 'team:write', fresh: true } as const;

const saidIn = ({ query }: PortalCall): string | null =>
  typeof query['done'] === 'string' ? (saidAfter[query['done']] ?? null) : null;

/** The pages of the merchant's people and roles. */
export function teamRoutes({ team }: Pick<PortalPorts, 'team'>): readonly PortalRoute[] {
  return [...peopleRoutes(team), ...roleRoutes(team)];
}

type TeamPort = PortalPorts['team'];

async function showTeam(
  team: TeamPort,
  { viewer }: PortalCall,
  notice: TeamNotice,
  status = 200,
): Promise<PortalAnswer> {
  const [members, roles] = await Promise.all([
    team.list(viewer.merchantId),
    team.roles(viewer.merchantId),
  ]);
  return { page: teamPage(viewer, { members, roles }, notice, status) };
}

async function showMember(
  team: TeamPort,
  { viewer, params }: PortalCall,
  fault: string | null,
  status = 200,
): Promise<PortalAnswer> {
  const [member, roles] = await Promise.all([
    team.find(viewer.merchantId, params['personId'] ?? ''),
    team.roles(viewer.merchantId),
  ]);
  return { page: memberPage(viewer, member, roles, fault, status) };
}

async function invite(
  team: TeamPort,
  call: PortalCall,
  wanted: { readonly name: string; readonly email: string; readonly role: string },
): Promise<PortalAnswer> {
  const { merchantId } = call.viewer;
  const { link } = await team.invite(call.actor, { merchantId, ...wanted });
  return link === null ? { to: '/team?done=mailed' } : showTeam(team, call, { ...nothing, link });
}

function peopleRoutes(team: TeamPort): readonly PortalRoute[] {
  return [
    {
      ...{ ...read, path: '/team' },
      handler: (call) => showTeam(team, call, { ...nothing, done: saidIn(call) }),
    },
    {
      ...{ ...change, path: '/team' },
      handler: (call) =>
        orShown(
          (fault, status) => showTeam(team, call, { ...nothing, fault }, status),
          () => {
            const [name, email, role] = ['name', 'email', 'role'].map((field) =>
              textOf(call.body, field),
            ) as [string, string, string];
            return invite(team, call, { name, email, role });
          },
        ),
    },
    {
      ...{ method: 'GET', right: 'team:write', path: '/team/:personId' },
      handler: (call) => showMember(team, call, null),
    },
    ...memberRoutes(team),
  ];
}

/** The actions on a person. */
function memberRoutes(team: TeamPort): readonly PortalRoute[] {
  const act = (
    verb: string,
    doIt: (call: PortalCall, merchantId: string, personId: string) => Promise<PortalAnswer>,
  ): PortalRoute => ({
    ...{ ...change, path: `/team/:personId/${verb}` },
    handler: (call) =>
      orShown(
        (fault, status) => showMember(team, call, fault, status),
        () => doIt(call, call.viewer.merchantId, call.params['personId'] ?? ''),
      ),
  });
  return [
    act('invite', async (call, merchantId, personId) =>
      invite(team, call, await team.find(merchantId, personId)),
    ),
    act('role', async ({ actor, body }, merchantId, personId) => {
      await team.changeRole(actor, merchantId, personId, textOf(body, 'role'));
      return { to: '/team?done=changed' };
    }),
    act('reset-second-factor', async ({ actor }, merchantId, personId) => {
      await team.resetSecondFactor(actor, merchantId, personId);
      return { to: '/team?done=changed' };
    }),
    act('remove', async ({ actor }, merchantId, personId) => {
      await team.remove(actor, merchantId, personId);
      return { to: '/team?done=removed' };
    }),
  ];
}

function roleRoutes(team: PortalPorts['team']): readonly PortalRoute[] {
  const show = async ({ viewer }: PortalCall, notice: Omit<TeamNotice, 'link'>, status = 200) => ({
    page: rolesPage(viewer, await team.roles(viewer.merchantId), notice, status),
  });
  const put = (call: PortalCall, roleId: string | null): Promise<PortalAnswer> =>
    orShown(
      (fault, status) => show(call, { fault, done: null }, status),
      async () => {
        const { viewer, actor, body } = call;
        const wish = { roleId, name: textOf(body, 'name'), rights: textsOf(body, 'rights') };
        await team.putRole(actor, viewer.merchantId, wish);
        return { to: '/team/roles?done=role' };
      },
    );
  return [
    {
      ...{ ...read, path: '/team/roles' },
      handler: (call) => show(call, { fault: null, done: saidIn(call) }),
    },
    { ...{ ...change, path: '/team/roles' }, handler: (call) => put(call, null) },
    {
      ...{ ...change, path: '/team/roles/:roleId' },
      handler: (call) => put(call, call.params['roleId'] ?? ''),
    },
    {
      ...{ ...change, path: '/team/roles/:roleId/end' },
      handler: (call) =>
        orShown(
          (fault, status) => show(call, { fault, done: null }, status),
          async () => {
            const { viewer, actor, params } = call;
            await team.endRole(actor, viewer.merchantId, params['roleId'] ?? '');
            return { to: '/team/roles?done=ended' };
          },
        ),
    },
  ];
}

/** Returns the values of a field that may be sent several times. */
function textsOf(body: FormBody, field: string): readonly string[] {
  const value = body[field];
  return [value].flat().filter((each): each is string => typeof each === 'string');
}
