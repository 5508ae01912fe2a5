import { Context } from '@temporalio/activity';
import type { MessageCourier } from '../../src/notify/messages/courier.port.js';
import { beating } from '../platform/heartbeat.js';
import type { MessageActivities } from './contract.js';

/** For the worker of the task queue `messages`. */
export function messageActivities(courier: MessageCourier): MessageActivities {
  return {
    carryMessages: ({ forMs }) =>
      beating(courier.carry(forMs, Context.current().cancellationSignal)),
  };
}
