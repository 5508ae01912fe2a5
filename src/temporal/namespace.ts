import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';

/** Numbers of temporal.api.enums.v1.IndexedValueType. */
const attributeTypes = { Keyword: 2, Int: 3, Datetime: 6 } as const;

/** The product's search attributes; `src/temporal` defines the same names with their typed keys. */
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
const retentionDays = 7;
const alreadyExists = 6;

/** Registers the namespace with its search attributes unless they are there, and waits until they may be used. */
export async function prepareNamespace(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: '20s' });
  try {
    // Without it, calls to a server that has gone meanwhile are repeated for minutes.
    await connection.withDeadline(Date.now() + deadlineMs, async () => {
      await registerNamespace(connection, namespace);
      await addSearchAttributes(connection, namespace);
      await waitUntilUsable(connection, namespace);
    });
  } finally {
    await connection.close();
  }
}

async function registerNamespace(connection: Connection, namespace: string): Promise<void> {
  const workflowExecutionRetentionPeriod = { seconds: retentionDays * 86_400 } as never;
  try {
    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod,
    });
  } catch (error) {
    if (grpcCode(error) !== alreadyExists) throw error;
  }
}

async function addSearchAttributes(connection: Connection, namespace: string): Promise<void> {
  const types = Object.entries(searchAttributes).map(([name, type]) => [
    name,
    attributeTypes[type],
  ]);
  // Attributes that are there already are skipped by the server.
  await connection.operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(types),
  });
}

/** The server learns of new attributes within its namespace cache's refresh; until then it refuses them. */
async function waitUntilUsable(connection: Connection, namespace: string): Promise<void> {
  const query = Object.keys(searchAttributes)
    .map((name) => `${name} IS NULL`)
    .join(' AND ');
  for (let waitedMs = 0; ; waitedMs += 50) {
    try {
      await connection.workflowService.listWorkflowExecutions({ namespace, query, pageSize: 1 });
      return;
    } catch (error) {
      if (waitedMs > 30_000) throw error;
      await sleep(50);
    }
  }
}

function grpcCode(error: unknown): unknown {
  return (error as { code?: unknown }).code;
}
