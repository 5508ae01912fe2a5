import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Manilla } from '../../sdk/src/index.ts';
import { checkedInDocuments, operationsOf } from '../../scripts/docs/contract-document.ts';
import { hookHeaders, signHook } from '../../src/providers/hook-signature.js';
import { auditedAs, notAudited } from '../support/audited-routes.js';
import { contractOperations, type ContractOperation } from '../support/contract-operations.js';
import {
  looksLikeReference,
  type OthersReference,
  othersReferences,
  type Shop,
} from '../support/others-references.js';
import { expectNothingOf, expectSeen, type Belongings } from '../support/others-things.js';
import { routeScopes } from '../support/route-scopes.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { type ApiClient, newReference, order } from '../support/api-client.js';
import { ApiWorld, hookKeys } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';
import { EveryOperation, type Send } from './sdk/every-operation.js';
import { sendBySdk } from './sdk/by-sdk.js';

let world: ApiWorld<TestEdge>;
let operations: readonly ContractOperation[];
beforeAll(async () => {
  world = await ApiWorld.edge();
  operations = await contractOperations(world.manilla.baseUrl);
});
afterAll(() => world?.stop());

function send(client: ApiClient, operation: ContractOperation, path: string) {
  const { method, body, example = {} } = operation;
  if (operation.takesFile) {
    const headers = { 'content-type': 'application/octet-stream' };
    return client.send(method, path, { body: Buffer.from('%PDF-1.7\n%%EOF\n'), headers });
  }
  return body === undefined
    ? client.send(method, path)
    : client.send(method, path, {
        body: JSON.stringify(example),
        headers: { 'content-type': 'application/json' },
      });
}

/** How an id of the merchant is found, by the parameter that names it. */
const idsOf: Readonly<Record<string, string>> = {
  paymentReference:
    'select payment_reference from checkout where merchant_id = $1 and status = $$SUCCESSFUL$$',
  // The dispute that has the file.
  disputeId: 'select dispute_id from evidence_file where merchant_id = $1',
  fileId: 'select file_id from evidence_file where merchant_id = $1',
  paymentLinkId: 'select payment_link_id from payment_link where merchant_id = $1',
  refundReference: 'select refund_reference from refund where merchant_id = $1',
  reference: 'select credit_id from inward_credit where merchant_id = $1',
  settlementAccountId:
    'select settlement_account_id from settlement_account where merchant_id = $1',
  settlementReference: 'select settlement_reference from settlement where merchant_id = $1',
  transactionReference: 'select credit_id from inward_credit where merchant_id = $1',
  accountNumber: 'select account_number from virtual_account where merchant_id = $1',
  deliveryId: 'select delivery_id from webhook_delivery where merchant_id = $1',
  endpoint:
    'select endpoint::text from webhook_endpoint where merchant_id = $1 order by endpoint desc',
  eventId: 'select event_id from event where merchant_id = $1',
  replayId: 'select replay_id from webhook_replay where merchant_id = $1',
  staticReference: 'select reference from static_account where merchant_id = $1',
  sessionId: 'select session_id from inward_credit where merchant_id = $1',
  clientId: 'select client_id from merchant_key where merchant_id = $1',
};
/** Well formed, and nobody's. */
const unknownOf = (id: string): string => {
  if (/^\d+$/.test(id)) return '9'.repeat(id.length);
  if (id.startsWith('ac_')) return `ac_${'A'.repeat(id.length - 3)}`;
  const [, head, ulid] = /^([a-z]+_)([0-9A-Z]{26})$/.exec(id) ?? [];
  return ulid === undefined ? `nobody-${id.length}-nobody` : `${head}01KA0000000000000000000000`;
};

