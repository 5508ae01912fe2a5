import {
  answersFile,
  isOpen,
  textOf,
  type ContractDocument,
  type ExactContract,
} from '../contract-document.ts';
import { sdkContract, type MethodShape } from './contract-shapes.ts';
import { origin } from './schema.ts';

/** sdk/src/generated/resources.ts: a class for each resource, with a method for each of its operations. */
export function sdkResources(document: ContractDocument, exact: ExactContract): string {
  const { shapes } = sdkContract(document, exact);
  const names = [...new Set(shapes.map(({ resource }) => resource))];
  const classes = names.map((name) =>
    classOf(
      name,
      shapes.filter(({ resource }) => resource === name),
    ),
  );
  return [
    origin,
    `import { Resource, type CallOptions, type Conditional, type Waiting, type WriteOptions } from '../call.js';`,
    `import { listOf, type List } from '../list.js';`,
    `import type { BinaryFile, Changed, CsvFile, Decided, NotModified, Pending, PdfFile, Result } from '../result.js';`,
    `import type * as Schemas from './schema.js';`,
    '',
    classes.join('\n\n'),
    '',
  ].join('\n');
}

/** The class of `checkouts` is `CheckoutsResource`. */
function classOf(resource: string, shapes: readonly MethodShape[]): string {
  return [
    `export class ${resource[0]?.toUpperCase()}${resource.slice(1)}Resource extends Resource {`,
    shapes.map(methodOf).join('\n\n'),
    '}',
  ].join('\n');
}

function methodOf(shape: MethodShape): string {
  const { operation, method } = shape;
  const { method: verb, path, security } = operation;
  const scopes = security.flatMap((scheme) => scheme['oauth2'] ?? []);
  const about = [`\`${verb} ${path}\``, ...scopes.map((scope) => `scope \`${scope}\``)];
  const { plain, overloads } = signaturesOf(shape);
  const result = overloads.length === 0 ? plain.result : 'Promise<any>';
  const sends = callOf(shape);
  return [
    '  /**',
    `   * ${textOf(operation).replaceAll('*/', '* /')}`,
    '   *',
    `   * ${about.join(', ')}`,
    '   */',
    ...overloads.map((each) => `  ${method}(${parametersOf(shape, each)}): ${each.result};`),
    `  ${method}(${parametersOf(shape, plain, ' = {}')}): ${result} {`,
    `    return ${sends};`,
    '  }',
  ].join('\n');
}

/** A list is gone through page by page; as a file it is one call. */
function callOf(shape: MethodShape): string {
  const { isList, hasFormats, input } = shape;
  const one = `this.call(${requestOf(shape, input?.kind)}, options)`;
  if (!isList) return one;
  const list = `listOf(query, (page) => this.call(${requestOf(shape, 'query: page')}, options))`;
  return hasFormats ? `query.format === 'csv' ? ${one} : ${list}` : list;
}

/** Returns the object that the method hands to `call`. */
function requestOf(shape: MethodShape, input: string | undefined): string {
  const { operation, pathNames, takesKey, sendsEmptyBody, pendingData } = shape;
  const parts = [
    `method: '${operation.method}'`,
    `path: '${operation.path}'`,
    ...(pathNames.length > 0 ? [`pathValues: { ${pathNames.join(', ')} }`] : []),
    ...(input === undefined ? [] : [input]),
    ...(sendsEmptyBody ? ['body: {}'] : []),
    ...(takesKey ? ['takesKey: true'] : []),
    ...(isOpen(operation) ? ['needsNoToken: true'] : []),
    ...(pendingData === undefined ? [] : ['mayBePending: true']),
  ];
  return `{ ${parts.join(', ')} }`;
}

/** One way to call a method. */
interface Signature {
  readonly inputType: string;
  readonly needsInput: boolean;
  readonly optionsType: string;
  readonly needsOptions: boolean;
  readonly result: string;
}

/** `overloads` when the arguments of a call decide about the type of its result; `plain` is the method itself. */
function signaturesOf(shape: MethodShape): { plain: Signature; overloads: readonly Signature[] } {
  const { input, data, pendingData, takesKey, waits, isList } = shape;
  const known = `Schemas.${data}`;
  const results = [
    ...(answersFile(shape.operation) ? ['Result<BinaryFile>'] : []),
    ...(data === undefined ? [] : [pendingData ? `Decided<${known}>` : `Result<${known}>`]),
    ...(pendingData === undefined ? [] : [`Pending<Schemas.${pendingData}>`]),
  ];
  const plain = {
    inputType: input?.kind === 'file' ? 'Uint8Array' : `Schemas.${input?.type}`,
    needsInput: input?.isRequired === true,
    optionsType: `${takesKey ? 'WriteOptions' : 'CallOptions'}${waits ? ' & Waiting' : ''}`,
    needsOptions: false,
    result: isList ? `List<${known}>` : `Promise<${results.join(' | ')}>`,
  };
  if (shape.isConditional) {
    const optionsType = `${plain.optionsType} & Conditional`;
    const changed = `Promise<Changed<${known}> | NotModified>`;
    const conditional = { ...plain, optionsType, needsOptions: true, result: changed };
    return { plain, overloads: [conditional, plain] };
  }
  if (!shape.hasFormats) return { plain, overloads: [] };
  const as = (format: string, change: Partial<Signature>): Signature => ({
    ...{ ...plain, ...change },
    inputType: `${plain.inputType} & { readonly format${format} }`,
  });
  const pdf = as(`: 'pdf'`, { needsInput: true, result: 'Promise<Result<PdfFile>>' });
  return {
    plain,
    overloads: [
      as(`: 'csv'`, { needsInput: true, result: 'Promise<Result<CsvFile>>' }),
      ...(isList ? [] : [pdf]),
      as(`?: 'json'`, {}),
    ],
  };
}

/** @param otherwise stands for an argument that may be left out; without it, the argument is marked with `?` */
function parametersOf({ pathNames, input }: MethodShape, signature: Signature, otherwise = '') {
  const { inputType, needsInput, optionsType, needsOptions } = signature;
  const optional = (name: string, type: string): string =>
    otherwise === '' ? `${name}?: ${type}` : `${name}: ${type}${otherwise}`;
  const one = (name: string, type: string, isNeeded: boolean): string =>
    isNeeded ? `${name}: ${type}` : optional(name, type);
  return [
    ...pathNames.map((name) => `${name}: string`),
    ...(input === undefined ? [] : [one(input.kind, inputType, needsInput)]),
    one('options', optionsType, needsOptions),
  ].join(', ');
}
