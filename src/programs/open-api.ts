import 'reflect-metadata';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Type } from '@nestjs/common';
import { apiDocuments, operatorsDocument } from './api-document.js';
import { apiProgram } from './api-program.js';
import { deskProgram } from './desk-program.js';
import { EdgeModule } from './edge.module.js';
import { builtDocument, type DocumentName } from '../http/built-documents.js';

/**
 * Writes the OpenAPI documents of each environment into `dist`. The build does this once, because an API that made them
 * itself would take a quarter longer to start. The script opens no connection and needs no configuration.
 */
for (const environment of ['sandbox', 'live'] as const) {
  const documents = {
    ...apiDocuments(await preview(apiProgram.controllers(environment))),
    operators: operatorsDocument(await preview(deskProgram.controllers(environment))),
  };
  for (const [name, document] of Object.entries(documents)) {
    const file = builtDocument(environment, name as DocumentName);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(document));
  }
}

function preview(controllers: Type[]): Promise<NestFastifyApplication> {
  const options = { preview: true, logger: false, abortOnError: false } as const;
  return NestFactory.create<NestFastifyApplication>(
    EdgeModule.withoutObjects(controllers),
    new FastifyAdapter(),
    options,
  );
}
