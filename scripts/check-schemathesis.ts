/**
 * `npm run check:schemathesis [-- --examples 100 --only operators]`: Schemathesis, a generator of requests that is not
 * ours, sends requests that the three OpenAPI documents allow and requests that they do not, also along their links, to
 * the running stack. No reply may be a fault of the server, be missing in its document, or name a wrong Allow. Schemathesis needs
 * Python 3.10 or newer.
 */
import { execFileSync, spawn } from 'node:child_process';
import { hkdfSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { merchantOfCheck } from './clients/merchant.ts';
import { findRunningStack, type RunningStack } from './running/running-stack.ts';
import { projectRoot } from './stack/layout.ts';
import { Problem, sentenceFor } from './stack/problem.ts';
import { loadSecrets } from './stack/secrets.ts';

const version = '4.32.5';
/** hooks.py judges in place of the first; the others take the token away, which each request is given again. */
const notOurs = 'positive_data_acceptance,missing_required_header,ignored_auth';
const home = join(projectRoot, 'node_modules', '.cache', 'manilla', `schemathesis-${version}`);

/** The file that `npm start` writes for the commands. */
interface Operator {
  readonly deskUrl: string;
  readonly token: string;
}

interface Document {
  readonly name: 'merchants' | 'operators' | 'providers';
  readonly file: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Paths that would shut out the one who asks. */
  readonly without?: string;
}

try {
  const { values } = parseArgs({
    options: { examples: { type: 'string', default: '50' }, only: { type: 'string' } },
  });
  const program = await installed();
  const documents = (await documentsOf(await findRunningStack())).filter(
    ({ name }) => values.only === undefined || name === values.only,
  );
  for (const document of documents) {
    console.log(`\n${document.name}`);
    if (!(await passes(program, document, values.examples))) process.exitCode = 1;
  }
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}

/** In a folder of its own, so that nothing of the machine's Python is changed. */
async function installed(): Promise<string> {
  const program = join(home, 'bin', 'schemathesis');
  if (existsSync(program)) return program;
  console.log(`installing Schemathesis ${version}`);
  try {
    execFileSync('python3', ['-m', 'venv', home]);
    execFileSync(join(home, 'bin', 'pip'), ['install', '-q', `schemathesis==${version}`]);
  } catch {
    throw new Problem(
      'Schemathesis could not be installed; install Python 3.10 or newer with its module venv, and run the command again.',
    );
  }
  return program;
}

async function documentsOf(stack: RunningStack): Promise<Document[]> {
  const { sandbox, layout } = stack;
  const { baseUrl } = sandbox;
  const operator = JSON.parse(readFileSync(layout.operator, 'utf8')) as Operator;
  return [
    {
      ...{ name: 'merchants', file: await linkedDocument(), url: baseUrl },
      headers: { Authorization: `Bearer ${await tokenOf(stack)}` },
      without: '/keys/|/authenticate$|/settlement-run$',
    },
    {
      ...{ name: 'operators', file: 'openapi-operators.json', url: operator.deskUrl },
      headers: { Authorization: `Bearer ${operator.token}` },
      without: '/ops/v1/(operators|sessions|tokens|me)(/|$)',
    },
    {
      ...{ name: 'providers', file: 'openapi-providers.json', url: baseUrl, headers: {} },
      env: { MANILLA_HOOK_KEY: simulatorHookKey(stack) },
    },
  ];
}

/** The document for merchants with all its links, also those that the published one leaves out. */
async function linkedDocument(): Promise<string> {
  const built = pathToFileURL(join(projectRoot, 'dist/src/http/open-api-links.js')).href;
  const { addLinks } = (await import(built)) as {
    addLinks: (document: object, bodies: boolean) => void;
  };
  const document = JSON.parse(readFileSync(join(projectRoot, 'openapi.json'), 'utf8')) as object;
  addLinks(document, true);
  const path = join(home, 'openapi.json');
  writeFileSync(path, JSON.stringify(document));
  return path;
}

/** A token of a merchant of the check's own, because its requests may change everything that a merchant has. */
async function tokenOf(stack: RunningStack): Promise<string> {
  const { clientId, clientSecret } = await merchantOfCheck(stack, 'Schemathesis');
  const reply = await fetch(`${stack.sandbox.baseUrl}/api/v1/merchant/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, clientSecret }),
  });
  const { data } = (await reply.json()) as { data: { access_token: string } };
  return data.access_token;
}

/** Derives the key as src/providers/hook-signature.ts does, in hex. */
function simulatorHookKey({ layout }: RunningStack): string {
  const root = Buffer.from(loadSecrets(layout.dataDir).MANILLA_SEAL_KEY, 'base64url');
  const key = hkdfSync('sha256', root, '', 'manilla/provider-hook/simulator', 32);
  return Buffer.from(key).toString('hex');
}

function passes(program: string, document: Document, examples: string): Promise<boolean> {
  const { file, url, headers, env = {}, without } = document;
  const folder = join(projectRoot, 'scripts', 'schemathesis');
  const args = [
    ...['--config-file', join(folder, 'schemathesis.toml')],
    ...['run', resolve(projectRoot, file), '--url', url, '--max-examples', examples],
    ...['--no-color', '--continue-on-failure', '--exclude-checks', notOurs],
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(without === undefined ? [] : ['--exclude-path-regex', without]),
  ];
  const all = { ...process.env, ...env, SCHEMATHESIS_HOOKS: 'hooks', PYTHONPATH: folder };
  return new Promise((settle) => {
    const child = spawn(program, args, { cwd: home, stdio: 'inherit', env: all });
    child.once('error', () => settle(false));
    child.once('exit', (code) => settle(code === 0));
  });
}
