import { createWebhookSender } from '../../notify/delivery/sender.js';
import { PgDeliveryStore } from '../../notify/delivery/delivery.store.js';
import { WebhookDispatcher } from '../../notify/delivery/dispatcher.js';
import { vetWebhookUrl } from '../../notify/delivery/url-guard.js';
import { DeliveriesController } from '../../notify/webhooks/deliveries.controller.js';
import { DeliveriesService } from '../../notify/webhooks/deliveries.service.js';
import { PgDeliveryLog } from '../../notify/webhooks/delivery-log.store.js';
import { EndpointsController } from '../../notify/webhooks/endpoints.controller.js';
import { PgEndpointStore } from '../../notify/webhooks/endpoint.store.js';
import { NotificationUrls } from '../../notify/webhooks/notification-urls.js';
import { ReplayService } from '../../notify/webhooks/replay.service.js';
import { PgReplayStore } from '../../notify/webhooks/replay.store.js';
import { WebhookTests } from '../../notify/webhooks/webhook-tests.js';
import { PgWebhookTestStore } from '../../notify/webhooks/webhook-test.store.js';
import { WebhookGateway } from '../../notify/webhooks/webhook.gateway.js';
import { WebhooksController } from '../../notify/webhooks/webhooks.controller.js';
import { MessageReports } from '../../notify/senders/message-reports.js';
import { reportReaders } from '../../notify/senders/report-readers.js';
import { PgMessageStore } from '../../notify/messages/message.store.js';
import type { Config } from '../../platform/config/config.js';
import { createSecretSeal } from '../../platform/keys/secret-seal.js';
import type { Connections } from './connections.js';

export { MessageReportsController } from '../../notify/senders/message-reports.controller.js';
export const notifyControllers = [WebhooksController, EndpointsController, DeliveriesController];

/**
 * Creates the objects for the URLs at which merchants are notified. Merchants set these at the API, and operators at
 * the desk.
 */
export function endpointParts({ pool, config: { sealKeys, loopbackWebhooks } }: Connections) {
  const seal = createSecretSeal(sealKeys);
  const vet = (url: string) => vetWebhookUrl(url, { allowLoopbackHttp: loopbackWebhooks });
  return {
    urls: new NotificationUrls(new PgEndpointStore(pool), seal, vet),
    webhookTests: new WebhookTests(
      new PgWebhookTestStore(pool),
      webhookSender({ sealKeys, loopbackWebhooks }),
    ),
  };
}

function webhookSender({
  sealKeys,
  loopbackWebhooks,
}: Pick<Config, 'sealKeys' | 'loopbackWebhooks'>) {
  return createWebhookSender({
    seal: createSecretSeal(sealKeys),
    allowLoopbackHttp: loopbackWebhooks,
  });
}

/**
 * Creates the dispatcher of the events that this process writes itself. It claims nothing: the worker's dispatcher takes
 * over what this one leaves.
 */
export function ownDispatcher({ pool, config, temporal, logger }: Connections) {
  const sender = webhookSender(config);
  const dispatcher = new WebhookDispatcher({
    ...{ deliveries: new PgDeliveryStore(pool), replays: new PgReplayStore(pool) },
    ...{ sender, retries: new WebhookGateway(temporal), log: logger },
  });
  return {
    dispatcher,
    close: async (): Promise<void> => {
      await dispatcher.close();
      await sender.close();
    },
  };
}

export function notifyParts(connections: Connections) {
  const { pool, config, temporal, logger } = connections;
  return {
    ...endpointParts(connections),
    messageReports: new MessageReports(reportReaders(config.senders), new PgMessageStore(pool)),
    deliveries: new DeliveriesService(new PgDeliveryLog(pool)),
    replays: new ReplayService(new PgReplayStore(pool), new WebhookGateway(temporal), logger),
  };
}
