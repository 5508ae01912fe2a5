import { createServer } from 'node:net';
import { claimPort } from './port-claims.ts';
import { Problem } from './problem.ts';

/** One listening port of the stack: its default, the variable that moves it, and the part that listens there. */
interface PortEntry {
  readonly default: number;
  readonly variable: string;
  readonly label: string;
}

const portTable = {
  api: { default: 3000, variable: 'MANILLA_API_PORT', label: 'the API' },
  apiMetrics: { default: 9464, variable: 'MANILLA_METRICS_PORT', label: "the API's metrics" },
  workerMetrics: {
    default: 9465,
    variable: 'MANILLA_WORKER_METRICS_PORT',
    label: "the worker's health and metrics",
  },
  desk: { default: 3020, variable: 'MANILLA_DESK_PORT', label: 'the desk' },
  deskMetrics: {
    default: 9467,
    variable: 'MANILLA_DESK_METRICS_PORT',
    label: "the desk's metrics",
  },
  portal: { default: 3030, variable: 'MANILLA_PORTAL_PORT', label: 'the portal' },
  portalMetrics: {
    default: 9468,
    variable: 'MANILLA_PORTAL_METRICS_PORT',
    label: "the portal's metrics",
  },
  codec: { default: 8234, variable: 'MANILLA_CODEC_PORT', label: 'the codec server' },
  simulator: { default: 3010, variable: 'MANILLA_SIMULATOR_PORT', label: 'the simulator' },
  ui: { default: 8233, variable: 'MANILLA_UI_PORT', label: 'the Temporal UI' },
  postgres: { default: 54329, variable: 'MANILLA_PG_PORT', label: 'PostgreSQL' },
  temporal: { default: 7233, variable: 'MANILLA_TEMPORAL_PORT', label: 'the Temporal server' },
} satisfies Record<string, PortEntry>;

export type PortName = keyof typeof portTable;
export type StackPorts = Record<PortName, number>;

/** Offsets from the Temporal frontend's port; six ports in a row hold one whole server. */
export const temporalPortOffsets = {
  frontend: 0,
  history: 1,
  matching: 2,
  worker: 3,
  http: 4,
  metrics: 5,
} as const;
const temporalPortCount = Object.keys(temporalPortOffsets).length;

/** The ports of `npm run observe`, moved as far as the desk's. */
export function observedPorts({ desk }: Pick<StackPorts, 'desk'>) {
  const offset = desk - portTable.desk.default;
  return { prometheus: 9090 + offset, alertmanager: 9093 + offset, grafana: 3040 + offset };
}

const portNames = Object.keys(portTable) as PortName[];

/** Moves all ports at once that no variable of their own moves. */
const offsetVariable = 'MANILLA_PORT_OFFSET';
const highestPort = 65_000;

/** The published ports: all moved by MANILLA_PORT_OFFSET, and each by a variable of its own. @throws Problem */
export function portsFromEnvironment(env: NodeJS.ProcessEnv): StackPorts {
  const offset = offsetFrom(env);
  const entries = portNames.map((name) => {
    const { default: usual, variable } = portTable[name];
    const port = isSet(env, variable) ? portFromVariable(variable, env) : usual + offset;
    return [name, port] as const;
  });
  return Object.fromEntries(entries) as StackPorts;
}

function isSet(env: NodeJS.ProcessEnv, variable: string): boolean {
  return env[variable] !== undefined && env[variable] !== '';
}

function portFromVariable(variable: string, env: NodeJS.ProcessEnv): number {
  const port = Number(env[variable]);
  if (Number.isInteger(port) && port >= 1024 && port <= highestPort) return port;
  throw new Problem(
    `${variable} is "${env[variable]}"; set it to a port number from 1024 to ${highestPort}, or leave it unset.`,
  );
}

/** The most by which all ports can be moved: down until the first of the usual ports ends, up until the last does. */
const offsets = {
  min: 1024 - Math.min(...portNames.map((name) => portTable[name].default)),
  max: highestPort - Math.max(...portNames.map((name) => portTable[name].default)),
};

