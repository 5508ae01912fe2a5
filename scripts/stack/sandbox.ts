import { renameSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { curlSession } from './curl-session.ts';
import { projectRoot } from './layout.ts';
import type { SandboxMerchant } from './programs.ts';
import type { Stack } from './stack.ts';

/** `.manilla/sandbox.json`: how to reach the running stack as its sandbox merchant. */
export interface Sandbox extends SandboxMerchant {
  readonly baseUrl: string;
  readonly temporalUi: string;
  readonly simulatorUrl: string;
}

/** Writes sandbox.json (it holds a secret: mode 0600) and returns what it holds. */
export function writeSandbox(stack: Stack, merchant: SandboxMerchant): Sandbox {
  const { clientId, clientSecret, merchantId, prefix } = merchant;
  const { api: baseUrl, ui: temporalUi, simulator: simulatorUrl } = stack.urls;
  const urls = { temporalUi, simulatorUrl };
  const sandbox = { baseUrl, clientId, clientSecret, merchantId, prefix, ...urls };
  writeSecretly(stack.layout.sandbox, sandbox);
  return sandbox;
}

/** Writes operator.json, by which `npx manilla` knows who asks and where; it holds secrets as well. */
export function writeOperator(stack: Stack): void {
  const { desk: deskUrl } = stack.urls;
  const databaseUrl = stack.appDatabaseUrl('manilla');
  const { temporalAddress, namespace: temporalNamespace } = stack;
  const operator = {
    ...{ deskUrl, operator: 'Ada', token: stack.operatorToken, databaseUrl },
    ...{ secretsDir: stack.layout.keys, temporalAddress, temporalNamespace },
  };
  writeSecretly(stack.layout.operator, operator);
}

function writeSecretly(file: string, content: object): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Which protection the worker's workflows have, and how to choose the other. */
function sandboxOfWorker({ MANILLA_WORKER_LEAN_SANDBOX: lean }: NodeJS.ProcessEnv): string {
  return lean === 'off'
    ? 'runs workflows with the SDK as it comes'
    : 'runs workflows with less of the SDK around them; MANILLA_WORKER_LEAN_SANDBOX=off runs all of it, as in live';
}

/** The Temporal UI's list of the workflows that wait for a person's decision. */
export function attentionList(temporalUi: string, namespace: string): string {
  const query = encodeURIComponent('CheckoutPhase = "NEEDS_ATTENTION"');
  return `${temporalUi}/namespaces/${namespace}/workflows?query=${query}`;
}

/** The first administrator signs up by a link; later starts print none. */
function signUpLine(link: string | undefined): string {
  if (link === undefined) return '';
  return `  sign up      ${link}
               once and within an hour, as the administrator Ada; the next start prints another link
`;
}

/** What `npm start` prints: addresses and a payment to paste into a terminal. */
export function describeSandbox(sandbox: Sandbox, stack: Stack, operatorLink?: string): string {
  const { baseUrl, temporalUi, simulatorUrl } = sandbox;
  return `
  API          ${baseUrl}           docs ${baseUrl}/docs
  desk         ${stack.urls.desk}/desk           for operators
${signUpLine(operatorLink)}  simulator    ${simulatorUrl}           how to make it misbehave: docs/simulator.md
  Temporal UI  ${temporalUi}/namespaces/${stack.namespace}/workflows
  to decide    ${attentionList(temporalUi, stack.namespace)}
  Temporal     ${stack.temporalAddress} (namespace ${stack.namespace}); ${stack.temporalChoice}
  worker       ${sandboxOfWorker(process.env)}
  PostgreSQL   127.0.0.1:${stack.ports.postgres} (database manilla; password in ${stack.layout.dataDir}/secrets.json)
  logs         ${stack.layout.logs}

A whole payment, to paste into another terminal in ${projectRoot}:

${curlSession({ baseUrl, file: relative(projectRoot, stack.layout.sandbox) })}
`;
}
