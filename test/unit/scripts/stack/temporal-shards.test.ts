import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  keepShards,
  shardsFromEnvironment,
  shardsOfStore,
} from '../../../../scripts/stack/temporal-shards.ts';

let dir: string;
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'shards-'))));
afterEach(() => rmSync(dir, { recursive: true }));

test('a new store has the number that is asked for, or 16', () => {
  expect(shardsOfStore(dir, undefined)).toBe(16);
  expect(shardsOfStore(dir, 64)).toBe(64);
});

test('a store keeps its number, and another one is refused in a sentence', () => {
  keepShards(dir, 64);
  expect(shardsOfStore(dir, undefined)).toBe(64);
  expect(shardsOfStore(dir, 64)).toBe(64);
  expect(() => shardsOfStore(dir, 16)).toThrow(
    /has 64 history shards, and MANILLA_TEMPORAL_SHARDS asks for 16: a store keeps the number/,
  );
});

test('a store from before the number was kept has 16', () => {
  writeFileSync(join(dir, 'schema-version'), '1');
  expect(shardsOfStore(dir, undefined)).toBe(16);
  expect(() => shardsOfStore(dir, 64)).toThrow(/has 16 history shards/);
});

test.each(['0', '-1', '1.5', 'many', '16385'])('%s shards are refused', (text) => {
  expect(() => shardsFromEnvironment({ MANILLA_TEMPORAL_SHARDS: text })).toThrow(
    `MANILLA_TEMPORAL_SHARDS is "${text}"; set it to a whole number from 1 to 16384, or leave it unset.`,
  );
});

test('the variable names the number, and may be left out', () => {
  expect(shardsFromEnvironment({ MANILLA_TEMPORAL_SHARDS: '64' })).toBe(64);
  expect(shardsFromEnvironment({ MANILLA_TEMPORAL_SHARDS: '' })).toBeUndefined();
  expect(shardsFromEnvironment({})).toBeUndefined();
});
