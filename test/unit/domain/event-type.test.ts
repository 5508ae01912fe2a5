import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventTypes } from '../../../src/domain/event-type.js';
import { functionFiles } from '../../../src/platform/database/function-files.js';

const root = join(import.meta.dirname, '../../..');
const functions = join(root, 'src');
const known: ReadonlySet<string> = new Set(eventTypes);

describe('the types of events', () => {
  it('are all that the database writes', () => {
    const sql = functionFiles
      .map((file) => readFileSync(join(functions, file), 'utf8'))
      .join('\n')
      .replaceAll(/--.*$/gm, '')
      // Actions of the audit have names of their own.
      .replaceAll(/record_audit\([^;]*;/g, '');
    const areas = [...new Set(eventTypes.map((type) => type.split('.')[0]))].join('|');
    const written = [
      ...sql.matchAll(new RegExp(`['{,]\\s*((?:${areas})\\.[a-z_]+)\\s*['},]`, 'g')),
    ];
    expect(written.length).toBeGreaterThan(3);
    expect(written.map((match) => match[1] ?? '').filter((type) => !known.has(type))).toEqual([]);
  });

  it.each(eventTypes)('%s is explained to those who write receivers', (type) => {
    const page = readFileSync(join(root, 'docs/webhooks.md'), 'utf8');
    expect(page).toContain(`| \`${type}\` |`);
  });
});
