import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';

/** OpenAPI 3.1 at /openapi.json and a page to read it and try it at /docs. */
export function addDocs(app: INestApplication, baseUrl: string, version: string): void {
  const description =
    'Payments for merchants in Nigeria. Amounts are in kobo. Every reply has the same envelope; ' +
    '[what each result means](/docs/errors).';
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Manilla')
    .setDescription(description)
    .setVersion(version)
    .addServer(baseUrl)
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (_controller, method) => method,
  });
  SwaggerModule.setup('docs', app, withNullTypes(document), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Manilla API',
  });
}

/** OpenAPI 3.1 has no `nullable`, which Nest still writes: null is one of the types there. */
function withNullTypes(document: OpenAPIObject): OpenAPIObject {
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('nullable' in value)) return value;
    const { nullable, ...schema } = value as {
      nullable: unknown;
      type?: unknown;
      enum?: unknown[];
    };
    if (nullable !== true) return schema;
    if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] };
    const values = schema.enum === undefined ? {} : { enum: [...schema.enum, null] };
    return { ...schema, ...values, type: [schema.type, 'null'] };
  }) as OpenAPIObject;
}
