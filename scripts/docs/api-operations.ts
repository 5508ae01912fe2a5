import {
  operationsOf,
  textOf,
  type ContractDocument,
  type DocumentedOperation,
} from './contract-document.ts';
import { page, table } from './page.ts';

/** docs/api-operations.md: every operation of a merchant, by group. */
export function apiOperationsPage(document: ContractDocument): string {
  const all = operationsOf(document);
  const groups = document.tags.flatMap(({ name, description }) => {
    const own = all.filter(({ tags }) => tags.includes(name));
    if (own.length === 0) return [];
    const rows = own.map((operation) => [
      `\`${operation.method} ${operation.path}\``,
      `\`${operation.operationId}\``,
      scopeOf(operation.security),
      textOf(operation),
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
    'All operations. [openapi.json](../openapi.json) has their fields, replies and failures; `/docs` of the running API shows the same in a browser. `needs` names the scope that your token must have.',
    ...groups,
  );
}

function scopeOf(security: DocumentedOperation['security']): string {
  if (security.length === 0) return 'nothing';
  const scopes = security.flatMap((scheme) => scheme['oauth2'] ?? []);
  return scopes.map((scope) => `\`${scope}\``).join(' ');
}
