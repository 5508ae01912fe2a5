import { inject } from 'vitest';
import { describe, expect, it } from 'vitest';
import { createDatabase, createNamespace } from '../../support/stack.js';

describe('the stack that tests share', () => {
  it('gives every test a database of its own', async () => {
    const [one, other] = await Promise.all([createDatabase(), createDatabase()]);
    await one.query('CREATE TABLE only_here ()');
    const tables = await other.query("SELECT FROM pg_tables WHERE tablename = 'only_here'");
    expect(tables).toHaveLength(0);
    await Promise.all([one.drop(), other.drop()]);
  });

  it('gives every test a Temporal namespace whose search attributes may be used at once', async () => {
    expect(await createNamespace()).toMatch(/^test-/);
    expect(inject('stack').env.TEMPORAL_ADDRESS).toMatch(/^127\.0\.0\.1:\d+$/);
  });
});
