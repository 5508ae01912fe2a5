import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface StandIn {
  readonly module: string;
  readonly folder: string;
  /** The things that it stands for: files and folders of the folder whose names begin so. */
  readonly names: readonly string[];
  /** A function that it stands for, and the name that the function then has, for the stand-in to call. */
  readonly renamed?: { readonly file: string; readonly from: string; readonly to: string };
  /** A file of tools/temporal/stand-ins, with the names that the rest of the server uses. */
  readonly file: string;
}

const server = 'go.temporal.io/server';
const workers = 'go.temporal.io/auto-scaled-workers';
const grpc = 'google.golang.org/grpc';
const modules = [server, workers, grpc];

/**
 * Four stand for parts that our server never uses: archivers to S3 and Google Cloud, the signer of requests to
 * Elasticsearch on AWS, and the providers that start workers in clouds. 726 of the server's 1,754 packages serve them
 * alone. Three make the server cheaper (docs/performance.md): the driver of the SQLite store then parses each statement
 * once, and the services of the one process call each other without sockets, and know without gossip where they are.
 */
const standIns: readonly StandIn[] = [
  { module: server, folder: 'common/archiver/s3store', names: [''], file: 's3store.go' },
  { module: server, folder: 'common/archiver/gcloud', names: [''], file: 'gcloud.go' },
  {
    module: server,
    folder: 'common/persistence/visibility/store/elasticsearch/client',
    names: ['aws'],
    file: 'elasticsearch.go',
  },
  {
    module: workers,
    folder: 'wci/workflow/compute_provider',
    names: ['aws', 'gcp', 'k8s'],
    file: 'compute.go',
  },
  {
    module: server,
    folder: 'common/persistence/sql/sqlplugin/sqlite',
    names: ['driver.go'],
    file: 'sqlite.go',
  },
  { module: server, folder: 'cmd/server', names: ['main.go'], file: 'main.go' },
  {
    module: grpc,
    folder: '.',
    names: [],
    renamed: { file: 'call.go', from: 'func invoke(', to: 'func invokeOverSocket(' },
    file: 'in_process.go',
  },
];

/**
 * Copies the server's modules into `folder`, with the stand-ins; answers the go.mod file for `go build -modfile`. The modules
 * are copied because Go lets no build replace files of its module cache.
 */
export async function slimModules(goModules: string, folder: string): Promise<string> {
  const go = async (...args: string[]): Promise<string> =>
    (await run('go', args, { cwd: goModules })).stdout;
  await go('mod', 'download', ...modules);
  const replaced: string[] = [];
  for (const module of modules) {
    const source = (await go('list', '-m', '-f', '{{.Dir}}', module)).trim();
    const copy = join(folder, module.replaceAll(/\W/g, '-'));
    cpSync(source, copy, { recursive: true });
    // Modules of the cache are read-only.
    await run('chmod', ['-R', 'u+w', copy]);
    for (const each of standIns) {
      if (each.module === module) putIn(each, join(copy, each.folder), goModules);
    }
    replaced.push(`replace ${module} => ${copy}\n`);
  }
  const modFile = join(folder, 'slim.mod');
  const original = readFileSync(join(goModules, 'go.mod'), 'utf8');
  writeFileSync(modFile, [original, ...replaced].join('\n'));
  copyFileSync(join(goModules, 'go.sum'), join(folder, 'slim.sum'));
  return modFile;
}

function putIn({ names, renamed, file }: StandIn, folder: string, goModules: string): void {
  for (const entry of readdirSync(folder)) {
    if (names.some((name) => entry.startsWith(name))) {
      rmSync(join(folder, entry), { recursive: true });
    }
  }
  if (renamed !== undefined) {
    const path = join(folder, renamed.file);
    const source = readFileSync(path, 'utf8');
    if (!source.includes(renamed.from)) throw new Error(`${path} has no "${renamed.from}"`);
    writeFileSync(path, source.replace(renamed.from, renamed.to));
  }
  copyFileSync(join(goModules, 'stand-ins', file), join(folder, file));
}
