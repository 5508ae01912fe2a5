/** Methods of a store that are activities as they stand. */
export function registered<Store extends object, Name extends keyof Store & string>(
  store: Store,
  names: readonly Name[],
): Pick<Store, Name> {
  const run = (name: Name) => (step: unknown) => (store[name] as (step: unknown) => unknown)(step);
  return Object.fromEntries(names.map((name) => [name, run(name)])) as unknown as Pick<Store, Name>;
}
