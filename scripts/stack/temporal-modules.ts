import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface LeftOut {
  readonly module: string;
  readonly folder: string;
  /** What is left out of the folder: files and folders whose names begin so. */
  readonly names: readonly string[];
  /** A file of tools/temporal/left-out, with what the rest of the server names of them. */
  readonly standIn: string;
}

const server = 'go.temporal.io/server';
const workers = 'go.temporal.io/auto-scaled-workers';

/**
 * What our server never uses: archivers to S3 and Google Cloud, the signer of requests to Elasticsearch on AWS, and the
 * providers that start workers in clouds. 726 of the server's 1,754 packages serve them alone.
 */
const leftOut: readonly LeftOut[] = [
  { module: server, folder: 'common/archiver/s3store', names: [''], standIn: 's3store.go' },
  { module: server, folder: 'common/archiver/gcloud', names: [''], standIn: 'gcloud.go' },
  {
    module: server,
    folder: 'common/persistence/visibility/store/elasticsearch/client',
    names: ['aws'],
    standIn: 'elasticsearch.go',
  },
  {
    module: workers,
    folder: 'wci/workflow/compute_provider',
    names: ['aws', 'gcp', 'k8s'],
    standIn: 'compute.go',
  },
];

/**
 * Copies the server's modules into `folder` without what is left out; answers the go.mod file for `go build -modfile`. They
 * are copied because Go lets no build replace files of its module cache.
 */
export async function slimModules(goModules: string, folder: string): Promise<string> {
  const go = async (...args: string[]): Promise<string> =>
    (await run('go', args, { cwd: goModules })).stdout;
  await go('mod', 'download', server, workers);
  const replaced: string[] = [];
  for (const module of [server, workers]) {
    const source = (await go('list', '-m', '-f', '{{.Dir}}', module)).trim();
    const copy = join(folder, module.replaceAll(/\W/g, '-'));
    cpSync(source, copy, { recursive: true });
    // Modules of the cache are read-only.
    await run('chmod', ['-R', 'u+w', copy]);
    for (const each of leftOut) {
      if (each.module === module) leaveOut(each, join(copy, each.folder), goModules);
    }
    replaced.push(`replace ${module} => ${copy}\n`);
  }
  const modFile = join(folder, 'slim.mod');
  const original = readFileSync(join(goModules, 'go.mod'), 'utf8');
  writeFileSync(modFile, [original, ...replaced].join('\n'));
  copyFileSync(join(goModules, 'go.sum'), join(folder, 'slim.sum'));
  return modFile;
}

function leaveOut({ names, standIn }: LeftOut, folder: string, goModules: string): void {
  for (const entry of readdirSync(folder)) {
    if (names.some((name) => entry.startsWith(name))) {
      rmSync(join(folder, entry), { recursive: true });
    }
  }
  copyFileSync(join(goModules, 'left-out', standIn), join(folder, standIn));
}
