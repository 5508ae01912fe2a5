import { eventTypes, testEventType } from '../../domain/event-type.js';
import { ApiError } from '../../http/api-error.js';
import { DeliveryQuery } from '../../notify/webhooks/delivery.dto.js';
import { RotateSecretRequest, type WebhookTestResult } from '../../notify/webhooks/endpoint.dto.js';
import {
  endpointNumber,
  NotificationUrlRequest,
} from '../../notify/webhooks/notification-url.dto.js';
import { readForm, readQuery, textOf } from '../parts/forms.js';
import type { AccountPorts } from './account-ports.js';
import { queryOf, valuesOf } from './form-values.js';
import { developerPage, givenTo, type Notice, noticeOf, said, tried } from './notices.js';
import type { Went } from './once.js';
import { DeliveryPage } from './pages/delivery.js';
import { LogPage } from './pages/webhook-log.js';
import { EndpointPage, WebhooksPage } from './pages/webhooks.js';
import { bodyFor } from './payer-sight.js';
import type { PortalAnswer, PortalCall, PortalRoute } from './portal-route.js';

const path = '/developers/webhooks';
const words = {
  saved: 'Saved.',
  removed: 'The endpoint is removed.',
  again: 'It is on its way again.',
  waiting: 'What waited is on its way.',
  more: 'The first thousand are on their way. Send the rest with the same button.',
};
/** Marks a route that needs a fresh confirmation of the person's identity. */
const dangerous = { fresh: true } as const;

/** The pages of endpoints, and of what was sent to them. */
export function webhookRoutes(ports: AccountPorts): readonly PortalRoute[] {
  return [
    {
      ...{ method: 'GET', path, right: 'webhooks:read' },
      handler: (call) => showEndpoints(ports, call, noticeOf(call, words)),
    },
    {
      ...{ method: 'POST', path, right: 'webhooks:write', ...dangerous },
      handler: (call) =>
        tried(
          () => ports.forms.run(call, () => addEndpoint(ports, call)),
          (notice) => showEndpoints(ports, call, notice),
        ),
    },
    ...logRoutes(ports),
    {
      ...{ method: 'GET', path: `${path}/:endpoint`, right: 'webhooks:read' },
      handler: (call) => showEndpoint(ports, call, noticeOf(call, words)),
    },
    ...endpointForms(ports),
  ];
}

/** The forms of one endpoint: each has the end of its address, its action, and whether it is dangerous. */
function endpointForms(ports: AccountPorts): readonly PortalRoute[] {
  const { urls } = ports;
  const form = (
    end: string,
    work: (call: PortalCall) => Promise<Went>,
    isDangerous = true,
  ): PortalRoute => ({
    ...{ method: 'POST', path: `${path}/:endpoint${end}`, right: 'webhooks:write' },
    ...(isDangerous && dangerous),
    handler: (call) =>
      tried(
        () => ports.forms.run(call, () => work(call)),
        (notice) => showEndpoint(ports, call, notice),
      ),
  });
  const back = (call: PortalCall) => `${path}/${of(call).endpoint}`;
  return [
    form('', async (call) => {
      await urls.set(of(call), readForm(NotificationUrlRequest, endpointAsked(call)), call.actor);
      return { to: `${back(call)}?done=saved` };
    }),
    form('/rotate', async (call) => {
      const immediately = textOf(call.body, 'overlap') === 'none';
      const asked = readForm(RotateSecretRequest, { immediately });
      const { secret } = await urls.rotate(of(call), asked, call.actor);
      return { to: back(call), shown: { secret } };
    }),
    form('/remove', async (call) => {
      await urls.remove(of(call), call.actor);
      return { to: `${path}?done=removed` };
    }),
    form(
      '/test',
      async (call) => ({
        to: back(call),
        shown: { test: await ports.webhookTests.test(of(call)) },
      }),
      false,
    ),
    form(
      '/deliver-waiting',
      async (call) => {
        const { more } = await ports.replays.deliverWaiting(of(call));
        return { to: `${back(call)}?done=${more ? 'more' : 'waiting'}` };
      },
      false,
    ),
  ];
}

