import { describe, expect, it } from 'vitest';
import { importedFile, readTypeScript } from '../../../../scripts/changed/typescript-pieces.js';

const read = (text: string) => readTypeScript('src/refunds/refund.store.ts', text);
const piece = (text: string, name: string) =>
  read(text).pieces.find((each) => each.name === name) ?? expect.fail(`no piece ${name}`);

describe('a TypeScript file', () => {
  it('is taken apart into declarations, methods, and what runs when it is loaded', () => {
    const { pieces } = read(`
      const a = 1, { b } = a;
      export interface Store { find(id: string): void }
      export class PgStore implements Store { pool = 1; find(id: string) {} get size() { return 1; } }
      type Row = { a: string };
      export function toRow() {}
      register(PgStore);`);
    expect(pieces.map(({ name }) => name)).toEqual([
      ...['a', 'b', 'Store', 'Store.find', 'PgStore', 'PgStore.find', 'PgStore.size'],
      ...['Row', 'toRow', ''],
    ]);
  });

  it('has a change of a method in that method only', () => {
    const [before, after] = ['return 1', 'return 2'].map(
      (body) => `class Shop { open() { ${body}; } close() { return 3; } }`,
    );
    const differing = read(after ?? '').pieces.filter(
      ({ name, text }) => piece(before ?? '', name).text !== text,
    );
    expect(differing.map(({ name }) => name)).toEqual(['Shop.open']);
  });

  it('tells what a piece mentions, its own members apart from those of others', () => {
    const { names, members, ownMembers, strings } = piece(
      'class Shop { async pay() { const { body } = await this.#bank.send(`/a/${x}/b`); return toRow(body.data); } }',
      'Shop.pay',
    );
    expect([...ownMembers]).toEqual(['#bank']);
    expect([...members]).toEqual(['body', 'send', 'data']);
    expect(names.has('toRow')).toBe(true);
    expect(strings).toEqual(['/a/*/b']);
  });

  it('knows the operations of a controller by their paths', () => {
    const text = `
      @Controller('api/v1')
      class C {
        @Get('refunds/:reference') find() {}
        @Post() make() {}
        helper() {}
      }`;
    expect(piece(text, 'C.find').route).toBe('/api/v1/refunds/*');
    expect(piece(text, 'C.make').route).toBe('/api/v1');
    expect(piece(text, 'C.helper').route).toBeUndefined();
  });

  it('knows what it imports, and what it passes on', () => {
    const { imports, passedOn } = read(`
      import pg from 'pg';
      import '../start.js';
      import type { Refund as R } from '../domain/refund.js';
      import * as all from './all.ts';
      export { one as two } from './one.js';
      export * from './rest.js';`);
    expect(imports).toEqual([
      { local: '', name: '*', file: 'src/start.ts' },
      { local: 'R', name: 'Refund', file: 'src/domain/refund.ts' },
      { local: 'all', name: '*', file: 'src/refunds/all.ts' },
    ]);
    expect(passedOn).toEqual([
      { local: 'two', name: 'one', file: 'src/refunds/one.ts' },
      { local: '*', name: '*', file: 'src/refunds/rest.ts' },
    ]);
  });
});

it.each([
  ['./a.js', 'src/refunds/a.ts'],
  ['../a.cjs', 'src/a.cts'],
  ['../../scripts/front.mjs', 'scripts/front.mjs'],
  ['../a.ts', 'src/a.ts'],
  ['pg', undefined],
])('an import of %s means %s', (specifier, file) => {
  expect(importedFile('src/refunds/refund.store.ts', specifier)).toBe(file);
});
