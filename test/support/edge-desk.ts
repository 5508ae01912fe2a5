import { pino } from 'pino';
import { loadConfig } from '../../src/platform/config/config.js';
import { loggerOptions } from '../../src/platform/observability/logger.js';
import { compiled } from './compiled.js';
import type { TestEdge } from './edge.js';
import { KeptSchedules } from './kept-schedules.js';
import { listenHere } from './edge-program.js';
import { freeDeskPorts, type ProgramEnvironment, withOwnKeys } from './stack.js';

/** The operators' desk, wherever it runs. */
export interface TestDesk {
  readonly baseUrl: string;
  readonly env: ProgramEnvironment;
  /** The Schedules of a desk without Temporal; undefined: it has a real one. */
  readonly schedules?: KeptSchedules;
  /** The lines of its log so far. */
  log(): readonly string[];
  stop(): Promise<void>;
}

/** Starts a desk in the process of its test, beside an edge; `settings` are its own. */
export async function startEdgeDesk(
  { env, decide }: Pick<TestEdge, 'env' | 'decide'>,
  settings: Partial<ProgramEnvironment> = {},
): Promise<TestDesk> {
  const own = { ...env, MANILLA_LOG_LEVEL: 'info', ...(await freeDeskPorts()), ...settings };
  const config = loadConfig({ ...withOwnKeys('desk', own) }, 'desk');
  const { deskProgram } = await compiled<typeof import('../../src/programs/desk-program.js')>(
    'programs/desk-program.js',
  );
  const kept = new KeptSchedules();
  const lines: string[] = [];
  const logger = pino(loggerOptions(config.logLevel, 'desk'), {
    write: (line: string) => void lines.push(line),
  });
  return {
    baseUrl: `http://127.0.0.1:${config.deskPort}`,
    env: own,
    log: () => lines,
    schedules: kept,
    stop: await listenHere(deskProgram, config, logger, ({ workflows, schedules }) => {
      Object.assign(workflows, { decide });
      Object.assign(schedules, { list: kept.list });
    }),
  };
}
