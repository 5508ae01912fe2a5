import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { read, root } from './tree.js';

const manifest = JSON.parse(read('package.json')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>;

describe('dependencies', () => {
  // Two copies break every replay of a JSON history ("type must be a Type"): see CONTRIBUTING.md.
  it('give all of Temporal the one copy of protobufjs', () => {
    const users = ['common', 'proto', 'worker', 'client'];
    const copies = users.map((name) => {
      const manifestPath = join(root, 'node_modules', '@temporalio', name, 'package.json');
      return createRequire(manifestPath).resolve('protobufjs');
    });
    expect(new Set(copies)).toEqual(
      new Set([createRequire(import.meta.url).resolve('protobufjs')]),
    );
  });

  it('are pinned to exact versions', () => {
    const tool = JSON.parse(read('tools/node-20/package.json')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    const all = { ...manifest.dependencies, ...manifest.devDependencies };
    expect(all['node-20']).toBe('file:tools/node-20');
    const versions = Object.entries({ ...all, 'node-20': tool.dependencies['node'] ?? '' });
    const exact = /^(npm:[a-z@/-]+@)?\d+\.\d+\.\d+(-[a-z0-9.]+)?$/;
    expect(versions.filter(([, version]) => !exact.test(version))).toEqual([]);
  });

  it('have one version of Temporal', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
      .filter(([name]) => name.startsWith('@temporalio/'))
      .map(([, version]) => version);
    expect(new Set(versions).size).toBe(1);
  });
});
