import { referenceTo, type ApiDocument, type Schema } from './open-api-model.js';

/**
 * The fewest properties for which one schema refers to another. Fewer may be equal by accident, and are soon written
 * twice.
 */
const fewest = 6;

/** The schema of the fields that every envelope has besides its data. */
const headName = 'ReplyHead';

/**
 * Makes each envelope refer to one head and name only its data. An envelope with other examples, and the bare one, stay
 * as they are.
 */
export function shareEnvelopes({ components }: ApiDocument, bareName: string): void {
  const { properties: bare = {}, required = [], ...rest } = components.schemas[bareName] ?? {};
  const { data: _data, ...headProperties } = bare;
  const head = { ...rest, properties: headProperties, required: required.filter(isOfHead) };
  const envelopes = Object.entries(components.schemas).filter(([name, { properties = {} }]) => {
    const { data, ...others } = properties;
    return name !== bareName && data !== undefined && isSame(others, headProperties);
  });
  if (envelopes.length === 0) return;
  const children = envelopes.map(([name, schema]) => [name, childOf(schema, headName, head)]);
  Object.assign(components.schemas, { [headName]: head }, Object.fromEntries(children));
}

function isOfHead(property: string): boolean {
  return property !== 'data';
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A schema that has all properties of another one refers to it and names only its own. */
export function shareProperties({ components }: ApiDocument): void {
  // A schema that allows no other fields cannot be a part of a larger one, and stands by itself.
  const whole = Object.entries(components.schemas).filter(
    ([, schema]) => schema.properties !== undefined && schema['additionalProperties'] !== false,
  );
  const bySize = whole.toSorted(([, a], [, b]) => countOf(b) - countOf(a));
  const changes = bySize.flatMap(([name, schema], position) => {
    const parent = bySize.slice(position + 1).find(([, each]) => isPartOf(each, schema));
    return parent === undefined ? [] : [[name, childOf(schema, ...parent)] as const];
  });
  Object.assign(components.schemas, Object.fromEntries(changes));
}

function countOf({ properties = {} }: Schema): number {
  return Object.keys(properties).length;
}

function isPartOf(parent: Schema, child: Schema): boolean {
  if (countOf(parent) < fewest || countOf(parent) >= countOf(child)) return false;
  return Object.entries(parent.properties ?? {}).every(
    ([name, property]) =>
      JSON.stringify(property) === JSON.stringify(child.properties?.[name]) &&
      parent.required?.includes(name) === child.required?.includes(name),
  );
}

function childOf(
  { properties = {}, required = [], ...rest }: Schema,
  name: string,
  parent: Schema,
): Schema {
  const isOwn = (property: string): boolean => parent.properties?.[property] === undefined;
  const own = Object.entries(properties).filter(([property]) => isOwn(property));
  const { type = 'object', ...others } = rest;
  return {
    ...others,
    allOf: [
      referenceTo(name),
      { type, properties: Object.fromEntries(own), required: required.filter(isOwn) },
    ],
  };
}
