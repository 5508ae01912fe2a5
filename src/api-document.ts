import type { INestApplication } from '@nestjs/common';
import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { eventTypes } from './domain/event-type.js';
import { describeApi } from './http/docs.js';
import {
  CollectionNotification,
  WebhookCollectionPayload,
} from './webhooks/collection-payload.dto.js';
import { eventSummaries } from './webhooks/event-docs.js';
import {
  SettlementNotification,
  WebhookSettlementPayload,
} from './webhooks/settlement-payload.dto.js';

const version = '0.1.0';

/** The whole contract: what we answer, and what we send. */
export function apiDocument(app: INestApplication): OpenAPIObject {
  return describeApi(app, version, {
    operations: Object.fromEntries(
      eventTypes.map((type) => [type, { post: eventOperation(type) }]),
    ),
    models: [
      WebhookCollectionPayload,
      CollectionNotification,
      WebhookSettlementPayload,
      SettlementNotification,
    ],
  });
}

function payloadOf(type: string) {
  return type.startsWith('settlement.') ? WebhookSettlementPayload : WebhookCollectionPayload;
}

function eventOperation(type: (typeof eventTypes)[number]): object {
  const name = type.replace(/(?:^|[._])([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  return {
    operationId: `on${name}`,
    summary: eventSummaries[type],
    tags: ['Webhook events'],
    security: [],
    parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((header) => ({
      name: header,
      in: 'header',
      required: true,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: { $ref: getSchemaPath(payloadOf(type)) } },
      },
    },
    responses: {
      '2XX': { description: 'Taken. Anything else is tried again.' },
      '410': { description: 'Gone: we stop sending.' },
    },
  };
}
