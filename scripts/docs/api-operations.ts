import { page, table } from './page.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** docs/api-operations.md: every operation, by group, from the OpenAPI document. */
export function apiOperationsPage(openApi: string): string {
  const document = JSON.parse(openApi) as Document;
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  const groups = document.tags.flatMap(({ name, description }) => {
    const own = all.filter(({ tags }) => tags.includes(name));
    if (own.length === 0) return [];
    const rows = own.map(({ method, path, operationId, summary, security }) => [
      `\`${method.toUpperCase()} ${path}\``,
      `\`${operationId}\``,
      scopeOf(security),
      summary.replaceAll('\n', ' '),
    ]);
    return [
      `## ${name}`,
      description,
      table(['operation', 'operationId', 'needs', 'what it does'], rows),
    ];
  });
  return page(
    'Operations',
    'openapi.json',
    'Fields, replies and failures of each are in [openapi.json](../openapi.json), and in a browser at `/docs`.',
    ...groups,
  );
}

function scopeOf(security: Operation['security']): string {
  const [first] = security;
  if (first === undefined) return 'nothing';
  if (first['bearer'] === undefined) return 'a signature';
  return first['bearer'].map((scope) => `\`${scope}\``).join(' ');
}
