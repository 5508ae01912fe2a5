import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';

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
  SwaggerModule.setup('docs', app, document, {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Manilla API',
  });
}
