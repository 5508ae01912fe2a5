import { getMetadataStorage } from 'class-validator';
import type { FieldError } from './field-error.js';

/** The largest request that an operation has a use for holds a fifth of this. */
const mostValues = 500;

/**
 * Cuts a request down before a DTO is made of it and validated, because each of the two costs a hundred times as much
 * as reading the JSON. Each list is cut to one more than its field may have, so that its own rule refuses it; values
 * that nobody looks at are left out.
 *
 * @param dropsUnknown leaves out fields that the class does not name
 */
export function bounded(metatype: object, given: object, dropsUnknown: boolean): object {
  const fields = fieldsOf(metatype);
  return Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => !dropsUnknown || fields.has(name))
      .map(([name, value]: [string, unknown]) => {
        const most = fields.get(name);
        return [
          name,
          most !== undefined && Array.isArray(value) ? value.slice(0, most + 1) : value,
        ];
      }),
  );
}

/** Undefined unless the request holds more than any operation takes. */
export function tooManyValues(given: object): FieldError | undefined {
  if (count(given, mostValues) >= 0) return undefined;
  const message = `the request must hold at most ${mostValues} values`;
  return { field: '', rule: 'count', message };
}

/** Returns how many more values there might be. Below 0, it has stopped counting. */
function count(value: unknown, room: number): number {
  if (typeof value !== 'object' || value === null) return room - 1;
  let left = room - 1;
  for (const each of Object.values(value)) {
    if (left < 0) break;
    left = count(each, left);
  }
  return left;
}

type Fields = ReadonlyMap<string, number | undefined>;
const known = new WeakMap<object, Fields>();

/** The fields of a DTO class. For each, the most elements that its validators allow in a list. */
function fieldsOf(metatype: object): Fields {
  const before = known.get(metatype);
  if (before !== undefined) return before;
  const fields = new Map<string, number | undefined>();
  const storage = getMetadataStorage();
  const rules = storage.getTargetValidationMetadatas(metatype as never, '', false, false);
  for (const rule of rules)
    fields.set(rule.propertyName, mostOf(rule) ?? fields.get(rule.propertyName));
  known.set(metatype, fields);
  return fields;
}

type FieldRule = ReturnType<
  ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']
>[number];

function mostOf({ name, constraints }: FieldRule): number | undefined {
  const [most] = (constraints ?? []) as readonly unknown[];
  return name === 'arrayMaxSize' && typeof most === 'number' ? most : undefined;
}