function offsetFrom(env: NodeJS.ProcessEnv): number {
  if (!isSet(env, offsetVariable)) return 0;
  const offset = Number(env[offsetVariable]);
  if (Number.isInteger(offset) && offset >= offsets.min && offset <= offsets.max) return offset;
  throw new Problem(
    `${offsetVariable} is "${env[offsetVariable]}"; set it to a number from ${offsets.min} to ${offsets.max}, or leave it unset.`,
  );
}

/** Ports nobody listens on now, below the range the system hands out for outgoing connections. */
export async function freePorts(): Promise<StackPorts> {
  const taken = new Set<number>();
  const ports: Partial<StackPorts> = {};
  for (const name of portNames) {
    ports[name] = await freePortRun(name === 'temporal' ? temporalPortCount : 1, taken);
  }
  return ports as StackPorts;
}

/** The variables that move a stack to these ports. */
export function portSettings(ports: StackPorts): Record<string, string> {
  return Object.fromEntries(
    portNames.map((name) => [portTable[name].variable, String(ports[name])] as const),
  );
}

/** The first of so many ports in a row that nobody listens on; they are added to `taken`. */
export async function freePortRun(length: number, taken: Set<number>): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const first = 15_000 + Math.floor(Math.random() * 16_000);
    const run = Array.from({ length }, (_, offset) => first + offset);
    const unclaimed = run.every((port) => !taken.has(port) && claimPort(port));
    if (unclaimed && (await Promise.all(run.map(isFree))).every(Boolean)) {
      run.forEach((port) => taken.add(port));
      return first;
    }
  }
  throw new Problem(
    'No free ports were found; close programs that listen on many ports and try again.',
  );
}

interface TakenPort {
  readonly port: number;
  readonly name: PortName;
}

async function takenOf(ports: StackPorts, names: readonly PortName[]): Promise<TakenPort[]> {
  const needed = names.flatMap((name) =>
    Array.from({ length: name === 'temporal' ? temporalPortCount : 1 }, (_, at) => ({
      ...{ port: ports[name] + at, name },
    })),
  );
  const free = await Promise.all(needed.map(({ port }) => isFree(port)));
  return needed.filter((_, at) => !free[at]);
}

/**
 * Throws a Problem that names every port of `names` that another program listens on, and the variables that move them.
 */
export async function requireFreePorts(
  ports: StackPorts,
  names: readonly PortName[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const taken = await takenOf(ports, names);
  if (taken.length === 0) return;
  const listed = taken.map(({ port, name }) => `${port} (${portTable[name].label})`).join(', ');
  const [one, are, others, them] =
    taken.length === 1
      ? (['Port', 'is', 'another program', 'that program'] as const)
      : (['Ports', 'are', 'other programs', 'those programs'] as const);
  const moved = await movedBy(taken, names, env);
  throw new Problem(
    `${one} ${listed} ${are} taken by ${others}; stop ${them}, or move ${taken.length === 1 ? 'it' : 'them'}: ${moved} npm start.`,
  );
}

/** The settings by which none of the taken ports is needed: one for all, and one for each that has a variable of its own. */
async function movedBy(
  taken: readonly TakenPort[],
  names: readonly PortName[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const own = new Set(
    taken.map(({ name }) => name).filter((name) => isSet(env, portTable[name].variable)),
  );
  const isShared = taken.some(({ name }) => !own.has(name));
  const shared = isShared ? [`${offsetVariable}=${await freeOffset(names, env)}`] : [];
  const each = [...own].map(
    (name) => `${portTable[name].variable}=${suggestion(Number(env[portTable[name].variable]))}`,
  );
  return [...shared, ...each].join(' ');
}

/** The first hundred, counted from where they are, by which nothing that it moves is taken. */
async function freeOffset(names: readonly PortName[], env: NodeJS.ProcessEnv): Promise<number> {
  const moved = names.filter((name) => !isSet(env, portTable[name].variable));
  const first = offsetFrom(env) + 100;
  for (let offset = first; offset <= offsets.max; offset += 100) {
    const ports = portsFromEnvironment({ ...env, [offsetVariable]: String(offset) });
    if ((await takenOf(ports, moved)).length === 0) return offset;
  }
  return first;
}

function suggestion(port: number): number {
  return port + 100 <= highestPort ? port + 100 : port - 100;
}

/** Tells whether nobody listens on the port of 127.0.0.1. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      server.close(() => resolve(true)),
    );
  });
}
