import type { MetadataStorage } from 'class-validator';

/**
 * Lets class-validator gather the rules of a DTO class once. By itself it does so at each validation, by way of all the
 * classes there are: a fifteenth of what a list of transactions costs the API.
 */
export function rememberRules(storage: MetadataStorage): void {
  const gather = storage.getTargetValidationMetadatas.bind(storage);
  const known = new Map<unknown, ReturnType<typeof gather>>();
  storage.getTargetValidationMetadatas = (target, schema, always, strictGroups, groups) => {
    // Only calls as ours are: without a schema and without groups.
    if (schema || always || strictGroups || (groups?.length ?? 0) > 0) {
      return gather(target, schema, always, strictGroups, groups);
    }
    let rules = known.get(target);
    if (rules === undefined)
      known.set(target, (rules = gather(target, schema, always, strictGroups)));
    return rules;
  };
}
