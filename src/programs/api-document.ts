import type { INestApplication } from '@nestjs/common';
import { referenceToReply } from '../http/reply.js';
import { eventTypes, testEventType } from '../domain/event-type.js';
import { describeApi, describeOperatorsApi } from './docs/docs.js';
import type { ApiDocuments } from '../http/open-api-document.js';
import type { ApiDocument } from '../http/open-api-model.js';
import { eventPayload } from './docs/event-payload.js';
import { eventHeaders, eventSummaries } from './docs/event-docs.js';

const version = '0.1.0';

const sentTypes = [...eventTypes, testEventType] as const;

/** Returns the whole contract of the API: our replies, and the webhooks that we send. */
export function apiDocuments(app: INestApplication): ApiDocuments {
  return describeApi(
    app,
    version,
    Object.fromEntries(sentTypes.map((type) => [type, { post: eventOperation(type) }])),
  );
}

/** Returns the contract of the operators' API. */
export function operatorsDocument(app: INestApplication): ApiDocument {
  return describeOperatorsApi(app, version);
}

function eventOperation(type: (typeof sentTypes)[number]): object {
  const name = type.replace(/(?:^|[._])([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  return {
    operationId: `on${name}`,
    summary: eventSummaries[type],
    tags: ['Webhook events'],
    security: [],
    parameters: Object.entries(eventHeaders).map(([name, { description, example }]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
      example,
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: referenceToReply(eventPayload(type)) },
      },
    },
    responses: {
      '2XX': { description: 'You have the event. Any other status makes us send it again.' },
      '410': { description: 'Gone. We stop sending events to this URL.' },
    },
  };
}
