import type { INestApplication, Type } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { hookHeaders } from '../rails/hook-signature.js';
import { completeDocument } from './open-api-document.js';

const description = `Payments for merchants in Nigeria.

Amounts are whole numbers of kobo. Times are RFC 3339 in UTC. Every reply has the same envelope: \`isSuccessful\` is true
exactly when \`code\` is "00" and the HTTP status is 200; 202 means not decided yet. What each result means, and what to do:
[/docs/errors](/docs/errors). Replies may gain fields and error reasons at any time; nothing else changes within a version.`;

/** The OpenAPI 3.1 document, made from the controllers. `webhooks` and their models are what we send ourselves. */
export function describeApi(
  app: INestApplication,
  version: string,
  webhooks: { readonly operations: object; readonly models: Type<unknown>[] },
): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Manilla')
    .setDescription(description)
    .setVersion(version)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'Where this document comes from')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'From POST /api/v1/merchant/authenticate; valid for an hour.',
      },
      'bearer',
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
    extraModels: webhooks.models,
  });
  return completeDocument(Object.assign(document, { webhooks: webhooks.operations }));
}

/** The document at /openapi.json, and a page to read it and try it at /docs. */
export function addDocs(app: INestApplication, document: OpenAPIObject): void {
  SwaggerModule.setup('docs', app, document, {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Manilla API',
    // Else the page would tell a validator on the internet where the document is.
    swaggerOptions: { validatorUrl: null },
  });
}
