import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { requireDiskSpace } from './disk.ts';
import { inputsHash } from './inputs-hash.ts';
import { cacheDir, projectRoot } from './layout.ts';
import { diskFull, Problem, sentenceFor } from './problem.ts';
import { startTimeOf } from './process-record.ts';
import type { ProcessStarter } from './processes.ts';
import { profileOf, type TemporalSource, type TemporalWay, waysWanted } from './temporal-choice.ts';
import { slimModules } from './temporal-modules.ts';

type Progress = (line: string) => void;

const goModules = join(projectRoot, 'tools', 'temporal');
const profile = join(goModules, 'server.pgo');
const programs = {
  'temporal-server': 'go.temporal.io/server/cmd/server',
  'temporal-sql-tool': 'go.temporal.io/server/cmd/tools/sql',
  'temporal-ui': 'github.com/temporalio/ui-server/v2/cmd/server',
};

const noGo =
  'MANILLA_TEMPORAL=build or stock needs Go 1.26.8 or newer (https://go.dev/dl); without the variable a temporal CLI will do.';
const buildingMark = '.building-';

const run = promisify(execFile);

/**
 * Finds or makes a Temporal server; each way is tried only when those before it are not there. Tests and benches build one,
 * because it is tuned.
 */
export async function resolveTemporal(
  env: NodeJS.ProcessEnv,
  starter: ProcessStarter,
  progress: Progress,
  otherwise: readonly TemporalWay[] = ['build', 'cli'],
): Promise<TemporalSource> {
  const { address } = profileOf(env);
  if (address) return { kind: 'running', address };
  const ways = waysWanted(env) ?? otherwise;
  const builds = ways
    .filter((way) => way !== 'cli')
    .map((way) => ({ way, folder: buildFolder(env, way) }));
  const built = builds.find(({ folder }) => isComplete(folder));
  if (built !== undefined) return binariesIn(built, false);
  let buildFailure: Problem | undefined;
  for (const way of ways) {
    if (way === 'cli' && (await isRecentCli('temporal'))) {
      return { kind: 'cli', program: 'temporal' };
    }
    const build = builds.find((each) => each.way === way);
    if (build === undefined) continue;
    buildFailure = await tryBuild(build, starter, progress);
    if (isComplete(build.folder)) return binariesIn(build, true);
  }
  if (!ways.includes('cli')) throw buildFailure ?? new Problem(noGo);
  return downloadCli(join(cacheDir(env), 'temporal', 'cli'), buildFailure, progress);
}

/** A build of the server, and the folder that keeps it. */
interface Build {
  readonly way: 'build' | 'stock';
  readonly folder: string;
}

/** Returns the folder of the programs built from these sources; other sources have a folder of their own. */
export function buildFolder(env: NodeJS.ProcessEnv, way: Build['way'] = 'build'): string {
  if (way === 'stock') return join(cacheDir(env), 'temporal', `${versionKey()}-stock`);
  const sources = ['go.mod', 'go.sum', 'stand-ins', 'server.pgo'];
  const hash = inputsHash([
    'scripts/stack/temporal-modules.ts',
    ...sources.map((name) => join('tools', 'temporal', name)),
  ]);
  return join(cacheDir(env), 'temporal', `${versionKey()}-${hash.slice(0, 8)}`);
}

/** Names the pinned versions, e.g. `server-1.32.1-ui-2.55.0`. */
export function versionKey(): string {
  const text = readFileSync(join(goModules, 'go.mod'), 'utf8');
  const version = (module: string): string => {
    const found = new RegExp(`^\\s*(?:require )?${module} v(\\S+)`, 'm').exec(text)?.[1];
    if (found === undefined) throw new Error(`tools/temporal/go.mod does not require ${module}`);
    return found;
  };
  return `server-${version('go.temporal.io/server')}-ui-${version('github.com/temporalio/ui-server/v2')}`;
}

function isComplete(folder: string): boolean {
  return Object.keys(programs).every((name) => existsSync(join(folder, name)));
}

function binariesIn({ folder, way }: Build, isNew: boolean): TemporalSource {
  return {
    kind: 'binaries',
    isNew,
    isStock: way === 'stock',
    server: join(folder, 'temporal-server'),
    sqlTool: join(folder, 'temporal-sql-tool'),
    ui: join(folder, 'temporal-ui'),
  };
}

/** Builds into the cache when Go is there; returns the failure (another way may serve) or undefined. */
async function tryBuild(
  build: Build,
  starter: ProcessStarter,
  progress: Progress,
): Promise<Problem | undefined> {
  const go = await run('go', ['version'], { cwd: goModules }).catch(() => undefined);
  if (go === undefined) return undefined;
  requireDiskSpace(dirname(build.folder), 4_000, "building the Temporal server (with Go's caches)");
  try {
    await buildAll(build, starter, progress);
    return undefined;
  } catch (error) {
    if (sentenceFor(error) === diskFull) throw new Problem(diskFull);
    return error instanceof Problem ? error : new Problem(sentenceFor(error));
  }
}

