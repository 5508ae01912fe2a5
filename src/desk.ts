import 'reflect-metadata';
import { DeskModule } from './desk.module.js';
import { runEdgeProgram } from './edge-app.js';
import { addOperatorsDocument } from './http/docs.js';

/** Entry point of the operators' API and desk. */
await runEdgeProgram({
  service: 'desk',
  module: (config, logger, drain) => DeskModule.forProcess(config, logger, drain),
  listens: ({ deskHost, deskPort, deskMetricsPort, deskUrl }) => ({
    ...{ host: deskHost, port: deskPort },
    ...{ metricsPort: deskMetricsPort, baseUrl: deskUrl },
  }),
  addRoutes: (_app, fastify, { environment }) => addOperatorsDocument(fastify, environment),
});
