import {
  type DeploymentVersion,
  type DeploymentVersions,
  withDeploymentVersions,
} from '../../platform/temporal/deployment-versions.js';
import { type Commands, type Given, Refused, textOf, UsageError } from './command.js';
import { tableOf } from './table.js';
import { withPlace } from './temporal-commands.js';

const options = { deployment: { type: 'string' } } as const;

/** The commands for people who pin workflows to versions of the workers (docs/upgrading.md). */
export const temporalVersionCommands: Commands = {
  'temporal versions': {
    usage: '[--deployment NAME]',
    summary: 'Lists the versions of the workers, and how many open workflows are pinned to each.',
    words: [0, 0],
    options,
    run: (given) =>
      withVersions(given, async (versions, name) => textOfVersions(name, await versions.list())),
  },
  'temporal current': {
    usage: 'BUILD_ID [--deployment NAME]',
    summary: 'Begins new workflows on this version from now on. Open ones stay where they are.',
    words: [1, 1],
    options,
    run: (given) =>
      withVersions(given, async (versions) => {
        const [buildId = ''] = given.positionals;
        await versions.setCurrent(buildId);
        return `New workflows begin on ${buildId}.`;
      }),
  },
  'temporal ramp': {
    usage: 'BUILD_ID PERCENT [--deployment NAME]',
    summary: 'Begins so many of a hundred new workflows on this version. 0: none any more.',
    words: [2, 2],
    options,
    run: (given) =>
      withVersions(given, async (versions) => {
        const [buildId = '', percent = ''] = given.positionals;
        await versions.ramp(buildId, percentOf(percent));
        return percent === '0'
          ? 'All new workflows begin on the current version.'
          : `Of a hundred new workflows, ${percent} begin on ${buildId}.`;
      }),
  },
  'temporal move': {
    usage: 'FROM_BUILD_ID TO_BUILD_ID [--deployment NAME]',
    summary: 'Pins the open workflows of one version to another. Replay their histories first.',
    words: [2, 2],
    options,
    run: (given) =>
      withVersions(given, async (versions) => {
        const [from = '', to = ''] = given.positionals;
        const moved = await versions.move(from, to);
        return `Moved ${moved} open workflows from ${from} to ${to}.`;
      }),
  },
};

/** Runs a command on the versions of the workers. @throws Refused, UsageError */
function withVersions(
  given: Given,
  act: (versions: DeploymentVersions, name: string) => Promise<string>,
): Promise<string> {
  const name = textOf(given, 'deployment') ?? process.env['MANILLA_WORKER_DEPLOYMENT'];
  if (!name) {
    throw new Refused(
      'Nobody says which deployment: set MANILLA_WORKER_DEPLOYMENT as the workers have it, or give --deployment.',
    );
  }
  return withPlace((place) =>
    withDeploymentVersions(place, name, (versions) => act(versions, name)),
  );
}

function percentOf(text: string): number {
  if (/^(?:\d{1,2}|100)$/.test(text)) return Number(text);
  throw new UsageError(`PERCENT is "${text}"; it must be a whole number from 0 to 100.`);
}

function textOfVersions(name: string, versions: readonly DeploymentVersion[]): string {
  const table = tableOf<DeploymentVersion>(
    [
      { title: 'BUILD', text: ({ buildId }) => buildId },
      { title: 'OPEN', text: ({ open }) => String(open), align: 'right' },
      { title: 'NEW', text: ({ percentage }) => `${percentage} %`, align: 'right' },
      { title: 'STANDING', text: ({ standing }) => standing },
    ],
    versions,
  );
  const isServed = versions.some(({ standing }) => standing === 'CURRENT');
  const warning = isServed
    ? ''
    : `\n\nNo version is current: new workflows go to workers without a version only. "manilla temporal current BUILD_ID" changes that.`;
  return `Deployment ${name}\n\n${table}${warning}`;
}
