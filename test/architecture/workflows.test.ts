import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { describe, expect, it } from 'vitest';
import * as registered from '../../workflows/index.js';
import { filesIn, read, root } from './tree.js';

/** The SDK alone is 1.5 MB; a jump says that something from outside came along. */
const maxBundleBytes = 2_600_000;

const sources = filesIn('workflows').filter((path) => path.endsWith('.workflow.ts'));
const names = Object.keys(registered);

describe('workflows', () => {
  it('are registered by name, each from its own file', () => {
    const declared = sources.flatMap((path) =>
      [...read(path).matchAll(/^export (?:async )?function (\w+Workflow)\b/gm)].map(
        (match) => match[1] ?? '',
      ),
    );
    expect(names.toSorted()).toEqual(declared.toSorted());
  });

  it.each(names)('%s has a comment that says what it does', (name) => {
    const path = sources.find((source) => new RegExp(`function ${name}\\b`).test(read(source)));
    expect(read(path ?? '')).toMatch(new RegExp(`\\*/\\s+export (async )?function ${name}\\b`));
  });

  it.each(names)('%s has golden histories that its changes are replayed against', (name) => {
    const folder = join(root, 'test', 'replay', 'histories', name);
    expect(existsSync(folder), `record one into test/replay/histories/${name}`).toBe(true);
    expect(readdirSync(folder).filter((file) => file.endsWith('.json')).length).toBeGreaterThan(0);
  });

  it.each(names)('%s is explained in docs/architecture.md', (name) => {
    expect(read('docs/architecture.md')).toContain(`\`${name}\``);
  });

  it('build into a bundle that holds nothing from outside', async () => {
    const { code } = await bundleWorkflowCode({
      workflowsPath: join(root, 'workflows', 'index.ts'),
      logger: new DefaultLogger('ERROR'),
    });
    expect(Buffer.byteLength(code)).toBeLessThan(maxBundleBytes);
  });
});
