import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { describe, expect, it } from 'vitest';
import * as registered from '../../workflows/index.js';
import { filesIn, read, root } from './tree.js';

/** What a workflow may consist of: ours, and the SDK with what it brings along. */
const bundled = [
  ...['./src/domain', './workflows'],
  ...['@temporalio/common', '@temporalio/workflow', 'long', 'ms', 'nexus-rpc'],
];

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
    // Webpack heads each module by its path, and one that it leaves empty by a question mark.
    const modules = [...code.matchAll(/^\/\*{3}\/ "([^"?]+)"/gm)].map((match) => match[1] ?? '');
    expect([...new Set(modules.map(origin))].toSorted()).toEqual(bundled);
  });
});

/** `node_modules` may lie anywhere above, and one package inside another. */
function origin(module: string): string {
  const parts = module.split('/node_modules/');
  const inner = parts.at(-1) ?? '';
  if (parts.length > 1)
    return inner
      .split('/')
      .slice(0, inner.startsWith('@') ? 2 : 1)
      .join('/');
  return module.startsWith('./workflows/')
    ? './workflows'
    : module.split('/').slice(0, 3).join('/');
}
