import { connectionName } from '../../platform/config/instance.js';
import { ChannelListener } from '../../platform/database/channel-listener.js';
import { WebhookDispatcher, type DispatcherPorts, type DispatcherSettings } from './dispatcher.js';

/** PostgreSQL notifies this channel when a delivery is due. */
const CHANNEL = 'deliveries';

export interface RunningNotifications {
  /** Claims nothing more, and returns when all that is under way is sent and written down. */
  close(): Promise<void>;
}

/**
 * Starts the dispatcher and the listener that wakes it. The caller closes the sender and the stores itself, after this.
 */
export async function startNotifications(
  ports: DispatcherPorts,
  databaseUrl: string,
  settings: Partial<DispatcherSettings> = {},
): Promise<RunningNotifications> {
  const dispatcher = new WebhookDispatcher(ports, settings);
  const listener = new ChannelListener({
    url: databaseUrl,
    channel: CHANNEL,
    applicationName: connectionName('manilla-dispatcher'),
    onNotice: () => dispatcher.wake(),
    onConnected: () => dispatcher.wake(),
  });
  dispatcher.start();
  ports.localDispatcher?.open(dispatcher);
  await listener.start();
  return {
    close: async () => {
      ports.localDispatcher?.close();
      await listener.close();
      await dispatcher.close();
    },
  };
}
