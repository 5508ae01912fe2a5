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
  readonly portalUrl: string;
}

/** Writes sandbox.json (it holds a secret: mode 0600) and returns its content. */
export function writeSandbox(
  stack: Pick<Stack, 'layout' | 'urls'>,
  merchant: SandboxMerchant,
): Sandbox {
  const { clientId, clientSecret, merchantId, prefix, portalSignInUrl } = merchant;
  const { api: baseUrl, ui: temporalUi, simulator: simulatorUrl, portal: portalUrl } = stack.urls;
  const urls = { temporalUi, simulatorUrl, portalUrl, ...(portalSignInUrl && { portalSignInUrl }) };
  const sandbox = { baseUrl, clientId, clientSecret, merchantId, prefix, ...urls };
  writeSecretly(stack.layout.sandbox, sandbox);
  return sandbox;
}

/** Writes operator.json, by which `npx manilla` knows where the stack is and, in the sandbox, who asks; it holds secrets as well. */
export function writeOperator(stack: Stack, token: string | undefined): void {
  const { desk: deskUrl } = stack.urls;
  const databaseUrl = stack.appDatabaseUrl('manilla');
  const { temporalAddress, namespace: temporalNamespace } = stack;
  const operator = {
    ...{ deskUrl, ...(token !== undefined && { operator: 'Ada', token }), databaseUrl },
    ...{ secretsDir: stack.layout.keys, temporalAddress, temporalNamespace },
    simulatorUrl: stack.urls.simulator,
  };
  writeSecretly(stack.layout.operator, operator);
}

function writeSecretly(file: string, content: object): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Tells which protection the worker's workflows have, and how to choose the other. */
function sandboxOfWorker({
  MANILLA_ENVIRONMENT: environment,
  MANILLA_WORKER_LEAN_SANDBOX: lean = environment === 'live' ? 'off' : 'on',
}: NodeJS.ProcessEnv): string {
  return lean === 'off'
    ? 'runs workflows with the SDK as it comes'
    : 'runs workflows with less of the SDK around them; MANILLA_WORKER_LEAN_SANDBOX=off runs all of it, as in live';
}

/** The Temporal UI's list of the workflows that wait for a person's decision. */
export function attentionList(temporalUi: string, namespace: string): string {
  const query = encodeURIComponent('CheckoutPhase = "NEEDS_ATTENTION"');
  return `${temporalUi}/namespaces/${namespace}/workflows?query=${query}`;
}

/** The owner of the sandbox's merchant signs in by a link, which each start makes anew. */
function portalLine(link: string | undefined): string {
  if (link === undefined) return '';
  return `  sign in      ${link}
               once, from this machine, as the merchant's owner
`;
}

/** The first administrator signs up by a link; later starts print none. */
function signUpLine(link: string | undefined): string {
  if (link === undefined) return '';
  return `  sign up      ${link}
               once and within an hour, as the administrator Ada; npx manilla operators link prints another
`;
}

/**
 * Writes sandbox.json, and returns the text that `npm start` prints: addresses and a payment to paste into a terminal.
 */
export function describeSandbox(stack: Stack, merchant: SandboxMerchant): string {
  writeSandbox(stack, merchant);
  return `${addressesOf(stack, signUpLine(merchant.operatorLink), portalLine(merchant.portalSignInUrl))}
A whole payment, to paste into another terminal in ${projectRoot}:

${curlSession(relative(projectRoot, stack.layout.sandbox))}
`;
}

/** Returns the text that `npm start` prints for a rehearsal of live, which begins empty. */
export function describeRehearsal(stack: Stack): string {
  return `${addressesOf(stack, '', '')}
This is a rehearsal of live. Its bank is the simulator: no money is real. It begins with nobody and nothing. In another
terminal in ${projectRoot}, as docs/going-live.md goes on:

export MANILLA_ENVIRONMENT=live MANILLA_RAILS=simulator
npx manilla operators invite "Ada Obi" --role administrator
`;
}

function addressesOf(stack: Stack, signUp: string, signIn: string): string {
  const { api: baseUrl, ui: temporalUi, simulator: simulatorUrl } = stack.urls;
  return `
  API          ${baseUrl}           docs ${baseUrl}/docs
  portal       ${stack.urls.portal}           for merchants
${signIn}  desk         ${stack.urls.desk}/desk           for operators
${signUp}  simulator    ${simulatorUrl}           how to make it misbehave: docs/simulator.md
  Temporal UI  ${temporalUi}/namespaces/${stack.namespace}/workflows
  to decide    ${attentionList(temporalUi, stack.namespace)}
  Temporal     ${stack.temporalAddress} (namespace ${stack.namespace}); ${stack.temporalChoice}
  worker       ${sandboxOfWorker(process.env)}
  PostgreSQL   127.0.0.1:${stack.ports.postgres} (database manilla; password in ${stack.layout.dataDir}/secrets.json)
  logs         ${stack.layout.logs}
`;
}
