import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import type pg from 'pg';
import protobuf from 'protobufjs';
import type undici from 'undici';

/**
 * Loaded into a program before its own code (`node --import`): counts what the program asks of PostgreSQL, of Temporal and
 * over HTTP, and kills it before or after exactly one of these calls. The product knows nothing of it.
 *
 * The folder CRASH_POINTS_DIR says what to do and takes down what was passed (crash-points.ts).
 */

type Side = 'before' | 'after';

const dir = process.env['CRASH_POINTS_DIR'] ?? '';
const programs: Readonly<Record<string, string>> = { 'api.js': 'api', 'worker.js': 'worker' };
const program = programs[basename(process.argv[1] ?? '')];

let planId = '';
const hits = new Map<string, number>();

interface Plan {
  readonly id: string;
  readonly program: string;
  readonly point: string;
  readonly side: Side;
  readonly hit: number;
  readonly inARow?: number;
}

/** The plan is a small file, and reading it at every call lets the plan change while the program runs. */
function readPlan(): Plan | undefined {
  try {
    return JSON.parse(readFileSync(join(dir, 'plan.json'), 'utf8')) as Plan;
  } catch {
    return undefined;
  }
}

/** Takes the call down; answers what is to be done when it has been answered. */
function pass(point: string): () => void {
  const plan = readPlan();
  if (plan === undefined) return () => {};
  if (plan.id !== planId) {
    planId = plan.id;
    hits.clear();
  }
  const hit = (hits.get(point) ?? 0) + 1;
  hits.set(point, hit);
  appendFileSync(join(dir, 'passed'), `${plan.id}\t${program}\t${point}\n`);
  const isHere = plan.program === program && plan.point === point && plan.hit === hit;
  if (!isHere) return () => {};
  if (plan.side === 'before') die(plan);
  return () => die(plan);
}

/** Once for each plan, or so often as it says, while it is the plan: the program that is started again goes on. */
function die({ id, inARow = 1 }: Plan): void {
  const marks = Array.from({ length: inARow }, (_, n) => join(dir, `died-${id}-${n}`));
  const mark = marks.find((file) => !existsSync(file));
  if (mark === undefined || readPlan()?.id !== id) return;
  writeFileSync(mark, '');
  process.kill(process.pid, 'SIGKILL');
}

async function watched<Answer>(point: string, call: () => Promise<Answer>): Promise<Answer> {
  const answered = pass(point);
  try {
    return await call();
  } finally {
    answered();
  }
}

/** A statement by its name and by what tells its calls apart: an event such as SENT. */
function statementOf(args: readonly unknown[]): string {
  const [first, second] = args;
  const config = typeof first === 'object' && first !== null ? first : { text: first };
  const { name, text, values } = config as { name?: string; text?: unknown; values?: unknown };
  const given = Array.isArray(values) ? values : Array.isArray(second) ? second : [];
  const kinds = given.filter(
    (value): value is string => typeof value === 'string' && /^[A-Z_]{4,}$/.test(value),
  );
  const what = name ?? String(text).trim().replace(/\s+/g, ' ').slice(0, 40);
  return kinds.length === 0 ? `pg:${what}` : `pg:${what}(${kinds.join(',')})`;
}

type Query = (this: pg.Client, ...args: unknown[]) => unknown;
type Done = (...results: unknown[]) => unknown;

function watchPostgres({ Client }: typeof pg): void {
  const client = Client.prototype as unknown as { query: Query };
  const query = client.query;
  client.query = function (this: pg.Client, ...args: unknown[]): unknown {
    const point = statementOf(args);
    // What the readiness probe asks moves nothing.
    if (/^pg:select 1$/i.test(point)) return query.apply(this, args);
    const done = args.at(-1);
    if (typeof done !== 'function') {
      return watched(point, () => query.apply(this, args) as Promise<unknown>);
    }
    const answered = pass(point);
    const tell: Done = (...results) => {
      answered();
      return (done as Done)(...results);
    };
    return query.apply(this, [...args.slice(0, -1), tell]);
  };
}

interface RpcService {
  rpcCall(method: { name: string }, ...rest: unknown[]): unknown;
}

interface RpcRequest {
  readonly signalName?: string;
  readonly workflowType?: { readonly name?: string };
  readonly request?: { readonly input?: { readonly name?: string } };
}

function watchTemporal(): void {
  const service = protobuf.rpc.Service.prototype as unknown as RpcService;
  const rpcCall = service.rpcCall;
  service.rpcCall = function (this: RpcService, method, ...rest) {
    // Health probes ask for it, and it moves nothing.
    if (/^getSystemInfo$/i.test(method.name)) return rpcCall.call(this, method, ...rest);
    const request = rest[2] as RpcRequest | undefined;
    const about =
      request?.signalName ?? request?.workflowType?.name ?? request?.request?.input?.name;
    const point = `temporal:${method.name}${about ? `(${about})` : ''}`;
    return watched(point, () => rpcCall.call(this, method, ...rest) as Promise<unknown>);
  };
}

interface Handler {
  onRequestStart?(...args: unknown[]): unknown;
  onRequestUpgrade?(...args: unknown[]): unknown;
  onResponseStart?(...args: unknown[]): unknown;
  onResponseData?(...args: unknown[]): unknown;
  onResponseEnd?(...args: unknown[]): unknown;
  onResponseError?(...args: unknown[]): unknown;
}

/** Banks and acquirers are asked through a pool of connections, merchants are told through an agent. */
function watchHttp({ Agent, Pool }: typeof undici): void {
  const pool = Pool.prototype as unknown as {
    request(options: { path: string }): Promise<unknown>;
  };
  const request = pool.request;
  pool.request = function (this: unknown, options) {
    return watched(`http:${options.path}`, () => request.call(this as typeof pool, options));
  };
  const agent = Agent.prototype as unknown as {
    dispatch(options: object, handler: Handler): boolean;
  };
  const dispatch = agent.dispatch;
  agent.dispatch = function (this: typeof agent, options, handler) {
    const answered = pass('http:webhook');
    return dispatch.call(this, options, {
      onRequestStart: (...args) => handler.onRequestStart?.(...args),
      onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
      onResponseStart: (...args) => {
        answered();
        return handler.onResponseStart?.(...args);
      },
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    });
  };
}

/** A package as the program uses it: the programs are bundled with their own copies of most packages. */
async function bundled<Package>(name: string): Promise<Package> {
  const folder = dirname(process.argv[1] ?? '');
  const file = readdirSync(folder).find((each) =>
    new RegExp(`^package-${name}-.*\\.js$`).test(each),
  );
  if (file === undefined) throw new Error(`${folder} has no package ${name}`);
  const { t: found } = (await import(pathToFileURL(join(folder, file)).href)) as {
    t: Package | (() => Package);
  };
  // A CommonJS package is a function there, which makes it once.
  return typeof found === 'function' ? (found as () => Package)() : found;
}

if (isMainThread && program !== undefined && dir !== '') {
  watchPostgres(await bundled<typeof pg>('pg'));
  watchTemporal();
  watchHttp(await bundled<typeof undici>('undici'));
}