async function buildAll(
  { folder, way }: Build,
  starter: ProcessStarter,
  progress: Progress,
): Promise<void> {
  removeAbandoned(dirname(folder));
  const unfinished = `${folder}${buildingMark}${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const modules = join(unfinished, 'modules');
  try {
    progress('downloading the sources of the Temporal server');
    mkdirSync(modules);
    const flags = await (way === 'stock' ? releasedModules(modules) : tunedModules(modules));
    for (const [name, source] of Object.entries(programs)) {
      const report: Progress = (line) => progress(`building ${name} (once, minutes): ${line}`);
      await goBuild(starter, [...flags, '-o', join(unfinished, name), source], report);
    }
    rmSync(modules, { recursive: true });
    if (isComplete(folder)) return;
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * Returns the flags of a build that replaces the parts our server never uses, and lays out its commonest work for
 * speed.
 */
async function tunedModules(folder: string): Promise<readonly string[]> {
  const modFile = await slimModules(goModules, folder).catch((error: { stderr?: string }) => {
    throw buildProblem(error.stderr ?? sentenceFor(error));
  });
  return ['-trimpath', '-ldflags', '-s -w', '-pgo', profile, '-modfile', modFile];
}

/** The flags of a plain build of the released modules. */
async function releasedModules(folder: string): Promise<readonly string[]> {
  for (const name of ['go.mod', 'go.sum']) copyFileSync(join(goModules, name), join(folder, name));
  // The modules that the tuned build leaves out are not in go.sum.
  return ['-trimpath', '-mod=mod', '-modfile', join(folder, 'go.mod')];
}

/**
 * Removes the leftovers of builds that were killed. A build that still runs (a start beside a test run) is left alone.
 */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent).filter((each) => each.includes(buildingMark))) {
    const builder = Number(name.split(buildingMark)[1]);
    if (startTimeOf(builder) === undefined) rmSync(join(parent, name), { recursive: true });
  }
}

async function goBuild(
  starter: ProcessStarter,
  what: readonly string[],
  progress: Progress,
): Promise<void> {
  const child = starter.start({
    name: 'build-temporal',
    command: 'go',
    args: ['build', '-v', ...what],
    cwd: goModules,
    env: { ...process.env, CGO_ENABLED: '0' },
  });
  truncateSync(child.logFile);
  let end: string | undefined;
  while (end === undefined) {
    end = await Promise.race([child.ended, sleep(500).then(() => undefined)]);
    progress(buildProgress(child.logFile));
  }
  if (end !== 'exit code 0') throw buildProblem(readFileSync(child.logFile, 'utf8'));
}

/** `go build -v` names each package as it compiles it, after those it downloads. */
function buildProgress(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
  const latest = lines.at(-1) ?? '';
  return latest.startsWith('go: downloading')
    ? latest.slice(4)
    : `${lines.length} packages compiled`;
}

function buildProblem(output: string): Problem {
  if (/no space left/i.test(output)) return new Problem(diskFull);
  const last = output.trimEnd().split('\n').at(-1) ?? '';
  const network =
    /dial tcp|no such host|timeout|connection re|proxyconnect|TLS|EOF|410|404|502|503/;
  if (network.test(output)) {
    return new Problem(
      `The Temporal server's sources could not be downloaded (${last}); check the network (or GOPROXY) and run the command again.`,
    );
  }
  return new Problem(
    `The Temporal server could not be built (${last}); try "go build" in tools/temporal, or put the temporal CLI (server 1.32 or newer) on the PATH.`,
  );
}

async function isRecentCli(program: string): Promise<boolean> {
  const found = await run(program, ['--version']).catch(() => undefined);
  const [, major, minor] = /Server (\d+)\.(\d+)/i.exec(found?.stdout ?? '') ?? [];
  return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 32);
}

/** The SDK knows where the CLI is published; it is only used to fetch the program, which then runs as ours. */
async function downloadCli(
  folder: string,
  buildFailure: Problem | undefined,
  progress: Progress,
): Promise<TemporalSource> {
  const downloaded = (): string | undefined =>
    existsSync(folder)
      ? readdirSync(folder).find((name) => name.startsWith('temporal') && !name.includes('.'))
      : undefined;
  if (downloaded() === undefined) {
    progress('downloading the temporal CLI');
    mkdirSync(folder, { recursive: true });
    await fetchCli(folder).catch(() => {});
  }
  const name = downloaded();
  if (name !== undefined && (await isRecentCli(join(folder, name)))) {
    return { kind: 'cli', program: join(folder, name) };
  }
  throw (
    buildFailure ??
    new Problem(
      'There is no way to a Temporal server: Go is not installed, no "temporal" CLI with server 1.32 or newer is on the PATH, and downloading it failed; ' +
        'install Go 1.26.8 or newer (https://go.dev/dl), or set TEMPORAL_ADDRESS to a server that runs already.',
    )
  );
}

async function fetchCli(folder: string): Promise<void> {
  const { TestWorkflowEnvironment } = await import('@temporalio/testing');
  const executable = { type: 'cached-download', downloadDir: folder, version: 'latest' } as const;
  const server = await TestWorkflowEnvironment.createLocal({ server: { executable } });
  await server.teardown();
}
