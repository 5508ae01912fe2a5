import 'reflect-metadata';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DynamicModule } from '@nestjs/common';
import { apiDocuments, operatorsDocument } from './api-document.js';
import { AppModule } from './app.module.js';
import { DeskModule } from './desk.module.js';
import type { Config } from '../platform/config/config.js';
import { builtDocument, type DocumentName } from '../http/built-documents.js';
import { Drain } from '../http/drain.js';
import type { Logger } from '../platform/observability/logger.js';

/**
 * Writes the OpenAPI documents of each environment into `dist`. The build does it once, since an API that made them itself
 * would take a quarter longer to start. Opens no connection and needs no configuration.
 */
for (const environment of ['sandbox', 'live'] as const) {
  const of = [{ environment } as Config, {} as Logger, new Drain()] as const;
  const documents = {
    ...apiDocuments(await preview(AppModule.forProcess(...of))),
    operators: operatorsDocument(await preview(DeskModule.forProcess(...of))),
  };
  for (const [name, document] of Object.entries(documents)) {
    const file = builtDocument(environment, name as DocumentName);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(document));
  }
}

function preview(module: DynamicModule): Promise<NestFastifyApplication> {
  const options = { preview: true, logger: false, abortOnError: false } as const;
  return NestFactory.create<NestFastifyApplication>(module, new FastifyAdapter(), options);
}
