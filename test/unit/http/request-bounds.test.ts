import { glob } from 'node:fs/promises';
import { getMetadataStorage } from 'class-validator';
import { expect, it } from 'vitest';

it('every list that a request may hold has a length, which is looked at first', async () => {
  const root = new URL('../../../src/', import.meta.url).pathname;
  const classes = await requestClasses(root);
  const lists: string[] = [];
  for (const each of classes) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(
      each as never,
      '',
      false,
      false,
    );
    const named = (name: string) =>
      new Set(rules.filter((rule) => rule.name === name).map((rule) => rule.propertyName));
    const bounds = named('arrayMaxSize');
    for (const field of named('isArray')) {
      lists.push(field);
      expect(bounds, `${each.name}.${field}`).toContain(field);
    }
  }
  expect(lists).toEqual(expect.arrayContaining(['items', 'legs', 'scopes', 'events']));
});

/** All classes of files that hold requests. */
async function requestClasses(root: string): Promise<readonly { readonly name: string }[]> {
  const classes: { readonly name: string }[] = [];
  for await (const file of glob('**/{dto/*,*.dto}.ts', { cwd: root })) {
    const room = (await import(`${root}${file}`)) as Record<string, unknown>;
    for (const each of Object.values(room)) if (typeof each === 'function') classes.push(each);
  }
  return classes;
}
