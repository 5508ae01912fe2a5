import { readFileSync } from 'node:fs';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../platform/config/config.js';
import { tokenPath } from '../../http/access/oauth-routes.js';
import { scopeWords } from '../../http/access/scope-words.js';
import { hookHeaders } from '../../providers/hook-signature.js';
import { builtDocument } from '../../http/built-documents.js';
import { serveCompressed } from '../../http/compressed.js';
import { addDocsPage } from './docs-page.js';
import {
  completeDocuments,
  completeOperatorsDocument,
  type ApiDocuments,
} from '../../http/open-api-document.js';
import type { ApiDocument } from '../../http/open-api-model.js';

const description = `Take payments from customers in Nigeria, by bank transfer and by card.

Amounts are whole numbers of kobo: ₦10,000.00 is \`1000000\`. Times are in UTC (RFC 3339).

Every reply has the same envelope. \`isSuccessful\` is true exactly when \`code\` is "00" and the HTTP status is 200. HTTP 202
means that the outcome is not known yet: ask again. For any other status, \`data.reason\` names the cause, and
[/docs/errors](/docs/errors) says what to do.

Every reply has the header \`X-Request-Id\`. Every reply to a merchant tells how many requests are left, in the headers
\`RateLimit\`, \`RateLimit-Policy\`, \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\`.

New fields, reasons and event types may be added to this version at any time. Ignore what you do not know.`;

const title = 'Manilla';

const providers = {
  title: 'Manilla for banks and acquirers',
  description: `Hooks by which a bank or a card acquirer tells the engine what happened, and the health checks for monitoring.

A hook is signed. The header \`${hookHeaders.timestamp}\` holds the time in seconds since 1970. The header
\`${hookHeaders.signature}\` holds the hex HMAC-SHA-256 of \`timestamp.body\` with the shared key. A hook that is sent again
is answered as the first time and changes nothing.`,
};

/** Makes the OpenAPI 3.1 documents from the controllers. `webhooks` are the requests that we send ourselves. */
export function describeApi(
  app: INestApplication,
  version: string,
  webhooks: object,
): ApiDocuments {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(title)
    .setDescription(description)
    .setVersion(version)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'The host that serves this document')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'Token from POST /api/v1/merchant/authenticate. It is valid for an hour.',
      },
      'bearer',
    )
    .addOAuth2(
      {
        type: 'oauth2',
        description: `The same token by OAuth2 client credentials: form or HTTP Basic, no envelope.`,
        flows: {
          clientCredentials: {
            tokenUrl: tokenPath,
            scopes: scopeWords,
          },
        },
      },
      'oauth2',
    )
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: hookHeaders.signature,
        description: `Hex HMAC-SHA-256 of \`timestamp.body\` with the shared key; the timestamp is in ${hookHeaders.timestamp}.`,
      },
      'hookSignature',
    )
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (_controller, method) => method,
  });
  return completeDocuments(Object.assign(document, { webhooks }), providers);
}

const operators = {
  title: 'Manilla for operators',
  description: `What waits for a person, and what operators decide about it.

Amounts are whole numbers of kobo: ₦10,000.00 is \`1000000\`. Times are in UTC (RFC 3339). Replies have the envelope of the
merchants' API: \`isSuccessful\` is true exactly when \`code\` is "00" and the HTTP status is 200; \`data.reason\` names the
cause of a failure, and [/docs/errors](/docs/errors) says what to do.`,
};

/** Makes the document of the operators' API from its controllers. */
export function describeOperatorsApi(app: INestApplication, version: string): ApiDocument {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(operators.title)
    .setDescription(operators.description)
    .setVersion(version)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'The host that serves this document')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        description: 'Token of an operator, made by `manilla operators add NAME`.',
      },
      'operator',
    )
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (_controller, method) => method,
  });
  return completeOperatorsDocument(document);
}

/** Serves the operators' document that the build wrote. */
export function addOperatorsDocument(
  fastify: FastifyInstance,
  environment: Config['environment'],
): void {
  serveDocument(fastify, '/openapi.json', environment, 'operators');
}

/** Serves the documents that the build wrote, and a page to read and try them at /docs. */
export function addDocs(fastify: FastifyInstance, environment: Config['environment']): void {
  const documents = [
    { url: '/openapi.json', name: title, document: 'merchants' },
    { url: '/openapi-providers.json', name: providers.title, document: 'providers' },
  ] as const;
  for (const { url, document } of documents) serveDocument(fastify, url, environment, document);
  addDocsPage(
    fastify,
    'Manilla API',
    documents.map(({ url, name }) => ({ url, name })),
  );
}

function serveDocument(
  fastify: FastifyInstance,
  url: string,
  environment: Config['environment'],
  name: Parameters<typeof builtDocument>[1],
): void {
  const plain = readFileSync(builtDocument(environment, name));
  const type = 'application/json; charset=utf-8';
  serveCompressed(fastify, url, { type, read: () => Promise.resolve(plain) });
}
