import 'reflect-metadata';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { apiDocuments } from './api-document.js';
import { AppModule } from './app.module.js';
import type { Config } from './config/config.js';
import { builtDocument } from './http/built-documents.js';
import { Drain } from './http/drain.js';
import type { ApiDocuments } from './http/open-api-document.js';
import type { Logger } from './observability/logger.js';

/**
 * Writes the OpenAPI documents of each environment into `dist`. The build does it once, since an API that made them itself
 * would take a quarter longer to start. Opens no connection and needs no configuration.
 */
for (const environment of ['sandbox', 'live'] as const) {
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.forProcess({ environment } as Config, {} as Logger, new Drain()),
    new FastifyAdapter(),
    { preview: true, logger: false, abortOnError: false },
  );
  for (const [name, document] of Object.entries(apiDocuments(app))) {
    const file = builtDocument(environment, name as keyof ApiDocuments);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(document));
  }
}
