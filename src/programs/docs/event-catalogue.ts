import { readFileSync } from 'node:fs';
import { builtDocument } from '../../http/built-documents.js';
import { exampleOf } from '../../http/open-api-examples.js';
import type { ApiDocument, Schema } from '../../http/open-api-model.js';
import type { CatalogueEvent } from '../../pages/portal/pages/events.js';
import type { Config } from '../../platform/config/config.js';

let read: readonly CatalogueEvent[] | undefined;

/** Returns the events of the API's document, each with an example of its body. The document is read once. */
export function eventCatalogue(environment: Config['environment']): readonly CatalogueEvent[] {
  return (read ??= catalogueOf(
    JSON.parse(readFileSync(builtDocument(environment, 'merchants'), 'utf8')) as ApiDocument,
  ));
}

function catalogueOf(document: ApiDocument): readonly CatalogueEvent[] {
  return Object.entries(document.webhooks ?? {}).map(([type, methods]) => {
    const { summary = '', requestBody } = methods['post'] ?? {};
    // Several events share a schema, whose example names only one of them, so the type is set here.
    const body = exampleOf(document, schemaOf(document, requestBody as Body | undefined)) as object;
    return { type, summary, example: JSON.stringify({ ...body, type }, null, 2) };
  });
}

interface Body {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

function schemaOf(document: ApiDocument, body: Body | undefined): Schema {
  const name = body?.$ref?.split('/').at(-1);
  const whole = name === undefined ? body : document.components.requestBodies?.[name];
  return (whole as Body | undefined)?.content?.['application/json']?.schema ?? {};
}
