/** The launcher behind `npm run cluster`: brings a cluster up, keeps it up, and takes it down. */
import { relative } from 'node:path';
import { curlSession } from '../stack/curl-session.ts';
import { requireDiskSpace } from '../stack/disk.ts';
import { exit, launch } from '../stack/launch.ts';
import { claimDataFolder, type LauncherClaim } from '../stack/launcher-claim.ts';
import { clusterDataDir, projectRoot } from '../stack/layout.ts';
import { runSteps } from '../stack/progress.ts';
import type { SandboxMerchant } from '../stack/programs.ts';
import { writeSandbox } from '../stack/sandbox.ts';
import { Supervisor } from '../stack/supervisor.ts';
import { Cluster, restartPausesMs, type ClusterPart } from './cluster.ts';
import { namespace } from './environment.ts';
import { patroniPrograms, type PatroniPrograms } from './patroni-programs.ts';
import { PatroniDatabases } from './patroni.ts';
import { ClusterPorts } from './ports.ts';
import { startSteps } from './start.ts';

class Launcher {
  readonly #programs = clusterPrograms();
  readonly #supervisor = new Supervisor<ClusterPart>(
    (line) => console.log(line),
    (sentence) => void this.#fail(sentence),
    restartPausesMs,
  );
  readonly #cluster = new Cluster({
    dataDir: clusterDataDir,
    ports: ClusterPorts.fromEnvironment(process.env),
    logLevel: process.env['MANILLA_LOG_LEVEL'],
    say: (line) => this.#isUp && console.log(line),
    databases: (settings) => new PatroniDatabases({ ...settings, programs: this.#programs }),
    onUnexpectedEnd: (part, how) => void this.#supervisor.onUnexpectedEnd(part, how),
  });
  #isUp = false;
  #claim: LauncherClaim | undefined;
  #stopped: Promise<void> | undefined;

  async up(): Promise<void> {
    const cluster = this.#cluster;
    this.#claim = await claimDataFolder(cluster.layout, cluster.starter, (names) =>
      console.log(`ended what an earlier start left running: ${names.join(', ')}`),
    );
    requireDiskSpace(cluster.layout.dataDir, 1_500, 'the cluster');
    await cluster.ports.requireFree();
    const started = performance.now();
    let merchant: SandboxMerchant | undefined;
    await runSteps(
      startSteps(cluster, (made) => (merchant = made)),
      () => this.down(),
    );
    if (this.#stopped !== undefined) return;
    this.#supervisor.watch(cluster);
    this.#isUp = true;
    if (merchant !== undefined) writeSandbox(cluster, merchant);
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    console.log(describe(cluster, merchant?.operatorLink));
    console.log(`ready in ${seconds} s: ${cluster.urls.api} (Ctrl-C stops everything)`);
  }

  /** Takes the cluster down; the second call waits for the first. */
  down(): Promise<void> {
    return (this.#stopped ??= this.#takeDown());
  }

  async #takeDown(): Promise<void> {
    this.#supervisor.stop();
    this.#claim?.markStopping();
    await this.#cluster.stop();
    this.#claim?.release();
  }

  async #fail(sentence: string): Promise<void> {
    await this.down();
    exit(sentence);
  }
}

/** @throws Problem that names the programs which the cluster needs and this machine lacks */
function clusterPrograms(): PatroniPrograms {
  Cluster.requirePrograms();
  return patroniPrograms(process.env, (line) => console.log(line));
}

/** Describes the addresses of all parts, and what to do with them. */
function describe(cluster: Cluster, signUp: string | undefined): string {
  const { urls, ports, layout } = cluster;
  const pids = cluster.starter
    .running()
    .map(({ name, pid }) => `${name} ${pid}`)
    .join(', ');
  return `
  API          ${urls.api}           docs ${urls.api}/docs
  portal       ${urls.portal}           for merchants
  desk         ${urls.desk}/desk           for operators
${signUp === undefined ? '' : `  sign up      ${signUp}\n`}  simulator    ${urls.simulator}
  Temporal UI  ${urls.ui}/namespaces/${namespace}/workflows
  Temporal     ${cluster.temporalPlace.temporalAddress} (two frontends behind HAProxy)
  PostgreSQL   127.0.0.1:${ports.of('database')} (the primary, behind HAProxy), 127.0.0.1:${ports.of('pgbouncer')} (PgBouncer)
  HAProxy      ${urls.proxy}           metrics ${urls.proxy}/metrics
  metrics      APIs ${portsOf(ports, 'apiMetrics')}, workers ${portsOf(ports, 'workerMetrics')}, at /metrics
  logs         ${layout.logs}
  processes    ${pids}

Kill any of them (kill -9 PID): docs/cluster.md tells what happens. A whole payment, to paste into another terminal in ${projectRoot}:

${curlSession(relative(projectRoot, layout.sandbox))}
`;
}

function portsOf(ports: ClusterPorts, place: 'apiMetrics' | 'workerMetrics'): string {
  return [0, 1, 2].map((nth) => ports.of(place, nth)).join(' ');
}

await launch(() => new Launcher());
