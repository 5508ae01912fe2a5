import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Logger } from '../../../platform/observability/logger.js';
import { hookHeaders, isHookGenuine, type HookKeys } from '../../hook-signature.js';
import { addBehaviourRoutes } from './behaviour/behaviour-routes.js';
import { behaviourTables, Behaviours } from './behaviour/behaviours.js';
import { SimulatorDatabase } from './database.js';
import { Hooks } from './hooks.js';
import { Refusal } from './refusal.js';
import type { RouteGroup, SimulatorParts } from './route-group.js';

export interface SimulatorOptions {
  readonly groups: readonly RouteGroup[];
  /** Path of the SQLite file, or `:memory:`. */
  readonly data: string;
  /** The address at which Manilla's API listens. */
  readonly apiUrl: string;
  /** The address at which browsers reach the pages; null: the one at which the caller reaches the simulator. */
  readonly publicUrl: string | null;
  readonly keys: HookKeys;
  /** Whether others than this machine may use `/control`. */
  readonly openControl: boolean;
  readonly log: Logger;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of the body, which signatures are over. */
    rawBody: Buffer;
  }
}

/** A file of ten megabytes, as base64 in JSON. */
const maxBodyBytes = 16 * 1024 * 1024;
const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const ownNames = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;

/** The process's routes over its database; `close` ends both. */
export function createSimulator(options: SimulatorOptions): FastifyInstance {
  const { groups, log } = options;
  const database = new SimulatorDatabase(options.data);
  for (const schema of [behaviourTables, ...groups.map((group) => group.schema)]) {
    database.prepare(schema);
  }
  const hooks = new Hooks(options.apiUrl, options.keys);
  const behaviours = new Behaviours(database);
  const parts: SimulatorParts = {
    database,
    behaviours,
    hooks,
    publicUrl: options.publicUrl,
    keys: options.keys,
    takers: [],
    log,
  };
  // Connections are closed by force at the end, because a call that a rule makes time out never ends by itself.
  const app = fastify({ bodyLimit: maxBodyBytes, forceCloseConnections: true });
  readRawBodies(app);
  answerRefusals(app, log);
  app.addHook('onClose', async () => {
    await hooks.close();
    database.close();
  });
  app.get('/health', () => ({ status: 'ok' }));
  app.register(async (signed) => {
    signed.addHook('preHandler', requireSignature(options.keys));
    for (const group of groups) group.signed?.(signed, parts);
  });
  app.register(async (control) => {
    if (!options.openControl) control.addHook('onRequest', requireLoopback);
    addBehaviourRoutes(
      control,
      parts,
      groups.flatMap(({ operations }) => operations),
      groups.flatMap(({ misbehaviours = {} }) => Object.keys(misbehaviours)),
    );
    for (const group of groups) group.control?.(control, parts);
  });
  app.register(async (open) => {
    for (const group of groups) group.open?.(open, parts);
  });
  return app;
}

function readRawBodies(app: FastifyInstance): void {
  app.decorateRequest('rawBody');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done) => {
      request.rawBody = body;
      try {
        done(null, body.length === 0 ? undefined : JSON.parse(body.toString('utf8')));
      } catch {
        done(new Refusal(400, 'the body is no JSON'));
      }
    },
  );
}

function answerRefusals(app: FastifyInstance, log: Logger): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error instanceof Refusal ? error.status : (error.statusCode ?? 500);
    if (status >= 500) log.error({ err: error, url: request.url }, 'the simulator has failed');
    return reply.code(status).send({ message: error.message });
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ message: `there is no ${request.method} ${request.url}` }),
  );
}

function requireSignature(keys: HookKeys) {
  return async (request: FastifyRequest): Promise<void> => {
    const [timestamp, signature] = [hookHeaders.timestamp, hookHeaders.signature].map((name) =>
      String(request.headers[name] ?? ''),
    );
    const body = request.rawBody ?? Buffer.alloc(0);
    if (timestamp === undefined || signature === undefined) throw new Refusal(401, 'no signature');
    if (!isHookGenuine(keys, { timestamp, signature, body }, Date.now())) {
      throw new Refusal(401, 'the signature is not by the key we share, or not of now');
    }
  };
}

async function requireLoopback(request: FastifyRequest): Promise<void> {
  if (!loopback.has(request.socket.remoteAddress ?? '')) {
    throw new Refusal(403, 'the control API is for this machine only');
  }
  // Other host names are refused, because a page of any site may reach us by a name of its own that leads to this
  // machine.
  if (!ownNames.test(request.headers.host ?? '')) {
    throw new Refusal(
      403,
      'the control API is asked for by localhost or an address of this machine',
    );
  }
}
