import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../scripts/stack/layout.ts';

describe('what npm start and npm test run before anything is installed', () => {
  it.each(['start.mjs', 'test.mjs', 'front.mjs'])('%s imports only what Node brings', (file) => {
    const source = readFileSync(join(projectRoot, 'scripts', file), 'utf8');
    const imported = [...source.matchAll(/from '([^']+)'/g)].map(([, name]) => name);
    expect(imported.length).toBeGreaterThan(0);
    expect(imported.filter((name) => !/^node:|^\.\/front\.mjs$/.test(name ?? ''))).toEqual([]);
  });
});
