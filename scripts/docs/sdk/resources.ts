import { isOpen } from '../contract-document.ts';
import { sdkContract, type MethodShape } from './contract-shapes.ts';
import { origin } from './schema.ts';

/** sdk/src/generated/resources.ts: a class for each resource, with a method for each of its operations. */
export function sdkResources(openApi: string): string {
  const { shapes } = sdkContract(openApi);
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
    `import type { Changed, CsvFile, Decided, NotModified, Pending, PdfFile, Result } from '../result.js';`,
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
  const { operation, method, isList } = shape;
  const { method: verb, path, security, summary } = operation;
  const scope = security
    .flatMap((scheme) => scheme['bearer'] ?? [])
    .map((each) => `scope \`${each}\``);
  const signatures = signaturesOf(shape);
  const sends = isList
    ? `listOf(query, (page) => this.call(${requestOf(shape, 'query: page')}, options))`
    : `this.call(${requestOf(shape, shape.input?.kind)}, options)`;
  return [
    '  /**',
    `   * ${summary.replaceAll('*/', '* /')}`,
    '   *',
    `   * ${[`\`${verb} ${path}\``, ...scope].join(', ')}`,
    '   */',
    ...signatures.overloads.map((overload) => `  ${method}${overload};`),
    `  ${method}${signatures.implementation} {`,
    `    return ${sends};`,
    '  }',
  ].join('\n');
}

/** What the method hands to `call`. */
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

function signaturesOf(shape: MethodShape) {
  const { pathNames, input, data, pendingData } = shape;
  const path = pathNames.map((name) => `${name}: string`);
  const options = [
    shape.takesKey ? 'WriteOptions' : 'CallOptions',
    ...(shape.waits ? ['Waiting'] : []),
  ].join(' & ');
  const given = input && { ...input, type: `Schemas.${input.type}` };
  const arguments_ = (type = given?.type, optionsType = `options?: ${options}`): string => {
    const own = given ? [`${given.kind}${given.isRequired ? '' : '?'}: ${type}`] : [];
    return `(${[...path, ...own, optionsType].join(', ')})`;
  };
  const defaults = given ? [`${given.kind}: ${given.type}${given.isRequired ? '' : ' = {}'}`] : [];
  const result =
    pendingData === undefined
      ? `Result<Schemas.${data}>`
      : `Decided<Schemas.${data}> | Pending<Schemas.${pendingData}>`;
  const promised = shape.isList ? `List<Schemas.${data}>` : `Promise<${result}>`;
  const implementation = (optionsType: string, type: string) =>
    `(${[...path, ...defaults, `options: ${optionsType} = {}`].join(', ')}): ${type}`;
  if (shape.isConditional) {
    const unlessChanged = `Promise<Changed<Schemas.${data}> | NotModified>`;
    return {
      overloads: [
        `${arguments_(undefined, `options: ${options} & Conditional`)}: ${unlessChanged}`,
        `${arguments_()}: ${promised}`,
      ],
      implementation: implementation(
        `${options} & Partial<Conditional>`,
        `Promise<Result<Schemas.${data}> | NotModified>`,
      ),
    };
  }
  if (shape.hasFormats && given) {
    const as = (format: string): string => `${given.type} & { readonly format: '${format}' }`;
    const required = (type: string): string =>
      `(${[...path, `query: ${type}`, `options?: ${options}`].join(', ')})`;
    return {
      overloads: [
        `${required(as('csv'))}: Promise<Result<CsvFile>>`,
        `${required(as('pdf'))}: Promise<Result<PdfFile>>`,
        `${arguments_(`${given.type} & { readonly format?: 'json' }`)}: ${promised}`,
      ],
      implementation: implementation(
        options,
        `Promise<Result<Schemas.${data} | CsvFile | PdfFile>>`,
      ),
    };
  }
  return { overloads: [], implementation: implementation(options, promised) };
}
