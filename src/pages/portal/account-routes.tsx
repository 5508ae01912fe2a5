import { AccountChangeRequest } from '../../payments/accounts/virtual-account.dto.js';
import {
  ListStaticAccountsQuery,
  StaticAccountRequest,
} from '../../payments/accounts/static-account.dto.js';
import { accountNumberPattern } from '../../domain/reference.js';
import type { Actor } from '../../domain/actor.js';
import { ApiError } from '../../http/api-error.js';
import { readForm, readQuery, textOf } from '../parts/forms.js';
import { type AccountPorts, merchantIn } from './account-ports.js';
import { filledOf, queryOf } from './form-values.js';
import { givenTo, type Notice, noticeOf, said, tried } from './notices.js';
import { AccountNumberPage, AccountNumbersPage } from './pages/accounts.js';
import { ownerFor } from './payer-sight.js';
import type { PortalAnswer, PortalCall, PortalRoute } from './portal-route.js';

const path = '/accounts';
const words = {
  made: 'Here is the number.',
  suspended: 'Suspended: it takes no money.',
  reinstated: 'Reinstated: it takes money again.',
  closed: 'Closed for good.',
};

interface NumberChange {
  readonly merchantId: string;
  readonly accountNumber: string;
  readonly by: Actor;
}

/** The pages of customers' permanent account numbers. */
export function accountRoutes(ports: AccountPorts): readonly PortalRoute[] {
  const { staticAccounts, virtualAccounts } = ports;
  const change = (
    end: string,
    done: keyof typeof words,
    work: (change: NumberChange) => Promise<unknown>,
  ): PortalRoute => ({
    ...{ method: 'POST', path: `${path}/:accountNumber/${end}`, right: 'virtual-accounts:write' },
    handler: (call) =>
      tried(
        () =>
          ports.forms.run(call, async () => {
            const { merchantId } = call.viewer;
            const accountNumber = numberOf(call);
            const { reason } = readForm(AccountChangeRequest, filledOf(call.body, 'reason'));
            await work({
              merchantId,
              accountNumber,
              by: { ...call.actor, reason: reason ?? null },
            });
            return { to: `${path}/${accountNumber}?done=${done}` };
          }),
        (notice) => showNumber(ports, call, notice),
      ),
  });
  return [
    {
      ...{ method: 'GET', path, right: 'virtual-accounts:read' },
      handler: (call) => showNumbers(ports, call, noticeOf(call, words)),
    },
    {
      ...{ method: 'POST', path, right: 'virtual-accounts:write' },
      handler: (call) =>
        tried(
          () =>
            ports.forms.run(call, async () => {
              const merchant = await merchantIn(ports, call.viewer.merchantId);
              const asked = readForm(StaticAccountRequest, numberAsked(call));
              const { data } = await staticAccounts.create(merchant, call.actor, asked);
              return { to: `${path}/${data.accountNumber}?done=made` };
            }),
          (notice) => showNumbers(ports, call, notice),
        ),
    },
    {
      ...{ method: 'GET', path: `${path}/:accountNumber`, right: 'virtual-accounts:read' },
      handler: (call) => showNumber(ports, call, noticeOf(call, words)),
    },
    change('suspend', 'suspended', (asked) => staticAccounts.suspend(asked)),
    change('reinstate', 'reinstated', (asked) => staticAccounts.reinstate(asked)),
    change('close', 'closed', (asked) => virtualAccounts.close(asked)),
  ];
}

/** @throws ApiError RESOURCE_NOT_FOUND */
function numberOf({ params }: PortalCall): string {
  const { accountNumber = '' } = params;
  if (!accountNumberPattern.test(accountNumber)) throw new ApiError('RESOURCE_NOT_FOUND');
  return accountNumber;
}

function numberAsked({ body }: PortalCall): object {
  const identity = textOf(body, 'identity').trim();
  const kind = textOf(body, 'identityKind') === 'nin' ? 'nin' : 'bvn';
  return {
    ...filledOf(body, 'reference', 'prefix', 'accountName', 'email', 'phoneNumber'),
    ...(identity !== '' && { [kind]: identity }),
  };
}

async function showNumbers(
  ports: AccountPorts,
  call: PortalCall,
  notice: Notice,
): Promise<PortalAnswer> {
  const { viewer, query } = call;
  const { merchantId } = viewer;
  const wish = queryOf(query, 'q', 'status');
  const asked = readQuery(ListStaticAccountsQuery, {
    ...wish,
    ...queryOf(query, 'cursor'),
    size: '50',
  });
  const [{ items, page }, prefixes] = await Promise.all([
    ports.staticAccounts.list(merchantId, asked),
    ports.prefixes.usage(merchantId),
  ]);
  const children = (
    <AccountNumbersPage
      {...{ nextCursor: page.nextCursor, wish, baseUrl: ports.baseUrl }}
      accounts={items.map((each) => ownerFor(viewer, each))}
      prefixes={prefixes.filter(({ status }) => status === 'ACTIVE')}
      given={givenTo(call, 'virtual-accounts:write')}
    />
  );
  return said(notice, { title: 'Account numbers', here: 'accounts', children });
}

async function showNumber(
  ports: AccountPorts,
  call: PortalCall,
  notice: Notice,
): Promise<PortalAnswer> {
  const { viewer } = call;
  const found = await ports.virtualAccounts.find(viewer.merchantId, numberOf(call));
  const account = ownerFor(viewer, found);
  const given = givenTo(call, 'virtual-accounts:write');
  const children = <AccountNumberPage {...{ account, given, baseUrl: ports.baseUrl }} />;
  return said(notice, { title: account.accountNumber, here: 'accounts', children });
}
