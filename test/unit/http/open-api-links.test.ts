import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { addLinks, linkSteps } from '../../../src/http/open-api-links.js';
import { namedOperations, type ApiDocument } from '../../../src/http/open-api-model.js';

const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as ApiDocument;
const operations = new Map(
  namedOperations(document.paths).map(({ operation }) => [operation.operationId, operation]),
);

const checked = structuredClone(document);
addLinks(checked, true);
const withBodies = new Map(
  namedOperations(checked.paths).map(({ operation }) => [operation.operationId, operation]),
);

it('has no link with a body: generators of clients refuse a document with one', () => {
  expect(JSON.stringify(document.paths)).not.toMatch(/"requestBody":\{"\w+":"\$/);
  expect(JSON.stringify(checked.paths)).toMatch(/"requestBody":\{"\w+":"\$/);
});

it.each(linkSteps.map(({ from, to }) => [from, to] as const))('leads from %s to %s', (from, to) => {
  expect(operations.has(to)).toBe(true);
  const { responses = {} } = withBodies.get(from) ?? {};
  const links = Object.values(responses).flatMap((reply) => Object.keys(reply.links ?? {}));
  expect(links).toContain(to);
});

it('takes no field that a request does not have', () => {
  const { InitiateRequest } = document.components.schemas;
  expect(InitiateRequest?.['additionalProperties']).toBe(false);
});
