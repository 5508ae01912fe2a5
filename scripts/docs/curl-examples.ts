import {
  answersFile,
  exampleOf,
  isHook,
  isOpen,
  operationsOf,
  takesFile,
  takesParameter,
  textOf,
  type ContractDocument,
  type JsonObject,
  type LocatedOperation,
} from './contract-document.ts';
import { page } from './page.ts';

/** The values that are filled in; the document's examples stand in for those that are left out. */
export interface CurlInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** In place of the body; the page names one by its path. */
  readonly file?: Uint8Array;
}

/** The functions that the commands call. The user sets API, TOKEN and, for hooks, HOOK_KEY (hex) before. */
export const curlPrelude = String.raw`call() { curl -s -H 'content-type: application/json' -H "authorization: Bearer $TOKEN" "$@"; echo; }
sign() { node -e 'console.log(require("node:crypto").createHmac("sha256", Buffer.from(process.env.HOOK_KEY, "hex")).update(process.argv[1]).digest("hex"))' "$1"; }`;

/** docs/curl.md: each operation as one command. */
export function curlPage(documents: readonly ContractDocument[]): string {
  const all = documents.flatMap(operationsOf);
  const tags = documents.flatMap((document) => document.tags);
  const groups = tags.flatMap(({ name }) => {
    const own = all.filter(({ tags }) => tags.includes(name));
    if (own.length === 0) return [];
    return [
      `## ${name}`,
      ...own.map((operation) =>
        [
          `${textOf(operation)} \`${operation.operationId}\``,
          '',
          '```sh',
          curlCommand(operation, examplesOf(operation)),
          '```',
        ].join('\n'),
      ),
    ];
  });
  return page(
    'Operations with curl',
    'openapi.json',
    'One command for each operation. Replace the example values with yours. First run these lines, and set `TOKEN` to your access token; [README](../README.md#take-a-payment) shows how to get one:',
    ['```sh', 'API=http://127.0.0.1:3000', curlPrelude, '```'].join('\n'),
    ...groups,
  );
}

/** One call as the README makes it. */
export function curlCommand(operation: LocatedOperation, input: CurlInput): string {
  const { method, path: template } = operation;
  const path = template.replace(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(input.path?.[name] ?? ''),
  );
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]),
  ).toString();
  const words = ['call', quoted(`$API${path}${query === '' ? '' : `?${query}`}`)];
  for (const [name, value] of Object.entries(input.header ?? {})) {
    words.push('-H', `'${name}: ${value}'`);
  }
  if (takesFile(operation)) return uploadOf(words.slice(1), input.file);
  // `call` ends with a line of its own, which is none of the file's.
  if (answersFile(operation)) return `curl -s -OJ -H "authorization: Bearer $TOKEN" ${words[1]}`;
  if (input.body === undefined) {
    return [...words, ...(method === 'GET' ? [] : ['-X', method])].join(' ');
  }
  if (method !== 'POST') words.push('-X', method);
  // The shell's way to write an apostrophe in apostrophes.
  const body = `'${JSON.stringify(input.body).replaceAll("'", String.raw`'\''`)}'`;
  if (!isHook(operation)) return [...words, '-d', body].join(' ');
  const signed = [
    ...['-H', '"x-provider-timestamp: $TIME"'],
    ...['-H', '"x-provider-signature: $(sign "$TIME.$BODY")"', '-d', '"$BODY"'],
  ];
  return [`TIME=$(date +%s); BODY=${body}`, [...words, ...signed].join(' ')].join('\n');
}

/** `call` says that it sends JSON. */
function uploadOf(words: readonly string[], file: Uint8Array | undefined): string {
  const call = `curl -s -H 'content-type: application/octet-stream' -H "authorization: Bearer $TOKEN" ${words.join(' ')}`;
  if (file === undefined) return `${call} --data-binary @proof.pdf`;
  return `echo ${Buffer.from(file).toString('base64')} | base64 -d | ${call} --data-binary @-`;
}

function quoted(address: string): string {
  return /[?&]/.test(address) ? `"${address}"` : address;
}

/** Fills in only the required fields of the query; if one of several must be there, it takes one way. */
function examplesOf(operation: LocatedOperation): CurlInput {
  const path: Record<string, string> = {};
  const query: Record<string, unknown> = {};
  for (const { name, in: where, required, example, schema } of operation.parameters ?? []) {
    const shown = example ?? schema.example;
    if (where === 'path') path[name] = String(shown);
    if (where === 'query' && required === true) query[name] = shown;
  }
  if (operation.operationId === 'queryInwardTransfer') query['paymentReference'] = 'ORD-1001';
  const waits = takesParameter(operation, 'Prefer') && operation.method === 'POST';
  const body: JsonObject | undefined = exampleOf(operation);
  return {
    path,
    query,
    ...(waits && !isOpen(operation) ? { header: { Prefer: 'wait=20' } } : {}),
    ...(body === undefined ? {} : { body }),
  };
}
