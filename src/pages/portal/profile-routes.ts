import { ApiError } from '../../http/api-error.js';
import { mintRecoveryCodes, recoveryHash } from '../../people/second-factor.js';
import { freshMs } from '../../people/sign-ins.js';
import { textOf } from '../parts/forms.js';
import { freshPage } from './pages/fresh.js';
import { type OwnNotice, profilePage } from './pages/profile.js';
import { codesPage } from './pages/sign-in.js';
import { freshPath, ownPath } from './portal-guard.js';
import type { PortalPorts } from './portal-ports.js';
import { orShown, type PortalAnswer, type PortalCall, type PortalRoute } from './portal-route.js';

const saidAfter: Readonly<Record<string, string>> = {
  ended: 'Ended.',
  password: 'Your password is changed. All other sessions have ended.',
  passkey: 'The passkey is added.',
  removed: 'The passkey is removed.',
};
const own = { right: 'self' } as const;

/** The pages about the account of the signed-in person. */
export function profileRoutes(ports: PortalPorts): readonly PortalRoute[] {
  return [...sessionRoutes(ports), ...freshRoutes(ports), ...accountRoutes(ports)];
}

function sessionRoutes(ports: PortalPorts): readonly PortalRoute[] {
  const { persons } = ports;
  const always = { ...own, method: 'POST', whileSuspended: true } as const;
  return [
    {
      ...{ ...always, path: '/sign-out' },
      handler: async ({ viewer, actor }) => {
        await persons.endSession(actor, viewer.sessionId, viewer.personId);
        return { to: '/sign-in' };
      },
    },
    {
      ...{ ...own, method: 'GET', path: '/profile' },
      handler: (call) => {
        const { done } = call.query;
        const said = typeof done === 'string' ? (saidAfter[done] ?? null) : null;
        return show(ports, call, { fault: null, done: said });
      },
    },
    {
      ...{ ...always, path: '/profile/sessions/:sessionId/end' },
      handler: async ({ viewer, actor, params }) => {
        const { sessionId = '' } = params;
        const isEnded = await persons.endSession(actor, sessionId, viewer.personId);
        if (!isEnded) throw new ApiError('RESOURCE_NOT_FOUND');
        return { to: sessionId === viewer.sessionId ? '/sign-in' : '/profile?done=ended' };
      },
    },
    {
      ...{ ...always, path: '/profile/sessions/end-others' },
      handler: async ({ viewer, actor }) => {
        await persons.endOtherSessions(actor, viewer.personId, viewer.sessionId);
        return { to: '/profile?done=ended' };
      },
    },
  ];
}

function freshRoutes({ signIns, passkeys, persons }: PortalPorts): readonly PortalRoute[] {
  const freshen = async ({ viewer, body }: PortalCall): Promise<PortalAnswer> => {
    await persons.freshen(viewer.sessionId, new Date(Date.now() + freshMs));
    return { to: ownPath(textOf(body, 'to')) };
  };
  const ask = async (
    { viewer }: PortalCall,
    to: string,
    fault: string | null = null,
    status = 200,
  ): Promise<PortalAnswer> => {
    const has = (await passkeys.list(viewer.personId)).length > 0;
    return { page: freshPage(to, has, fault, status) };
  };
  const askAgain = (call: PortalCall) => (fault: string, status: number) =>
    ask(call, ownPath(textOf(call.body, 'to')), fault, status);
  return [
    {
      ...{ ...own, method: 'GET', path: freshPath },
      handler: (call) => ask(call, ownPath(call.query['to'])),
    },
    {
      ...{ ...own, method: 'POST', path: freshPath, whileSuspended: true },
      handler: (call) =>
        orShown(askAgain(call), async () => {
          const { viewer, body, request } = call;
          await signIns.proveByCode(viewer.personId, textOf(body, 'code'), { address: request.ip });
          return freshen(call);
        }),
    },
    {
      ...{ ...own, method: 'POST', path: `${freshPath}/passkey/ask`, whileSuspended: true },
      handler: async ({ viewer }) => ({ json: await passkeys.ask(viewer.personId) }),
    },
    {
      ...{ ...own, method: 'POST', path: `${freshPath}/passkey`, whileSuspended: true },
      handler: (call) =>
        orShown(askAgain(call), async () => {
          const { viewer, body, request } = call;
          const from = { address: request.ip };
          await passkeys.prove(viewer.personId, textOf(body, 'passkey'), from);
          return freshen(call);
        }),
    },
  ];
}

function accountRoutes(ports: PortalPorts): readonly PortalRoute[] {
  const { passkeys, persons, signIns, ownPassword } = ports;
  const change = { ...own, method: 'POST', fresh: true } as const;
  const showAgain = (call: PortalCall) => (fault: string, status: number) =>
    show(ports, call, { fault, done: null }, status);
  return [
    {
      ...{ ...change, path: '/profile/passkeys/ask' },
      handler: async ({ viewer }) => ({ json: await passkeys.askForNew(viewer) }),
    },
    {
      ...{ ...change, path: '/profile/passkeys' },
      handler: (call) =>
        orShown(showAgain(call), async () => {
          const { viewer, actor, body } = call;
          const [label, passkey] = [textOf(body, 'label'), textOf(body, 'passkey')];
          await passkeys.add(actor, viewer.personId, label, passkey);
          return { to: '/profile?done=passkey' };
        }),
    },
    {
      ...{ ...change, path: '/profile/passkeys/:passkeyId/end' },
      handler: async ({ viewer, actor, params }) => {
        await passkeys.end(actor, viewer.personId, params['passkeyId'] ?? '');
        return { to: '/profile?done=removed' };
      },
    },
    {
      ...{ ...change, path: '/profile/app' },
      handler: async ({ viewer }) => {
        const link = await signIns.linkForApp(viewer.personId, viewer.sessionId);
        if (link === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
        return { to: `/invitation/${link}` };
      },
    },
    {
      ...{ ...change, path: '/profile/recovery-codes' },
      handler: async ({ viewer, actor }) => {
        const codes = mintRecoveryCodes();
        const hashes = codes.map((code) => recoveryHash(code) as Buffer);
        await persons.changeRecoveryCodes(actor, viewer.personId, hashes);
        return { page: codesPage(codes, '/profile', 'To your profile') };
      },
    },
    {
      // No fresh confirmation is needed, because this form itself asks for the password and a code.
      ...{ ...own, method: 'POST', path: '/profile/password' },
      handler: (call) =>
        orShown(showAgain(call), async () => {
          const { viewer, actor, body, request } = call;
          const typed = {
            ...{ password: textOf(body, 'password'), newPassword: textOf(body, 'newPassword') },
            ...{ again: textOf(body, 'again'), code: textOf(body, 'code') },
          };
          const { personId, name, email: login, sessionId: doorId } = viewer;
          const who = { personId, name, login, kind: 'PERSON', doorId } as const;
          await ownPassword.change(actor, who, typed, request.ip);
          return { to: '/profile?done=password' };
        }),
    },
  ];
}

async function show(
  { persons, passkeys }: PortalPorts,
  { viewer }: PortalCall,
  notice: OwnNotice,
  status = 200,
): Promise<PortalAnswer> {
  const { personId } = viewer;
  const [sessions, own, codesLeft] = await Promise.all([
    persons.sessions({ personId }),
    passkeys.list(personId),
    persons.recoveryCodesLeft(personId),
  ]);
  return { page: profilePage(viewer, { sessions, passkeys: own, codesLeft }, notice, status) };
}
