import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import type { TemporalPlace } from './connection.js';

/** Numbers of temporal.api.enums.v1.IndexedValueType. */
const attributeTypes = { Keyword: 2, Int: 3, Datetime: 6 } as const;

/** The product's search attributes; workflows/messages.ts defines the same names with their typed keys. */
export const searchAttributes = {
  MerchantId: 'Keyword',
  PaymentReference: 'Keyword',
  CheckoutPhase: 'Keyword',
  AttentionReason: 'Keyword',
  AmountMinor: 'Int',
  ExpiresAt: 'Datetime',
  CaseType: 'Keyword',
  AccountNumber: 'Keyword',
  SessionId: 'Keyword',
  CaseStatus: 'Keyword',
} as const satisfies Record<string, keyof typeof attributeTypes>;

const deadlineMs = 60_000;
/** The longest wait for changes that the server learns of a moment later. */
const patienceMs = 30_000;
const pollMs = 50;
const retentionDays = 7;
/** gRPC's status codes that decide something here. */
const status = { invalidArgument: 3, notFound: 5, alreadyExists: 6, permissionDenied: 7 } as const;
/**
 * A server's answers to a client that may work in the namespace but not change it; Temporal Cloud does not know the
 * calls at all.
 */
const mayNot: readonly unknown[] = [status.permissionDenied, 12, 16];

/** The namespace lacks something that this client may not make; the message says which commands make it. */
export class NamespaceNotReady extends Error {
  override readonly name = 'NamespaceNotReady';
}

/**
 * Registers the namespace with its search attributes unless they are there, and waits until they may be used. A client that
 * may only work in the namespace changes nothing there.
 *
 * @throws NamespaceNotReady when something is missing that this client may not make
 */
export function prepareNamespace(place: TemporalPlace): Promise<void> {
  return withConnection(place, async (connection) => {
    const isNew = await register(connection, place);
    // A new namespace is not asked for its attributes: the server would remember for a while that it has no such namespace.
    const missing = isNew ? attributeNames : await missingAttributes(connection, place);
    if (missing.length === 0) return;
    await addAttributes(connection, place, missing);
    await waitUntilUsable(connection, place);
  });
}

/**
 * Returns a sentence about the missing parts of the namespace, with the commands that make them; undefined when nothing
 * is missing. Changes nothing.
 */
export function namespaceLacks(place: TemporalPlace): Promise<string | undefined> {
  return withConnection(place, async (connection) => {
    if (!(await isThere(connection, place))) return sentenceOfNamespace(place);
    const missing = await missingAttributes(connection, place);
    return missing.length === 0 ? undefined : sentenceOfAttributes(place, missing);
  });
}

type AttributeName = keyof typeof searchAttributes;
const attributeNames = Object.keys(searchAttributes) as AttributeName[];

async function withConnection<T>(
  { temporalAddress, temporalSecurity }: TemporalPlace,
  act: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await Connection.connect({
    ...temporalSecurity,
    address: temporalAddress,
    connectTimeout: '20s',
  });
  try {
    // The deadline is needed, because calls to a server that has gone meanwhile are repeated for minutes.
    return await connection.withDeadline(Date.now() + deadlineMs, () => act(connection));
  } finally {
    await connection.close();
  }
}

/** Tells whether the namespace exists. The call needs no rights beyond those of any client of the namespace. */
async function isThere(
  connection: Connection,
  { temporalNamespace: namespace }: TemporalPlace,
): Promise<boolean> {
  try {
    await connection.workflowService.describeNamespace({ namespace });
    return true;
  } catch (error) {
    if (grpcCode(error) === status.notFound) return false;
    throw error;
  }
}

/** Registers the namespace. Returns whether it was made now. */
async function register(connection: Connection, place: TemporalPlace): Promise<boolean> {
  const workflowExecutionRetentionPeriod = { seconds: retentionDays * 86_400 } as never;
  try {
    await connection.workflowService.registerNamespace({
      namespace: place.temporalNamespace,
      workflowExecutionRetentionPeriod,
    });
    return true;
  } catch (error) {
    if (grpcCode(error) === status.alreadyExists) return false;
    if (!mayNot.includes(grpcCode(error))) throw error;
    if (await isThere(connection, place)) return false;
    throw new NamespaceNotReady(sentenceOfNamespace(place));
  }
}

async function addAttributes(
  connection: Connection,
  place: TemporalPlace,
  missing: readonly AttributeName[],
): Promise<void> {
  const types = missing.map((name) => [name, attributeTypes[searchAttributes[name]]]);
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    try {
      // Attributes that are there already are skipped by the server.
      await connection.operatorService.addSearchAttributes({
        namespace: place.temporalNamespace,
        searchAttributes: Object.fromEntries(types),
      });
      return;
    } catch (error) {
      if (mayNot.includes(grpcCode(error))) {
        throw new NamespaceNotReady(sentenceOfAttributes(place, missing));
      }
      // When workers have asked for a namespace before it was made, the server says for a while that it is not there, to us
      // as well.
      if (grpcCode(error) !== status.notFound || waitedMs > patienceMs) throw error;
      await sleep(pollMs);
    }
  }
}

/**
 * Returns the search attributes that the namespace lacks. Only operators of the server may list attributes, so we query
 * workflows by each attribute: any client may do that, and the query fails when the attribute is missing.
 */
async function missingAttributes(
  connection: Connection,
  place: TemporalPlace,
): Promise<readonly AttributeName[]> {
  if (await knows(connection, place, attributeNames)) return [];
  const known = await Promise.all(attributeNames.map((name) => knows(connection, place, [name])));
  return attributeNames.filter((_, index) => !known[index]);
}

async function knows(
  connection: Connection,
  { temporalNamespace: namespace }: TemporalPlace,
  names: readonly AttributeName[],
): Promise<boolean> {
  const query = names.map((name) => `${name} IS NULL`).join(' AND ');
  try {
    await connection.workflowService.listWorkflowExecutions({ namespace, query, pageSize: 1 });
    return true;
  } catch (error) {
    // A namespace that was registered just now is not known to every part of the server.
    const answers: readonly unknown[] = [status.invalidArgument, status.notFound];
    if (answers.includes(grpcCode(error))) return false;
    throw error;
  }
}

/** The server learns of new attributes when its namespace cache is refreshed; until then it refuses them. */
async function waitUntilUsable(connection: Connection, place: TemporalPlace): Promise<void> {
  for (let waitedMs = 0; !(await knows(connection, place, attributeNames)); waitedMs += pollMs) {
    if (waitedMs > patienceMs) {
      throw new NamespaceNotReady(sentenceOfAttributes(place, attributeNames));
    }
    await sleep(pollMs);
  }
}

function sentenceOfNamespace({ temporalNamespace }: TemporalPlace): string {
  return inCommands(`Temporal has no namespace ${temporalNamespace} that this client may see`, [
    `temporal operator namespace create -n ${temporalNamespace} --retention ${retentionDays}d`,
  ]);
}

function sentenceOfAttributes(place: TemporalPlace, missing: readonly AttributeName[]): string {
  const { temporalNamespace } = place;
  return inCommands(
    `The namespace ${temporalNamespace} lacks search attributes`,
    missing.map(
      (name) =>
        `temporal operator search-attribute create -n ${temporalNamespace} --name ${name} --type ${searchAttributes[name]}`,
    ),
  );
}

function inCommands(what: string, commands: readonly string[]): string {
  return `${what}. Whoever administers it makes them with:\n\n  ${commands.join('\n  ')}`;
}

function grpcCode(error: unknown): unknown {
  return (error as { code?: unknown }).code;
}
