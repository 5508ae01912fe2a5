/** The launcher behind `npm start`: brings the stack up, keeps it up, and takes it down. */
import { ensureBuilt } from './build.ts';
import { requireDiskSpace } from './disk.ts';
import { dataDirFromEnvironment } from './layout.ts';
import { exit, launch } from './launch.ts';
import { claimDataFolder, type LauncherClaim } from './launcher-claim.ts';
import { runSteps, type Step } from './progress.ts';
import { portsFromEnvironment } from './ports.ts';
import { Problem } from './problem.ts';
import { migrate, seed, type SandboxMerchant } from './programs.ts';
import { describeRehearsal, describeSandbox, writeOperator } from './sandbox.ts';
import { Stack, type StackPart } from './stack.ts';
import { Supervisor } from './supervisor.ts';
import { resolveTemporal } from './temporal-binaries.ts';
import { newcomersWays, profileOf } from './temporal-choice.ts';
import { shardsFromEnvironment, shardsOfStore } from './temporal-shards.ts';
import { prepareNamespace } from '../../src/platform/temporal/namespace.ts';

const parts: readonly StackPart[] = [
  ...(['postgres', 'temporal', 'ui'] as const),
  ...(['simulator', 'worker', 'api', 'desk', 'portal'] as const),
];

/**
 * Returns the environment that `npm start` brings up. @throws Problem when live is asked for without the simulator for
 * its bank
 */
function environmentOf({ MANILLA_ENVIRONMENT, MANILLA_RAILS }: NodeJS.ProcessEnv) {
  if (MANILLA_ENVIRONMENT !== 'live') return 'sandbox';
  if (MANILLA_RAILS === 'simulator') return 'live';
  throw new Problem(
    'npm start runs live as a rehearsal only, with a simulated bank: set MANILLA_RAILS=simulator (docs/going-live.md).',
  );
}

class Launcher {
  readonly #supervisor = new Supervisor(
    (line) => console.log(line),
    (sentence) => void this.#fail(sentence),
  );
  readonly #environment = environmentOf(process.env);
  readonly #stack: Stack;
  #claim: LauncherClaim | undefined;
  #stopped: Promise<void> | undefined;

  constructor() {
    this.#stack = new Stack({
      dataDir: dataDirFromEnvironment(process.env),
      ports: portsFromEnvironment(process.env),
      environment: this.#environment,
      keyFiles: true,
      logLevel: process.env['MANILLA_LOG_LEVEL'],
      temporalStore: process.env['MANILLA_TEMPORAL_STORE'] === 'postgres' ? 'postgres' : 'sqlite',
      temporalShards: shardsFromEnvironment(process.env),
      temporalMetrics: process.env['MANILLA_TEMPORAL_METRICS'] === 'on',
      onUnexpectedEnd: (part, how) => void this.#supervisor.onUnexpectedEnd(part, how),
    });
  }

  async up(): Promise<void> {
    const stack = this.#stack;
    this.#claim = await claimDataFolder(stack.layout, stack.starter, (names) =>
      console.log(`ended what an earlier start left running: ${names.join(', ')}`),
    );
    const { address } = profileOf(process.env);
    if (address) stack.useTemporal({ kind: 'running', address });
    else shardsOfStore(stack.layout.temporal, shardsFromEnvironment(process.env));
    // Before anything that takes minutes.
    requireDiskSpace(stack.layout.dataDir, 500, 'the local stack');
    await stack.requireFreePorts(parts);
    const started = performance.now();
    let merchant: SandboxMerchant | undefined;
    await runSteps(
      startSteps(stack, async () => {
        if (this.#environment === 'sandbox') merchant = await seed(stack.seedEnv);
      }),
      () => this.down(),
    );
    if (this.#stopped !== undefined) return;
    this.#supervisor.watch(stack);
    writeOperator(stack, merchant && stack.operatorToken);
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    console.log(merchant ? describeSandbox(stack, merchant) : describeRehearsal(stack));
    console.log(`ready in ${seconds} s: ${stack.urls.api} (Ctrl-C stops everything)`);
  }

  /** Takes the stack down; the second call waits for the first. */
  down(): Promise<void> {
    return (this.#stopped ??= this.#takeDown());
  }

  async #takeDown(): Promise<void> {
    this.#supervisor.stop();
    this.#claim?.markStopping();
    await this.#stack.stop();
    this.#claim?.release();
  }

  async #fail(sentence: string): Promise<void> {
    await this.down();
    exit(sentence);
  }
}

function startSteps(stack: Stack, seedMerchant: () => Promise<void>): Step[][] {
  return [
    [
      {
        title: 'Temporal programs',
        run: async (progress) =>
          stack.useTemporal(
            await resolveTemporal(process.env, stack.starter, progress, newcomersWays),
          ),
      },
      { title: 'build', run: (progress) => ensureBuilt(progress) },
    ],
    [{ title: 'PostgreSQL', run: () => stack.start('postgres') }],
    [
      {
        title: 'database schema and its first rows',
        run: async () => {
          await migrate(stack.migrationEnv);
          await seedMerchant();
        },
      },
      {
        title: 'Temporal server and namespace',
        run: async () => {
          await stack.start('temporal');
          await prepareNamespace(stack.temporalPlace);
        },
      },
      { title: 'simulator', run: () => stack.start('simulator') },
    ],
    [
      { title: 'API', run: () => stack.start('api') },
      { title: 'worker', run: () => stack.start('worker') },
      { title: 'desk and codec server', run: () => stack.start('desk') },
      { title: 'portal', run: () => stack.start('portal') },
      { title: 'Temporal UI', run: () => stack.start('ui') },
    ],
  ];
}

await launch(() => new Launcher());
