// What `npm start` and `npm test` do before anything is installed. Runs on Node 20 with built-ins only.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const nodeModules = join(root, 'node_modules');
const stampFile = join(nodeModules, '.manilla-lock-hash');
const oldestNode = 20;

/** The Node that package-lock.json pins; everything but the installation runs on it. */
export const pinnedNode = join(nodeModules, 'node', 'bin', 'node');

/** Prints one plain sentence and ends with code 1. */
export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Makes node_modules what package-lock.json says; does nothing when it is. */
export async function ensureInstalled() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < oldestNode) {
    fail(
      `Node ${process.versions.node} is too old; install Node 20 or newer (https://nodejs.org).`,
    );
  }
  const hash = lockHash();
  if (stamp() === hash && existsSync(pinnedNode)) return;
  if (!isInstalled()) await install();
  if (!existsSync(pinnedNode)) {
    fail(
      'The packages are installed, but without the pinned Node 24, because npm was told not to run install scripts; ' +
        'run "npm config delete ignore-scripts", then the command again.',
    );
  }
  writeFileSync(stampFile, hash);
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function stamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
}

/** True when someone ran `npm ci` or `npm install` by hand: npm's own record names the same versions. */
function isInstalled() {
  const record = join(nodeModules, '.package-lock.json');
  if (!existsSync(record) || !existsSync(pinnedNode)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || optional || present[path]?.version === version,
  );
}

async function install() {
  const logFile = join(root, '.manilla', 'logs', 'npm-ci.log');
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'w');
  console.log('installing the locked dependencies (npm ci, about half a minute) ...');
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const ticker = setInterval(() => console.log(`  still installing, ${seconds()} s`), 10_000);
  const code = await runNpmCi(log);
  clearInterval(ticker);
  closeSync(log);
  if (code !== 0) fail(installProblem(readFileSync(logFile, 'utf8'), logFile));
  console.log(`installed in ${seconds()} s`);
}

function runNpmCi(log) {
  const args = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional'];
  // Under `npm start` this is the very npm that runs us, which need not be on the PATH.
  const npm = process.env.npm_execpath;
  const [command, commandArgs] = npm?.endsWith('js')
    ? [process.execPath, [npm, ...args]]
    : ['npm', args];
  return new Promise((resolve) => {
    const options = { cwd: root, stdio: ['ignore', log, log] };
    const child = spawn(command, commandArgs, options);
    const forward = (signal) => child.kill(signal);
    process.on('SIGINT', forward);
    process.on('SIGTERM', forward);
    const done = (code) => {
      process.off('SIGINT', forward);
      process.off('SIGTERM', forward);
      resolve(code);
    };
    child.once('error', () => done(127));
    child.once('exit', (code, signal) => (signal === null ? done(code) : process.exit(130)));
  });
}

const installFaults = [
  [/ENOSPC|no space left/i, 'The disk is full; free at least 1 GB and run the command again.'],
  [
    /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|network|socket hang up|EINTEGRITY|E5\d\d/i,
    'The packages could not be downloaded; check the network (or the npm registry that is set) and run the command again.',
  ],
  [
    /EACCES|EPERM/,
    'The packages could not be written; run the command as the user who owns this folder.',
  ],
];

function installProblem(log, logFile) {
  const known = installFaults.find(([pattern]) => pattern.test(log));
  return `${known?.[1] ?? 'npm ci failed; run it by hand to see why.'} (What npm said is in ${logFile}.)`;
}

/**
 * Runs a script on the pinned Node and stays its parent: `onSignal` decides what SIGINT, SIGTERM and SIGHUP do.
 * Resolves with how it ended.
 */
export function runPinned(args, { ipc = false, detached = false, stdout = 'inherit' } = {}) {
  const stdio = ['ignore', stdout, 'inherit', ...(ipc ? ['ipc'] : [])];
  const bin = join(nodeModules, '.bin');
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH ?? ''}` };
  const child = spawn(pinnedNode, args, { cwd: root, stdio, detached, env });
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, signal: null, error }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  return { child, ended };
}
