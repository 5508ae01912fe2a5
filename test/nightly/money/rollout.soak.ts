import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { WorkingCopy } from '../../../scripts/mutants/working-copy.ts';
import { freePorts } from '../../../scripts/stack/ports.ts';
import { ProcessStarter, type RunningProcess } from '../../../scripts/stack/processes.ts';
import { type ProgramName, startProgram } from '../../../scripts/stack/programs.ts';
import { releaseSchema } from '../../../src/platform/database/release.js';
import { assertBooks } from '../../support/books.js';
import { soakNumber } from '../../support/soak-random.js';
import type { ProgramEnvironment } from '../../support/stack.js';
import { drained } from './draining.js';
import { Load, openCheckouts, watchLocks } from './load.js';
import { SoakWorld } from './soak-world.js';

/** How long each mixture of releases is under load. */
const phaseMs = soakNumber('ROLLOUT_SECONDS', 3) * 1_000;

/** The programs of a tree on ports of their own. */
class Release {
  readonly #running: RunningProcess[] = [];

  private constructor(readonly port: number) {}

  static async start(
    launch: typeof startProgram,
    label: string,
    env: ProgramEnvironment,
  ): Promise<Release> {
    const { api, apiMetrics, workerMetrics } = await freePorts();
    const own = {
      ...env,
      MANILLA_API_PORT: String(api),
      MANILLA_METRICS_PORT: String(apiMetrics),
      MANILLA_WORKER_METRICS_PORT: String(workerMetrics),
    };
    const { dataDir } = inject('stack');
    const starter = new ProcessStarter(
      join(dataDir, 'logs'),
      join(dataDir, `rollout-${label}.json`),
    );
    const release = new Release(api);
    const start = (name: ProgramName) => launch(starter, name, own, `${label}-${name}`);
    release.#running.push(...(await Promise.all([start('worker'), start('api')])));
    return release;
  }

  /** By SIGTERM. */
  async stop(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((program) => program.stop()));
  }
}

/** A tree with another SQL function and other words of a workflow. */
async function nextRelease(): Promise<WorkingCopy> {
  const copy = new WorkingCopy();
  appendFileSync(
    join(copy.folder, 'src/domain/ids.sql'),
    `\n-- What the next release brings.\ncreate function release_number() returns integer language sql as $$ select 2 $$;\n`,
  );
  const path = join(copy.folder, 'workflows/payments/checkout-details.ts');
  const details = readFileSync(path, 'utf8');
  writeFileSync(path, details.replaceAll('Waits for', 'Is waiting for'));
  expect(readFileSync(path, 'utf8')).not.toBe(details);
  await run(copy, [join('scripts', 'build.ts'), '--types-elsewhere']);
  return copy;
}

async function run(copy: WorkingCopy, args: string[], env: object = {}): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: copy.folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect(await once(child, 'exit')).toEqual([0, null]);
}

let world: SoakWorld;
let copy: WorkingCopy;
beforeAll(async () => {
  [world, copy] = await Promise.all([SoakWorld.start({ shops: 1 }), nextRelease()]);
}, 300_000);
afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
  copy?.remove();
}, 60_000);

test(
  'a roll-out and a roll-back under load fail no request, no task and no payment',
  async () => {
    const { manilla } = world;
    const env = { ...manilla.env, MANILLA_LOG_LEVEL: 'warn' };
    const next = (await import(join(copy.folder, 'scripts/stack/programs.ts'))) as {
      startProgram: typeof startProgram;
    };
    const nextEnv = {
      ...env,
      MANILLA_WORKFLOW_BUNDLE: join(copy.folder, 'dist', 'workflow-bundle.js'),
    };
    const migrateEnv = { ...env, MANILLA_OWNER_DATABASE_URL: manilla.database.url };

    const old = await Release.start(startProgram, 'old', env);
    await manilla.program('api').stop();
    await manilla.program('worker').stop();
    const door = new Door(old.port);
    await door.open(Number(new URL(manilla.baseUrl).port));
    const load = new Load(world, 'ROLL');
    const locks = watchLocks(world);
    await load.during(phaseMs);

    await run(copy, [join('dist', 'src', 'programs', 'migrate.js')], migrateEnv);
    const fresh = await Release.start(next.startProgram, 'new', nextEnv);
    door.targets.push(fresh.port);
    await load.during(phaseMs);
    expect((await callers()).length).toBe(2);
    door.targets.shift();
    await old.stop();
    await load.during(phaseMs);

    const back = await Release.start(startProgram, 'back', env);
    door.targets.push(back.port);
    await load.during(phaseMs);
    door.targets.shift();
    await fresh.stop();
    await load.during(phaseMs);
    await load.end();

    const { longestMs, waits } = await locks.end();
    await drained(() => openCheckouts(world), { what: 'checkouts that were paid' });
    const problems = await world.temporal.workflow.count('TemporalReportedProblems is not null');
    await back.stop();
    door.close();
    const told = { ...load.counts(), lockWaits: waits, longestLockWaitMs: longestMs };
    console.log(`roll-out and roll-back: ${JSON.stringify(told)}`);
    expect(load.faults).toEqual([]);
    expect(load.paid).toBeGreaterThan(20);
    expect(problems.count).toBe(0);
    expect(longestMs).toBeLessThan(1_000);
    await assertBooks(manilla.database);
  },
  300_000 + 6 * phaseMs,
);

const callers = () =>
  world.manilla.database.query<{ release: string }>(
    `select distinct release from ring_holder
      where seen_at > now() - interval '1 minute' and release is not null
        and exists (select from release r where r.name = ring_holder.release)
        and (release = '${releaseSchema()}' or to_regproc(release || '.release_number') is not null)`,
  );

/** What stands before the APIs, at the address that the bank and the shoppers know: each request goes to the next of them. */
class Door {
  readonly targets: number[];
  readonly #server: Server;
  #turn = 0;

  constructor(first: number) {
    this.targets = [first];
    this.#server = createServer((asked, reply) => {
      const port = this.targets[(this.#turn += 1) % this.targets.length];
      const { method, url: path, headers } = asked;
      const to = { host: '127.0.0.1', port, method, path, headers, agent: false } as const;
      const sent = request(to, (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
      });
      sent.on('error', () => reply.writeHead(502).end());
      asked.pipe(sent);
    });
  }

  async open(port: number): Promise<void> {
    await once(this.#server.listen(port, '127.0.0.1'), 'listening');
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