describe('merchant A with merchant B’s ids', () => {
  it('is answered as with ids of nobody, on every route, and changes nothing', async () => {
    const receiver = await WebhookReceiver.start();
    const b = await world.otherMerchant(`Shop B ${newReference()}`, ['refunds:destination']);
    await world.bank.misbehave({ on: 'name-enquiry', account: '5550001111', answer: '07' });
    const { clientId, clientSecret } = b.merchant;
    const { baseUrl } = world.manilla;
    const [merchants, providers] = checkedInDocuments();
    const byHand: Send = async (id, { path = {}, body }) => {
      const known = [merchants, providers].flatMap(operationsOf);
      const operation = known.find(({ operationId }) => operationId === id);
      if (operation === undefined) throw new Error(`no document has ${id}`);
      const text = JSON.stringify(body);
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const signature = signHook(hookKeys(world.manilla.env), timestamp, text ?? '');
      const reply = await fetch(
        baseUrl + operation.path.replace('{provider}', path['provider'] ?? ''),
        {
          method: operation.method,
          headers: {
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...{ [hookHeaders.timestamp]: timestamp, [hookHeaders.signature]: signature },
          },
          ...(body === undefined ? {} : { body: text }),
        },
      );
      const { data } = (await reply.json()) as { data: unknown };
      return { httpStatus: reply.status, data };
    };
    const bySdk = sendBySdk(new Manilla({ baseUrl, clientId, clientSecret }), merchants, byHand);
    await new EveryOperation(world, b.merchant, receiver.url, bySdk).run();
    await expectAudited(b.merchant.merchantId, clientId);
    const named: Record<string, string> = {};
    for (const [name, sql] of Object.entries(idsOf)) {
      const [row] = await world.query<Record<string, string>>(`${sql} limit 1`, [
        b.merchant.merchantId,
      ]);
      named[name] = Object.values(row ?? {})[0] ?? '';
      expect(named[name], `B has a ${name}`).not.toBe('');
    }
    const a = await world.otherMerchant(`Shop A ${newReference()}`, [
      ...['refunds:destination', 'transactions:pii'],
    ] as never);
    const { data } = await b.query(await openReference(b));
    named['prefix'] = b.merchant.prefix;
    named['accessCode'] = String(data.accessCode);
    await untilAtRest(b.merchant.merchantId);
    const belongings = await belongingsOf(b);
    await expectSeen(b, belongings, operations);
    await expectNothingOf(a, belongings, operations);
    const before = await rowsOf(b.merchant.merchantId);
    const walked: string[] = [];
    for (const operation of operations) {
      const parameters = operation.parameters('path').map(({ name }) => name);
      if (parameters.length === 0 || operation.isHook) continue;
      expect(Object.keys(named), operation.name).toEqual(expect.arrayContaining(parameters));
      const nobodys = Object.fromEntries(
        parameters.map((name) => [name, unknownOf(named[name] ?? '')]),
      );
      const [theirs, unknown] = [
        await send(a, operation, operation.path(named)),
        await send(a, operation, operation.path(nobodys)),
      ];
      expect([theirs.status, theirs.data?.reason], operation.name).toEqual([
        unknown.status,
        unknown.data?.reason,
      ]);
      expect([403, 404], `${operation.name}: ${theirs.text}`).toContain(theirs.status);
      walked.push(operation.name);
    }
    expect(walked.length).toBeGreaterThan(20);
    await expectReferencesOfNobody(a, b, named);
    expect(await rowsOf(b.merchant.merchantId)).toEqual(before);
    await receiver[Symbol.asyncDispose]();
  });
});

/** All that B has, by the columns that name it. */
async function belongingsOf(b: Shop): Promise<Belongings> {
  const { merchantId } = b.merchant;
  const columns = await world.query<{ name: string; key: string }>(
    `select c.table_name as name, c.column_name as key
       from information_schema.columns c
       join information_schema.columns m on m.table_name = c.table_name and m.table_schema = 'public' and m.column_name = 'merchant_id'
       join information_schema.tables t on t.table_name = c.table_name and t.table_schema = 'public' and t.table_type = 'BASE TABLE'
      where c.table_schema = 'public' and c.data_type = 'text' and c.column_name ~ '(_id|_reference|account_number|^reference)$'
        and c.column_name not in ('account_id', 'fee_plan_id', 'source_id', 'session_id')`,
  );
  const words = await Promise.all(
    columns.map(({ name, key }) =>
      world.query<{ word: string }>(
        `select distinct ${key} as word from ${name} where merchant_id = $1 and length(${key}) >= 8`,
        [merchantId],
      ),
    ),
  );
  const [order] = await world.query<{ customer: Record<'email' | 'phoneNumber', string> }>(
    `select customer from checkout where merchant_id = $1 and status = 'SUCCESSFUL' limit 1`,
    [merchantId],
  );
  const [credit] = await world.query<Record<string, string>>(
    `select k.credit_id, k.session_id, k.account_number, c.payment_reference, (k.amount_minor / 100)::text as naira,
            k.source ->> 'accountName' as sender
       from inward_credit k join checkout c using (checkout_id) where k.merchant_id = $1 and k.account_number is not null limit 1`,
    [merchantId],
  );
  const cursors = new Map<string, string>();
  for (const operation of operations) {
    if (operation.parameters('query').some(({ name }) => name === 'cursor')) {
      cursors.set(operation.name, await cursorOf(b, operation));
    }
  }
  return {
    words: [...new Set(words.flat().map(({ word }) => word))],
    searched: [...Object.values(credit ?? {}), order?.customer.email ?? ''].filter(Boolean),
    ...{ email: order?.customer.email ?? '', phoneNumber: order?.customer.phoneNumber ?? '' },
    cursors,
  };
}

/** B's own payouts and webhooks change B's rows for as long as they are under way. */
async function untilAtRest(merchantId: string): Promise<void> {
  const underWay = () =>
    world.query(
      `select payout_id as id, status from payout
        where merchant_id = $1 and status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN')
       union all
       select delivery_id, status from webhook_delivery
        where merchant_id = $1 and status in ('PENDING', 'DELIVERING')
       union all
       select replay_id, status from webhook_replay where merchant_id = $1 and status = 'RUNNING'`,
      [merchantId],
    );
  await expect.poll(underWay, { timeout: 45_000 }).toEqual([]);
}

