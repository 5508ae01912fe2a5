import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { newReference, type ApiReply } from '../../support/api-client.js';
import { ApiWorld } from '../../support/api-world.js';
import type { TestEdge } from '../../support/edge.js';
import { cardCheckout } from '../../support/card-checkouts.js';

/** The tables of docs/sandbox.md: each test card and test account does what its row says. */

const page = readFileSync(join(import.meta.dirname, '../../../docs/sandbox.md'), 'utf8');
const answer = /(\d{3})\/(\d\d)(?: `([A-Z_]+)`)?/;
const bankCode = '000013';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

interface Row {
  readonly names: readonly string[];
  readonly cells: readonly string[];
}

/** Rows below a heading whose first cell names something. */
function rowsOf(heading: string): Row[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      const names = [...(cells[1] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
      return { names, cells: cells.slice(2) };
    });
}

function told({ status, code, data }: ApiReply): string {
  return `${status}/${code} ${status === 200 ? '' : `\`${data.reason}\``}`.trim();
}

describe.concurrent('a test card', () => {
  const cards = rowsOf('Test cards').flatMap(({ names, cells }) =>
    names.map((token) => ({ token, reply: answer.exec(cells[1] ?? '')?.[0] ?? '' })),
  );

  it.for(cards)('$token is answered $reply', async ({ token, reply }, { expect: own }) => {
    const { pay } = await cardCheckout(world);
    // The first answer of the acquirer is waited for: five seconds later it may have told more.
    const ask = async () => told(await pay(token, { prefer: 'wait=20' }));
    await own.poll(ask, { timeout: 60_000, interval: 250 }).toBe(reply);
  });
});

describe.concurrent('a test account', () => {
  const accounts = rowsOf('Test accounts').flatMap(({ names, cells }) => {
    const [number = ''] = names;
    return { number, seen: cells[1] ?? '' };
  });
  const said = (seen: string, name: string) =>
    new RegExp(`${name}[^:.]*: ([^.]*)\\.`).exec(seen)?.[1];

  it.for(accounts)('$number is seen as: $seen', async (row, { expect: own }) => {
    const { number: accountNumber, seen } = row;
    const account = { accountNumber, bankCode };
    const registered = await world.merchant.post('/api/v1/settlement/accounts', account);
    const checked = await world.merchant.post(
      '/api/v1/virtual-account/validate-virtual-account',
      account,
    );
    own(`${registered.status}/${registered.code}`).toBe(
      said(seen, 'Settlement account') ?? '200/00',
    );
    own(`${checked.status}/${checked.code}`).toBe(said(seen, '(?:C|c)heck') ?? '200/00');

    const { reference, accountNumber: ours, amount } = await world.awaitingPayment();
    await world.merchant.pay({ accountNumber: ours, amount, sourceAccountNumber: accountNumber });
    await world.until(reference, 'SUCCESSFUL');
    const refundReference = newReference();
    const reason = 'Out of stock';
    await world.merchant.refund(reference, { refundReference, reason });
    const status = async () => {
      const path = `/api/v1/refunds/${refundReference}`;
      return String((await world.merchant.get(path)).data.status);
    };
    const ends = /[Rr]efund[^`]*`(\w+)`/.exec(seen)?.[1];
    if (ends !== undefined) await own.poll(status).toBe(ends);
    // It is tried again later.
    else own(['REQUESTED', 'NAME_ENQUIRY', 'PROCESSING']).toContain(await status());
  });
});
