import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { apiDocuments } from './api-document.js';
import { AppModule } from './app.module.js';
import type { Config } from './config/config.js';
import { Drain } from './http/drain.js';
import type { Logger } from './observability/logger.js';

/**
 * Prints the OpenAPI documents of the sandbox, which has every operation, and the exact contract beside them. Opens no
 * connection and needs no configuration.
 */
const config = { environment: 'sandbox' } as Config;
const app = await NestFactory.create<NestFastifyApplication>(
  AppModule.forProcess(config, {} as Logger, new Drain()),
  new FastifyAdapter(),
  { preview: true, logger: false, abortOnError: false },
);
process.stdout.write(JSON.stringify(apiDocuments(app)));
