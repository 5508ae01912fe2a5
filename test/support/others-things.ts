import { expect } from 'vitest';
import type { ApiClient } from './api-client.js';
import type { ContractOperation } from './contract-operations.js';

/** What a merchant has, by which it is known when another one sees it. */
export interface Belongings {
  /** Ids, references, numbers, names and addresses. */
  readonly words: readonly string[];
  /** What its callers would search for. */
  readonly searched: readonly string[];
  readonly email: string;
  readonly phoneNumber: string;
  /** Where its own lists go on, by the operation's name. */
  readonly cursors: ReadonlyMap<string, string>;
}

/** Values for parameters that the document has no list of, by which things of the other merchant would be found. */
function textsFor(name: string, b: Belongings): readonly string[] | undefined {
  // Sums have a year at most.
  const long = new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10);
  const now = new Date(Date.now() + 60_000).toISOString();
  const given: Readonly<Record<string, readonly string[]>> = {
    ...{ from: [long], updatedFrom: [long] },
    ...{ to: [now], updatedTo: [now], size: ['100'], page: ['1'] },
    ...{ email: [b.email], phoneNumber: [b.phoneNumber], q: b.searched },
    ...{ minAmount: ['1'], maxAmount: ['900000000000'], date: [now.slice(0, 10)] },
  };
  return given[name];
}

/** Parameters that name one thing: test/support/others-references.ts has them. */
const namesOneThing = /([rR]eference|Id|accountNumber|prefix|endpoint|clientId|eventType)$/;

/** Parameters without a list of values, of which nothing of anybody is found. */
const findNothing: ReadonlySet<string> = new Set(['refresh', 'bankCode', 'amount', 'category']);

/** Each read without an id in its path, plain, by each value of each filter, and by the other's cursor. */
export function looksOf(
  operations: readonly ContractOperation[],
  b: Belongings,
): readonly { readonly operation: ContractOperation; readonly query: Record<string, string> }[] {
  return operations
    .filter(
      ({ method, isHook, template }) => method === 'GET' && !isHook && !template.includes('{'),
    )
    .flatMap((operation) => {
      const parameters = operation.parameters('query');
      const hasFile = parameters.some(({ name }) => name === 'format');
      const queries: Record<string, string>[] = [{}];
      for (const { name, schema } of parameters) {
        if (name === 'format') continue;
        const values = operation.resolve(schema)['enum'] as readonly string[] | undefined;
        const cursor = b.cursors.get(operation.name);
        const texts =
          name === 'cursor' ? (cursor === undefined ? [] : [cursor]) : textsFor(name, b);
        if (values === undefined && texts === undefined) {
          expect(
            namesOneThing.test(name) || findNothing.has(name),
            `${operation.name} ?${name} has values in test/support/others-things.ts`,
          ).toBe(true);
          continue;
        }
        for (const value of values ?? texts ?? []) queries.push({ [name]: value });
      }
      const isSized = (query: object): boolean => 'size' in query || 'page' in query;
      const files = queries
        .filter((query) => !isSized(query))
        .map((query) => ({ ...query, format: 'csv' }));
      return [...queries, ...(hasFile ? files : [])].map((query) => ({ operation, query }));
    });
}

async function look(
  client: ApiClient,
  operation: ContractOperation,
  query: Record<string, string>,
) {
  const asked = new URLSearchParams(query).toString();
  const reply = await fetch(`${client.baseUrl}${operation.path()}?${asked}`, {
    headers: { authorization: `Bearer ${client.token ?? ''}` },
  });
  const text = await reply.text();
  const what = `${operation.name}?${asked}: ${reply.status} ${text.slice(0, 300)}`;
  expect(reply.status, what).toBeLessThan(429);
  return { text, what };
}

/** The looks find what is there: each list and each file shows its owner something. */
export async function expectSeen(
  b: ApiClient,
  belongings: Belongings,
  operations: readonly ContractOperation[],
): Promise<void> {
  const looks = looksOf(operations, belongings);
  const names = looks.map(({ operation: { name } }) => name);
  const blind = new Set(names.filter((name) => belongings.cursors.has(name)));
  for (const { operation, query } of looks) {
    if (Object.keys(query).length > 1 || 'cursor' in query || !blind.has(operation.name)) continue;
    const { text } = await look(b, operation, query);
    if (belongings.words.some((word) => text.includes(word))) blind.delete(operation.name);
  }
  // Refused requests are written some seconds after the request.
  blind.delete('GET /api/v1/requests');
  expect([...blind], 'lists that show their owner nothing').toEqual([]);
}

/** Merchant A, who has taken no money, sees nothing of B's in any list, search, sum or file. */
export async function expectNothingOf(
  a: ApiClient,
  belongings: Belongings,
  operations: readonly ContractOperation[],
): Promise<void> {
  for (const { operation, query } of looksOf(operations, belongings)) {
    const { text, what } = await look(a, operation, query);
    // What is asked for may be said again, as in the message of a refusal.
    const own = Object.values(query);
    const seen = belongings.words.filter((word) => text.includes(word) && !own.includes(word));
    expect(seen, what).toEqual([]);
    if (operation.template.endsWith('/summaries')) {
      const { data } = JSON.parse(text) as { data: { total?: Record<string, unknown> } };
      expect(data.total, what).toMatchObject({ payments: 0, initiated: 0, grossAmount: 0 });
    }
  }
}