/** An order of B's that waits for its payer. */
async function openReference(b: Shop): Promise<string> {
  const body = order();
  await b.initiate(body);
  return body.paymentReference;
}

/** Each reference in a body or a query: B's real one in a request of A's that is in order, and one of nobody's. */
async function expectReferencesOfNobody(a: Shop, b: Shop, named: Record<string, string>) {
  const pointing = operations
    .filter(({ isHook }) => !isHook)
    .flatMap((operation) => {
      const query = operation.parameters('query').map(({ name }) => `?${name}`);
      return [...operation.fields(), ...query]
        .filter(looksLikeReference)
        .map((field) => ({ operation, field, place: `${operation.name} ${field}` }));
    });
  expect(
    Object.keys(othersReferences).toSorted(),
    'each field that looks like a reference has a row in test/support/others-references.ts',
  ).toEqual(pointing.map(({ place }) => place).toSorted());
  // Queries come first: A may use for its own things the references that B uses.
  const inOrder = pointing.toSorted((one, other) => (one.field < other.field ? -1 : 1));
  expect(inOrder[0]?.field).toMatch(/^\?/);
  for (const { operation, field, place } of inOrder) {
    const row = othersReferences[place];
    if (row === undefined || typeof row === 'string') continue;
    const theirs = row.kind === 'cursor' ? await cursorOf(b, operation) : named[row.kind];
    if (theirs === undefined) throw new Error(`B has no ${row.kind}`);
    const [answers, nobodys] = [
      await put(a, { operation, field, row }, theirs),
      await put(a, { operation, field, row }, row.kind === 'cursor' ? '' : unknownOf(theirs)),
    ];
    if (row.differs === undefined) expect.soft(answers, place).toEqual(nobodys);
    else
      for (const [status] of [answers, nobodys]) expect.soft([400, 403], place).toContain(status);
  }
}

/** Where B's list goes on; of a short list, of another one. */
async function cursorOf(b: Shop, operation: ContractOperation): Promise<string> {
  const page = await b.get(`${operation.path()}?size=1`);
  const next = page.data?.page?.nextCursor as string | null | undefined;
  return next ?? '';
}

/** The status and the reason of A's request with this value in it, and how much a list shows. */
async function put(
  a: Shop,
  { operation, field, row }: { operation: ContractOperation; field: string; row: OthersReference },
  value: string,
) {
  const rest = (await row.rest?.(a)) ?? {};
  const path = operation.path(await row.path?.(a));
  const isQuery = field.startsWith('?');
  const query = { ...rest, ...(value !== '' && { [field.slice(1)]: value }) };
  const reply = isQuery
    ? await a.get(`${path}?${new URLSearchParams(query as Record<string, string>).toString()}`)
    : await a.send(operation.method, path, {
        body: JSON.stringify({ ...rest, [field]: value }),
        headers: { 'content-type': 'application/json' },
      });
  // A search answers groups in place of items.
  const items = (reply.data?.items ?? reply.data?.groups) as unknown[] | undefined;
  return [reply.status, reply.data?.reason, isQuery && row.kind !== 'cursor' && items?.length];
}

/** Each route that a key may write by is audited, or is told why not; and the merchant's whole life has left those entries. */
async function expectAudited(id: string, clientId: string): Promise<void> {
  const writing = Object.entries(routeScopes)
    .filter(([, scope]) => !['open', 'signed'].includes(scope) && !scope.endsWith(':read'))
    .map(([name]) => name);
  expect([...Object.keys(auditedAs), ...Object.keys(notAudited)].toSorted()).toEqual(
    writing.toSorted(),
  );
  const entries = await world.query<{ action: string; told: string }>(
    `select action, concat(before, after) as told from audit_entry
      where merchant_id = $1 and actor_kind = 'KEY' and actor = $2 and door = 'API'`,
    [id, clientId],
  );
  const actions = entries.map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(Object.values(auditedAs).flat()));
  for (const { action, told } of entries) {
    expect(told, action).not.toMatch(/"\d{10}"|whsec_/);
    // The holder of a settlement account is the merchant; any other holder is a payer.
    if (!action.startsWith('settlement-account.')) expect(told, action).not.toContain('ADA OBI');
  }
}

/**
 * A digest of all rows of a merchant, by table. What it is shown of its own refused requests is written some seconds later,
 * and the last use of its key after the request.
 */
async function rowsOf(id: string): Promise<Record<string, string>> {
  const tables = await world.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c
       join information_schema.tables t on t.table_name = c.table_name and t.table_type = 'BASE TABLE'
      where c.column_name = 'merchant_id' and c.table_schema = 'public' and c.table_name <> 'noted_call'`,
  );
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await world.query<{ digest: string }>(
        `select coalesce(md5(string_agg(row::text, ',' order by row::text)), '') as digest
           from ${name} t, lateral (select to_jsonb(t) - 'last_used_at' as row) r where merchant_id = $1`,
        [id],
      );
      return [name, row?.digest ?? ''] as const;
    }),
  );
  return Object.fromEntries(rows);
}
