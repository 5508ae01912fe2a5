import type { OpenAPIObject } from '@nestjs/swagger';
import { exactContract, type ExactContract } from './open-api-exact.js';
import { exampleOf } from './open-api-examples.js';
import { idempotencyParameter } from './open-api-headers.js';
import {
  namedOperations,
  operationsOf,
  type ApiDocument,
  type Operation,
  type Paths,
} from './open-api-model.js';
import { addLinks } from './open-api-links.js';
import { shareEnvelopes, shareProperties } from './open-api-parents.js';
import { addReplies } from './open-api-replies.js';
import {
  addTexts,
  closeRequests,
  dropFillers,
  dropSilent,
  nameEnums,
  normalize,
  orderKeys,
  prune,
  shareParameters,
  shareWebhookBodies,
  tellDefaults,
} from './open-api-schemas.js';
import { operatorTags, providerTags, tagDescriptions } from './open-api-tags.js';
import { replySchemas } from './reply.js';

/** The documents of the API, for each kind of reader. */
export interface ApiDocuments {
  /** The document of merchants: `/openapi.json`. */
  readonly merchants: ApiDocument;
  /** The document of banks, acquirers and monitoring: `/openapi-providers.json`. */
  readonly providers: ApiDocument;
  /** The contract that tests check replies by, and that the SDK is made from. */
  readonly exact: ExactContract;
}

/** The source document names this schema, though no reply has it as it stands. */
const envelopeName = 'ApiResponseEnvelope';

/** Makes the documents from Nest's reading of the controllers. */
export function completeDocuments(
  raw: OpenAPIObject,
  ofProviders: { readonly title: string; readonly description: string },
): ApiDocuments {
  const whole = wholeDocument(raw, 'bearer');
  const { webhooks = {}, ...rest } = whole;
  const isProviders = ({ tags = [] }: Operation): boolean =>
    tags.some((tag) => providerTags.has(tag));
  const merchants = { ...part(rest, (operation) => !isProviders(operation)), webhooks };
  const providers = part({ ...rest, info: { ...rest.info, ...ofProviders } }, isProviders);
  return {
    exact: exactContract(whole),
    merchants: published(merchants, [envelopeName], addLinks),
    providers: published(providers, []),
  };
}

/** Completes the document of the operators' program, as `completeDocuments` completes the others. */
export function completeOperatorsDocument(raw: OpenAPIObject): ApiDocument {
  const whole = wholeDocument(raw, 'operator');
  const isOperators = ({ tags = [] }: Operation): boolean =>
    tags.some((tag) => operatorTags.has(tag));
  return published(part(whole, isOperators), []);
}

/** `scheme`: the security scheme of the callers who may send an Idempotency-Key. */
function wholeDocument(raw: OpenAPIObject, scheme: string): ApiDocument {
  // Nest has written down no response of ours, and knows nothing of `Answers`.
  const whole = JSON.parse(JSON.stringify(raw)) as ApiDocument;
  Object.assign((whole.components.schemas ??= {}), replySchemas());
  normalize(whole);
  for (const { name, operation } of namedOperations(whole.paths)) {
    operation.security ??= [];
    splitSummary(operation);
    operation.responses = {};
    const mayRepeat = operation.security.some((each) => scheme in each);
    if (mayRepeat && !name.startsWith('GET ')) {
      operation.parameters = [...(operation.parameters ?? []), idempotencyParameter];
    }
  }
  addTexts(whole);
  return whole;
}

/** The first sentence becomes the summary of an operation; the rest becomes its description. */
function splitSummary(operation: Operation): void {
  const [, first, rest] = /^(.+?[.!?])\s+(.+)$/s.exec(operation.summary ?? '') ?? [];
  if (first === undefined || rest === undefined) return;
  operation.summary = first;
  operation.description = rest;
}

/** A copy with some of the operations. */
function part(document: ApiDocument, isIn: (operation: Operation) => boolean): ApiDocument {
  const copy = structuredClone(document);
  const paths = Object.entries(copy.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).filter(([, operation]) => isIn(operation))),
  ]);
  copy.paths = Object.fromEntries(
    paths.filter(([, methods]) => Object.keys(methods ?? {}).length > 0),
  ) as Paths;
  return copy;
}

function published(
  document: ApiDocument,
  keep: readonly string[],
  addMore: (document: ApiDocument) => void = () => {},
): ApiDocument {
  addReplies(document);
  addMore(document);
  nameEnums(document);
  addTexts(document);
  dropFillers(document);
  for (const operation of operationsOf(document.paths)) addRequestExample(document, operation);
  tellDefaults(document);
  dropSilent(document);
  shareParameters(document);
  shareWebhookBodies(document);
  shareEnvelopes(document, envelopeName);
  prune(document, keep);
  closeRequests(document);
  shareProperties(document);
  orderKeys(document);
  document.tags = usedTags(document);
  const schemes = new Set(
    operationsOf(document.paths).flatMap(({ security = [] }) => security.flatMap(Object.keys)),
  );
  document.components.securitySchemes = Object.fromEntries(
    Object.entries(document.components.securitySchemes ?? {}).filter(([name]) => schemes.has(name)),
  );
  return document;
}

function addRequestExample(document: ApiDocument, { requestBody }: Operation): void {
  for (const media of Object.values(requestBody?.content ?? {})) {
    if (media.schema !== undefined) media.example ??= exampleOf(document, media.schema);
  }
}

function usedTags({ paths, webhooks }: ApiDocument): { name: string; description: string }[] {
  const used = new Set(operationsOf({ ...paths, ...webhooks }).flatMap(({ tags = [] }) => tags));
  const unknown = [...used].filter((name) => tagDescriptions[name] === undefined);
  if (unknown.length > 0) {
    throw new Error(`Describe the tag ${unknown.join(', ')} in src/http/open-api-tags.ts.`);
  }
  return Object.entries(tagDescriptions)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}
