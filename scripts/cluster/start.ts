import { prepareNamespace } from '../../src/platform/temporal/namespace.ts';
import { ensureBuilt } from '../stack/build.ts';
import type { Step } from '../stack/progress.ts';
import { migrate, seed, type SandboxMerchant } from '../stack/programs.ts';
import { resolveTemporal } from '../stack/temporal-binaries.ts';
import { apiParts, workerParts, type Cluster } from './cluster.ts';

/** Returns the steps that bring a cluster up, stage by stage. `forPeople`: includes the parts that only people use. */
export function startSteps(
  cluster: Cluster,
  onMerchant: (merchant: SandboxMerchant) => void,
  forPeople = true,
): Step[][] {
  const programs: Step[] = [
    ...[...apiParts, ...workerParts].map((part) => ({
      title: part,
      run: () => cluster.start(part),
    })),
  ];
  const people: Step[] = [
    { title: 'desk and codec server', run: () => cluster.start('desk') },
    { title: 'portal', run: () => cluster.start('portal') },
    { title: 'Temporal UI', run: () => cluster.start('temporal-ui') },
  ];
  return [
    [
      {
        title: 'Temporal programs',
        run: async (progress) =>
          cluster.useTemporal(
            await resolveTemporal(process.env, cluster.starter, progress, ['build']),
          ),
      },
      { title: 'build', run: (progress) => ensureBuilt(progress) },
    ],
    [
      {
        title: 'PostgreSQL: a primary and a synchronous standby',
        run: () => cluster.databases.start(),
      },
      { title: 'PostgreSQL of Temporal', run: () => cluster.start('postgres-temporal') },
      { title: 'HAProxy', run: () => cluster.start('haproxy') },
      { title: 'PgBouncer', run: () => cluster.start('pgbouncer') },
    ],
    [
      {
        title: 'database schema and its first rows',
        run: async () => {
          await migrate(cluster.migrationEnv);
          onMerchant(await seed(cluster.migrationEnv));
        },
      },
      {
        title: 'Temporal: 2 frontends, 2 histories, matching, worker; and its namespace',
        run: async () => {
          await cluster.startTemporal();
          await prepareNamespace(cluster.temporalPlace);
        },
      },
      { title: 'simulator', run: () => cluster.start('simulator') },
    ],
    programs,
    ...(forPeople ? [people] : []),
  ];
}
