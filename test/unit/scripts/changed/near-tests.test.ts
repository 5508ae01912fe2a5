import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../scripts/changed/changes.js';
import { nearTests, wayTo } from '../../../../scripts/changed/near-tests.js';

/** A small engine: two areas, a shop that tests drive, an API client, a workflow. */
const sources = {
  'package.json': '',
  'src/persistence/functions/70-gifts.sql': `
    create function lock_gift() returns void language sql as $$ select 1 from gift $$;
    create function request_gift(p text) returns void language sql as $$ select lock_gift() $$;`,
  'src/persistence/functions/40-orders.sql':
    'create function open_order() returns void language sql as $$ select 1 $$;',
  'src/persistence/migrations/0001-gifts.sql': 'create table gift (gift_id text);',
  'src/domain/gift-store.port.ts': 'export interface GiftStore { request(): void }',
  'src/gifts/gift.store.ts': `
    import type { GiftStore } from '../domain/gift-store.port.js';
    const requestGift = { name: 'request_gift', text: 'select * from request_gift($1)' };
    export class PgGiftStore implements GiftStore { request() { query(requestGift); } }`,
  'src/gifts/gifts.service.ts': `
    import type { GiftStore } from '../domain/gift-store.port.js';
    export class GiftsService { constructor(store: GiftStore) {} ask() { this.store.request(); } }`,
  'src/gifts/gifts.controller.ts': `
    import { GiftsService } from './gifts.service.js';
    import { RequireScope } from '../auth/token.guard.js';
    @Controller('api/v1/transactions')
    export class GiftsController {
      @Post(':reference/gift') @RequireScope('gifts:write') post() { this.service.ask(); }
    }`,
  'src/auth/token.guard.ts': `
    export const RequireScope = (scope: string) => SetMetadata('scope', scope);
    export class TokenGuard { canActivate() { return true; } }`,
  'src/orders/order.store.ts': `
    export class PgOrderStore { open() { query('select open_order()'); } }`,
  'workflows/present.workflow.ts': 'export function presentWorkflow() { return 1; }',
  'test/support/shop.ts': `
    import { PgGiftStore } from '../../src/gifts/gift.store.js';
    import { PgOrderStore } from '../../src/orders/order.store.js';
    export class Shop {
      gifts = new PgGiftStore();
      orders = new PgOrderStore();
      gift() { this.gifts.request(); }
      order() { this.orders.open(); }
    }`,
  'test/e2e/api/client.ts':
    'export class Client { gift(reference: string) { return this.post(`/api/v1/transactions/${reference}/gift`); } }',
  'test/e2e/api/money-back.test.ts': `
    import { Client } from './client.js';
    it('gives back', () => new Client().gift('a'));`,
  'test/e2e/api/other.test.ts': `import './group.js';`,
  'test/e2e/api/group.ts': `it('is well', () => fetch('/health/live'));`,
  'test/integration/gifts/books.test.ts': `
    import { Shop } from '../../support/shop.js';
    it('books', () => new Shop().gift());`,
  'test/integration/orders/open.test.ts': `
    import { Shop } from '../../support/shop.js';
    it('opens', () => new Shop().order());`,
  'test/integration/orders/locks.test.ts': `it('locks', () => query('select lock_gift()'));`,
  'test/unit/orders/order.store.test.ts': `it('mirrors', () => {});`,
  'test/replay/replay.test.ts': `it('replays', () => {});`,
  'test/replay/histories/presentWorkflow/one.json': '',
};
type Path = keyof typeof sources;

/** The tests by nearness when `path` is changed; before, it had what `replaced` puts in. */
function near(path: Path, ...[from, to]: [string, string] | []) {
  const before = from === undefined ? undefined : sources[path].replace(from, to ?? '');
  const change: Change = { path, before, isGone: false };
  const [found] = nearTests(new Map(Object.entries(sources)), [change], () => 1);
  if (found === undefined) return expect.fail('no answer');
  const candidates = found.candidates.toSorted((one, other) => one.steps - other.steps);
  return { ...found, candidates, tests: candidates.map(({ test }) => test) };
}

describe('the tests near a change', () => {
  it('of an SQL function are those that run it, through stores, services and operations too', () => {
    const { tests, reached } = near(
      'src/persistence/functions/70-gifts.sql',
      'select lock_gift()',
      'select 2',
    );
    expect(tests.slice(0, 2)).toEqual([
      'test/integration/gifts/books.test.ts',
      'test/e2e/api/money-back.test.ts',
    ]);
    expect(wayTo('test/e2e/api/money-back.test.ts', reached)).toEqual([
      ...['Client.gift', 'GiftsController.post', 'GiftsService.ask', 'GiftStore.request'],
      ...['PgGiftStore.request', 'requestGift', 'request_gift'],
    ]);
  });

  it('of a function that others call are those of its callers, and first those that name it', () => {
    const { tests } = near(
      'src/persistence/functions/70-gifts.sql',
      'select 1 from gift',
      'select 2 from gift',
    );
    expect(tests.slice(0, 2)).toEqual([
      'test/integration/orders/locks.test.ts',
      'test/integration/gifts/books.test.ts',
    ]);
  });

  it('of a table are those of the functions that use it', () => {
    const { tests } = near('src/persistence/migrations/0001-gifts.sql', 'text', 'uuid');
    expect(tests[0]).toBe('test/integration/orders/locks.test.ts');
  });

  it('of a store come by what they use of a shop that has all stores', () => {
    const { tests, candidates } = near('src/orders/order.store.ts', 'open_order', 'close_order');
    expect(tests.slice(0, 2)).toEqual([
      'test/unit/orders/order.store.test.ts',
      'test/integration/orders/open.test.ts',
    ]);
    const stepsOf = (test: string) => candidates.find((each) => each.test === test)?.steps ?? 99;
    expect(stepsOf('test/integration/gifts/books.test.ts')).toBeGreaterThan(
      stepsOf('test/integration/orders/open.test.ts') + 2,
    );
  });

  it('of a controller are those that call its operation, by whatever client', () => {
    expect(near('src/gifts/gifts.controller.ts', 'ask()', 'askAgain()').tests[0]).toBe(
      'test/e2e/api/money-back.test.ts',
    );
  });

  it('of a guard are those that call what a decorator of its file puts under it', () => {
    expect(near('src/auth/token.guard.ts', 'return true', 'return false').tests[0]).toBe(
      'test/e2e/api/money-back.test.ts',
    );
  });

  it('of a workflow are the replays, whatever they name', () => {
    expect(near('workflows/present.workflow.ts', 'return 1', 'return 2').tests[0]).toBe(
      'test/replay/replay.test.ts',
    );
  });

  it.each<[Path, string]>([
    ['test/replay/histories/presentWorkflow/one.json', 'test/replay/replay.test.ts'],
    ['test/e2e/api/group.ts', 'test/e2e/api/other.test.ts'],
    ['test/unit/orders/order.store.test.ts', 'test/unit/orders/order.store.test.ts'],
  ])('of %s begin with %s', (path, test) => {
    expect(near(path).tests[0]).toBe(test);
  });

  it('are all of them when it is about what every test needs', () => {
    expect(near('package.json').tests).toHaveLength(7);
  });

  it('of a file that is gone are those that still look for it', () => {
    const { 'src/orders/order.store.ts': before, ...left } = sources;
    const change = { path: 'src/orders/order.store.ts', before, isGone: true };
    const [found] = nearTests(new Map(Object.entries(left)), [change], () => 1);
    const tests = found?.candidates.map(({ test }) => test);
    expect(tests).toContain('test/integration/orders/open.test.ts');
  });
});
