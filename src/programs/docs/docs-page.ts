import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { serveCompressed } from '../../http/compressed.js';

const library = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/**
 * The policy allows only files of this program, and no scripts inside the page, so that a document of ours cannot run a
 * script. Swagger UI sets styles of single elements, and its pictures are data URLs.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
};
const ofLibrary = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
  'favicon-32x32.png',
];

export interface DocumentOfPage {
  readonly url: string;
  readonly name: string;
}

/**
 * Adds the page at /docs: Swagger UI with a box that finds operations by any word of their path, method, name or
 * summary.
 */
export function addDocsPage(
  fastify: FastifyInstance,
  title: string,
  documents: readonly DocumentOfPage[],
): void {
  const page = Buffer.from(pageOf(title));
  for (const path of ['/docs', '/docs/']) {
    fastify.get(path, (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policy)
        .header('referrer-policy', 'same-origin')
        .send(page),
    );
  }
  const served: Readonly<Record<string, () => Promise<Buffer>>> = {
    'start.js': ofText(startScript(documents)),
    'page.css': ofText(style),
    ...Object.fromEntries(
      ofLibrary.map((name) => [name, () => readFile(join(library, name))] as const),
    ),
  };
  for (const [name, read] of Object.entries(served)) {
    const type = types[extname(name)] ?? 'application/octet-stream';
    // The files may be cached for an hour: a page that is opened again loads nothing, and after an upgrade a page is at
    // most an hour old.
    const headers = { 'cache-control': 'public, max-age=3600' };
    serveCompressed(fastify, `/docs/${name}`, { type, headers, read });
  }
}

function ofText(text: string): () => Promise<Buffer> {
  const bytes = Buffer.from(text);
  return () => Promise.resolve(bytes);
}

function pageOf(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/page.css">
</head>
<body>
<main id="swagger-ui"><noscript>This page needs JavaScript. The documents are at /openapi.json.</noscript></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/swagger-ui-standalone-preset.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;
}

const style = `body { margin: 0; background: #fafafa; }
.swagger-ui .operation-filter-input { width: 100%; box-sizing: border-box; }
`;

/**
 * The script that runs in the browser. Swagger UI's own filter compares only the names of tags, and lets a plugin
 * replace it by `opsFilter`.
 */
function startScript(documents: readonly DocumentOfPage[]): string {
  return `'use strict';
const describe = (operation) =>
  [operation.get('method'), operation.get('path')]
    .concat(['summary', 'operationId'].map((name) => operation.getIn(['operation', name])))
    .join(' ').toLowerCase();
const filterByWords = () => ({
  fn: {
    opsFilter: (tags, phrase) => {
      const words = wordsOf(phrase);
      return tags
        .map((tag, name) => tag.update('operations', (operations) => operations.filter((operation) => {
          const text = name.toLowerCase() + ' ' + describe(operation);
          return words.every((word) => text.includes(word));
        })))
        .filter((tag) => tag.get('operations').size > 0);
    },
  },
});
const wordsOf = (phrase) => phrase.toLowerCase().split(/\\s+/).filter(Boolean);
// The webhooks of a document stand beside its operations, and Swagger UI filters none of them.
const keepUp = () => {
  const box = document.querySelector('.operation-filter-input');
  if (box === null) return;
  box.title = 'Words of a path, a method or a summary';
  box.placeholder = 'Filter: refund post';
  box.setAttribute('aria-label', 'Filter operations');
  const words = wordsOf(box.value);
  for (const webhook of document.querySelectorAll('.webhooks .opblock')) {
    const text = webhook.querySelector('.opblock-summary')?.textContent.toLowerCase() ?? '';
    webhook.hidden = !words.every((word) => text.includes(word));
  }
};
new MutationObserver(keepUp).observe(document.body, { childList: true, subtree: true });
document.addEventListener('input', keepUp);
window.ui = SwaggerUIBundle({
  dom_id: '#swagger-ui',
  urls: ${JSON.stringify(documents)},
  // Without this, the page would name the document's address to a validator on the internet.
  validatorUrl: null,
  filter: true,
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  plugins: [SwaggerUIBundle.plugins.DownloadUrl, filterByWords],
  layout: 'StandaloneLayout',
});
`;
}
