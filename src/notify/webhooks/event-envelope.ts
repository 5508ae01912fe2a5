import { z } from 'zod';
import { eventTypes, testEventType } from '../../domain/event-type.js';
import { oneOf, text, time, whole } from '../../http/reply.js';

/**
 * The fields of every webhook, whatever its `data`. Types may be added to those that are known: a closed list would
 * break the clients that were generated before.
 */
export function eventEnvelope(example: string) {
  return {
    id: text('Id of the event.', 'evt_01KAJ3Y5T2QH7M8N9P0R1S2T3V'),
    timestamp: time(),
    apiVersion: text(),
    environment: oneOf(['sandbox', 'live']),
    sequence: whole(),
    merchantId: text(),
    type: z.string().meta({
      description: 'Type of the event. More types may be added.',
      example,
      'x-extensible-enum': [...eventTypes, testEventType],
    }),
  };
}
