import { createServer } from 'node:net';
import { Problem } from './problem.ts';

/** One listening port of the stack: its default, the variable that moves it, and what listens there. */
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

const portNames = Object.keys(portTable) as PortName[];

/** The published ports, each moved by its environment variable. */
export function portsFromEnvironment(env: NodeJS.ProcessEnv): StackPorts {
  const entries = portNames.map((name) => [name, portFromVariable(portTable[name], env)] as const);
  return Object.fromEntries(entries) as StackPorts;
}

function portFromVariable(entry: PortEntry, env: NodeJS.ProcessEnv): number {
  const text = env[entry.variable];
  if (text === undefined || text === '') return entry.default;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1024 && port <= 65_000) return port;
  throw new Problem(
    `${entry.variable} is "${text}"; set it to a port number from 1024 to 65000, or leave it unset.`,
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

/** The first of so many ports in a row that nobody listens on; they are added to `taken`. */
export async function freePortRun(length: number, taken: Set<number>): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const first = 15_000 + Math.floor(Math.random() * 16_000);
    const run = Array.from({ length }, (_, offset) => first + offset);
    const unclaimed = run.every((port) => !taken.has(port));
    if (unclaimed && (await Promise.all(run.map(isFree))).every(Boolean)) {
      run.forEach((port) => taken.add(port));
      return first;
    }
  }
  throw new Problem(
    'No free ports were found; close programs that listen on many ports and try again.',
  );
}

/** Throws a Problem that names the first of `names` whose port another program listens on. */
export async function requireFreePorts(
  ports: StackPorts,
  names: readonly PortName[],
): Promise<void> {
  for (const name of names) {
    const length = name === 'temporal' ? temporalPortCount : 1;
    for (let offset = 0; offset < length; offset++) {
      if (await isFree(ports[name] + offset)) continue;
      const { label, variable } = portTable[name];
      throw new Problem(
        `Port ${ports[name] + offset}, which ${label} needs, is taken by another program; ` +
          `stop that program, or choose another port with ${variable}=${suggestion(ports[name])} npm start.`,
      );
    }
  }
}

function suggestion(port: number): number {
  return port + 100 <= 65_000 ? port + 100 : port - 100;
}

/** Whether nobody listens on the port of 127.0.0.1. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      server.close(() => resolve(true)),
    );
  });
}
