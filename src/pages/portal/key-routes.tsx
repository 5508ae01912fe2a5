import {
  groupsWithin,
  type KeyGroup,
  keyGroupNames,
  moneyGroups,
} from '../../http/access/scopes.js';
import { ApiError } from '../../http/api-error.js';
import {
  CreateKeyRequest,
  RevokeKeyRequest,
  RotateKeyRequest,
  type KeyView,
} from '../../merchants/keys/keys.dto.js';
import { keyWish } from '../../merchants/keys/keys.js';
import { readForm, textOf } from '../parts/forms.js';
import type { AccountPorts } from './account-ports.js';
import { endOf, listed, valuesOf } from './form-values.js';
import { developerPage, givenTo, type Notice, noticeOf, said, tried } from './notices.js';
import { KeyPage, KeysPage } from './pages/keys.js';
import type { PortalAnswer, PortalCall, PortalRoute } from './portal-route.js';
import type { PortalViewer } from './portal-viewer.js';

const words = {
  revoked: 'The key is revoked.',
  shown: 'The secret was shown. It is not shown again: make another one if it is lost.',
};
const path = '/developers/keys';

/** The developers' pages about keys: create, rotate and revoke. */
export function keyRoutes(ports: AccountPorts): readonly PortalRoute[] {
  const { forms, keys } = ports;
  return [
    {
      ...{ method: 'GET', path, right: 'keys:read' },
      handler: (call) => showKeys(ports, call, noticeOf(call, words)),
    },
    {
      ...{ method: 'POST', path, right: 'keys:write', fresh: true },
      handler: (call) =>
        tried(
          () =>
            forms.run(call, async () => {
              const wish = keyWish(readForm(CreateKeyRequest, keyAsked(call)));
              const beyond = wish.groups.find((group) => !mayGive(call.viewer, group));
              if (beyond !== undefined) throw lacks(beyond);
              const made = await keys.create(call.viewer.merchantId, wish, call.actor);
              ports.merchants.forget(call.viewer.merchantId);
              return { to: `${path}?done=shown`, shown: secretOf(made) };
            }),
          (notice) => showKeys(ports, call, notice),
        ),
    },
    {
      ...{ method: 'GET', path: `${path}/:clientId`, right: 'keys:read' },
      handler: (call) => showKey(ports, call, noticeOf(call, words)),
    },
    {
      ...{ method: 'POST', path: `${path}/:clientId/rotate`, right: 'keys:write', fresh: true },
      handler: (call) =>
        tried(
          () =>
            forms.run(call, async () => {
              const { clientId, groups } = await keyOf(ports, call);
              const beyond = groups.find((group) => !mayGive(call.viewer, group));
              if (beyond !== undefined) throw lacks(beyond);
              const asked = { overlapHours: Number(textOf(call.body, 'overlapHours')) };
              const { overlapHours } = readForm(RotateKeyRequest, asked);
              const of = { merchantId: call.viewer.merchantId, clientId };
              const made = await keys.rotate(of, overlapHours, call.actor);
              return { to: `${path}?done=shown`, shown: secretOf(made) };
            }),
          (notice) => showKey(ports, call, notice),
        ),
    },
    {
      ...{ method: 'POST', path: `${path}/:clientId/revoke`, right: 'keys:write', fresh: true },
      handler: (call) =>
        tried(
          () =>
            forms.run(call, async () => {
              const { merchantId } = call.viewer;
              const { clientId } = await keyOf(ports, call);
              const asked = { evenLast: textOf(call.body, 'evenLast') !== '' };
              const { evenLast } = readForm(RevokeKeyRequest, asked);
              await keys.revoke({ merchantId, clientId }, evenLast === true, call.actor);
              ports.merchants.forget(merchantId);
              return { to: `${path}/${clientId}?done=revoked` };
            }),
          (notice) => showKey(ports, call, notice),
        ),
    },
  ];
}

/** The groups that anybody who makes keys may give: to take payments, and to read their status. */
const usual: readonly KeyGroup[] = ['payments', 'reads'];

/**
 * Tells whether the person may give a key this group. Nobody may give a key rights that they do not have themselves.
 * Personal data takes `accounts:read` as well, because the merchant may be granted the group's only scope later.
 */
function mayGive({ rights, grantedScopes }: PortalViewer, group: KeyGroup): boolean {
  if (usual.includes(group)) return true;
  if (group === 'personal-data' && !rights.has('accounts:read')) return false;
  return groupsWithin(rights, grantedScopes).includes(group);
}

function lacks(group: KeyGroup): ApiError {
  const why = moneyGroups.includes(group) ? 'moves money' : 'does what your role may not';
  return new ApiError('SCOPE_MISSING', {
    message: `The group ${group} ${why}. Ask somebody whose role may.`,
  });
}

function keyAsked({ body }: PortalCall): object {
  const addresses = listed(textOf(body, 'addresses'));
  const expiresAt = endOf(body, 'expiresOn');
  return {
    name: textOf(body, 'name'),
    groups: valuesOf(body, 'groups'),
    ...(addresses.length > 0 && { addresses }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

function secretOf({
  clientId,
  clientSecret,
}: {
  readonly clientId: string;
  readonly clientSecret: string;
}) {
  return { clientId, clientSecret };
}

/** @throws ApiError RESOURCE_NOT_FOUND */
async function keyOf({ keys }: AccountPorts, { viewer, params }: PortalCall): Promise<KeyView> {
  const found = (await keys.list(viewer.merchantId)).find(
    (each) => each.clientId === params['clientId'],
  );
  if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
  return found;
}

async function showKeys(
  ports: AccountPorts,
  call: PortalCall,
  notice: Notice,
): Promise<PortalAnswer> {
  const { merchantId } = call.viewer;
  const [keys, networks, shown] = await Promise.all([
    ports.keys.list(merchantId),
    ports.keys.networks(merchantId),
    ports.forms.shownOn(call),
  ]);
  const made =
    shown === null
      ? null
      : { clientId: textOf(shown, 'clientId'), clientSecret: textOf(shown, 'clientSecret') };
  const children = (
    <KeysPage
      {...{ keys, networks, made, baseUrl: ports.baseUrl }}
      mayGive={keyGroupNames.filter((group) => mayGive(call.viewer, group))}
      given={givenTo(call, 'keys:write')}
    />
  );
  // A page that shows a secret needs no message that the action was done.
  const shownNotice = made === null ? notice : { ...notice, done: null };
  return said(shownNotice, developerPage(call, path, 'Keys', children));
}

async function showKey(
  ports: AccountPorts,
  call: PortalCall,
  notice: Notice,
): Promise<PortalAnswer> {
  const [view, networks] = await Promise.all([
    keyOf(ports, call),
    ports.keys.networks(call.viewer.merchantId),
  ]);
  const children = (
    <KeyPage
      view={view}
      networks={networks.get(view.clientId) ?? []}
      baseUrl={ports.baseUrl}
      mayTake={view.groups.every((group) => mayGive(call.viewer, group))}
      given={givenTo(call, 'keys:write')}
    />
  );
  return said(notice, developerPage(call, path, view.name, children));
}