function logRoutes(ports: AccountPorts): readonly PortalRoute[] {
  const one = `${path}/log/:deliveryId`;
  return [
    {
      ...{ method: 'GET', path: `${path}/log`, right: 'webhooks:read' },
      handler: (call) => showLog(ports, call),
    },
    {
      ...{ method: 'GET', path: one, right: 'webhooks:read' },
      handler: (call) => showDelivery(ports, call, noticeOf(call, words)),
    },
    {
      ...{ method: 'POST', path: `${one}/again`, right: 'webhooks:write' },
      handler: (call) =>
        tried(
          () =>
            ports.forms.run(call, async () => {
              const { merchantId } = call.viewer;
              const { deliveryId } = await ports.replays.redeliver(
                merchantId,
                call.params['deliveryId'] ?? '',
              );
              return { to: `${path}/log/${deliveryId}?done=again` };
            }),
          (notice) => showDelivery(ports, call, notice),
        ),
    },
  ];
}

/** @throws ApiError RESOURCE_NOT_FOUND for a text that cannot be an endpoint's number */
function of({ viewer, params }: PortalCall) {
  const { endpoint = '' } = params;
  if (!endpointNumber.test(endpoint)) throw new ApiError('RESOURCE_NOT_FOUND');
  return { merchantId: viewer.merchantId, endpoint: Number(endpoint) };
}

function endpointAsked({ body }: PortalCall): object {
  const isAll = textOf(body, 'all') !== '';
  return { url: textOf(body, 'url'), ...(!isAll && { events: valuesOf(body, 'events') }) };
}

async function addEndpoint({ urls }: AccountPorts, call: PortalCall): Promise<Went> {
  const asked = readForm(NotificationUrlRequest, endpointAsked(call));
  const { endpoint, secret } = await urls.add(call.viewer.merchantId, asked, call.actor);
  return { to: `${path}/${endpoint}`, shown: { secret } };
}

async function showEndpoints(
  ports: AccountPorts,
  call: PortalCall,
  notice: Notice,
): Promise<PortalAnswer> {
  const endpoints = await ports.urls.list(call.viewer.merchantId);
  const children = (
    <WebhooksPage
      {...{ endpoints, eventTypes, baseUrl: ports.baseUrl }}
      given={givenTo(call, 'webhooks:write')}
    />
  );
  return said(notice, developerPage(call, path, 'Webhooks', children));
}

async function showEndpoint(
  ports: AccountPorts,
  call: PortalCall,
  notice: Notice,
): Promise<PortalAnswer> {
  const number = of(call);
  const [endpoint, { items }, shown] = await Promise.all([
    ports.urls.get(number),
    ports.deliveries.list(
      number.merchantId,
      readQuery(DeliveryQuery, { endpoint: String(number.endpoint), size: '10' }),
    ),
    ports.forms.shownOn(call),
  ]);
  const children = (
    <EndpointPage
      {...{ endpoint, eventTypes, deliveries: items, baseUrl: ports.baseUrl }}
      secret={textOf(shown, 'secret') || null}
      test={(shown?.['test'] ?? null) as WebhookTestResult | null}
      given={givenTo(call, 'webhooks:write')}
    />
  );
  return said(notice, developerPage(call, path, endpoint.url, children));
}

async function showLog(ports: AccountPorts, call: PortalCall): Promise<PortalAnswer> {
  const { viewer, query } = call;
  const { merchantId } = viewer;
  const wish = queryOf(query, 'status', 'eventType', 'paymentReference', 'endpoint');
  const asked = readQuery(DeliveryQuery, { ...wish, ...queryOf(query, 'cursor'), size: '50' });
  const [{ items, page }, endpoints] = await Promise.all([
    ports.deliveries.list(merchantId, asked),
    ports.urls.list(merchantId),
  ]);
  const children = (
    <LogPage
      {...{
        deliveries: items,
        nextCursor: page.nextCursor,
        wish,
        endpoints,
        baseUrl: ports.baseUrl,
      }}
      eventTypes={[...eventTypes, testEventType]}
    />
  );
  return { page: developerPage(call, path, 'Log of webhooks', children) };
}

async function showDelivery(
  ports: AccountPorts,
  call: PortalCall,
  notice: Notice,
): Promise<PortalAnswer> {
  const found = await ports.deliveries.find(
    call.viewer.merchantId,
    call.params['deliveryId'] ?? '',
  );
  const delivery = { ...found, requestBody: bodyFor(call.viewer, found.requestBody) };
  const given = givenTo(call, 'webhooks:write');
  const children = <DeliveryPage {...{ delivery, given, baseUrl: ports.baseUrl }} />;
  return said(notice, developerPage(call, path, delivery.eventType, children));
}
