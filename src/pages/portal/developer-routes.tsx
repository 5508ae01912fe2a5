import { CallQuery } from '../../http/calls/calls.dto.js';
import type { CheckoutClockData } from '../../payments/sandbox/checkout-clock.dto.js';
import { AdvanceClockRequest, ClockParameters } from '../../payments/sandbox/checkout-clock.dto.js';
import {
  type SandboxCreditData,
  SandboxCreditRequest,
} from '../../payments/sandbox/inward-credit.dto.js';
import { readForm, readQuery, textOf } from '../parts/forms.js';
import type { AccountPorts } from './account-ports.js';
import { koboOf, queryOf, wholeOf } from './form-values.js';
import { developerPage, givenTo, type Notice, noticeOf, said, tried } from './notices.js';
import { EventsPage } from './pages/events.js';
import { RequestsPage } from './pages/requests.js';
import { SandboxPage } from './pages/sandbox.js';
import type { PortalAnswer, PortalCall, PortalRoute } from './portal-route.js';

const sandboxPath = '/developers/sandbox';

/** The pages for developers: refused requests, the types of events, and the tools of the sandbox. */
export function developerRoutes(ports: AccountPorts): readonly PortalRoute[] {
  return [
    {
      ...{ method: 'GET', path: '/developers/requests', right: 'keys:read' },
      handler: (call) => showRequests(ports, call),
    },
    {
      ...{ method: 'GET', path: '/developers/events', right: 'webhooks:read' },
      handler: (call) => {
        const children = <EventsPage events={ports.catalogue()} baseUrl={ports.baseUrl} />;
        return { page: developerPage(call, '/developers/events', 'Events', children) };
      },
    },
    ...(ports.sandbox === undefined ? [] : sandboxRoutes(ports, ports.sandbox)),
  ];
}

/** Tools that the live environment does not have. */
function sandboxRoutes(
  ports: AccountPorts,
  { payer, clock }: NonNullable<AccountPorts['sandbox']>,
): readonly PortalRoute[] {
  return [
    {
      ...{ method: 'GET', path: sandboxPath, right: 'checkout:write' },
      handler: (call) => showSandbox(ports, call, noticeOf(call, {})),
    },
    {
      ...{ method: 'POST', path: `${sandboxPath}/pay`, right: 'checkout:write' },
      handler: (call) =>
        tried(
          () =>
            ports.forms.run(call, async () => {
              const { body, viewer } = call;
              const asked = readForm(SandboxCreditRequest, {
                accountNumber: textOf(body, 'accountNumber').trim(),
                amount: koboOf(body, 'amount', 'Amount'),
                times: wholeOf(body, 'times'),
                delaySeconds: wholeOf(body, 'delaySeconds'),
              });
              const paid = await payer.pay(viewer.merchantId, asked, undefined);
              return { to: sandboxPath, shown: { paid } };
            }),
          (notice) => showSandbox(ports, call, notice),
        ),
    },
    {
      ...{ method: 'POST', path: `${sandboxPath}/clock`, right: 'checkout:write' },
      handler: (call) =>
        tried(
          () =>
            ports.forms.run(call, async () => {
              const { body, viewer } = call;
              const { paymentReference } = readForm(ClockParameters, {
                paymentReference: textOf(body, 'paymentReference').trim(),
              });
              const { seconds } = readForm(AdvanceClockRequest, {
                seconds: wholeOf(body, 'seconds'),
              });
              const moved = await clock.advance(viewer.merchantId, paymentReference, seconds);
              return { to: sandboxPath, shown: { moved } };
            }),
          (notice) => showSandbox(ports, call, notice),
        ),
    },
  ];
}

async function showRequests(ports: AccountPorts, call: PortalCall): Promise<PortalAnswer> {
  const { viewer, query } = call;
  const wish = queryOf(query, 'clientId', 'from', 'to');
  const asked = readQuery(CallQuery, { ...wish, ...queryOf(query, 'cursor'), size: '50' });
  const [{ items, page }, keys] = await Promise.all([
    ports.calls.list(viewer.merchantId, asked),
    ports.keys.list(viewer.merchantId),
  ]);
  const children = (
    <RequestsPage
      {...{ requests: items, nextCursor: page.nextCursor, keys, wish, baseUrl: ports.baseUrl }}
    />
  );
  return { page: developerPage(call, '/developers/requests', 'Requests', children) };
}

async function showSandbox(
  ports: AccountPorts,
  call: PortalCall,
  notice: Notice,
): Promise<PortalAnswer> {
  const { account, amount, reference } = queryOf(call.query, 'account', 'amount', 'reference');
  const shown = await ports.forms.shownOn(call);
  const children = (
    <SandboxPage
      {...{ baseUrl: ports.baseUrl, given: givenTo(call, 'checkout:write') }}
      account={account || textOf(call.body, 'accountNumber')}
      amount={amount || textOf(call.body, 'amount')}
      reference={reference || textOf(call.body, 'paymentReference')}
      paid={(shown?.['paid'] ?? null) as SandboxCreditData | null}
      moved={(shown?.['moved'] ?? null) as CheckoutClockData | null}
    />
  );
  return said(notice, developerPage(call, sandboxPath, 'Sandbox tools', children));
}
