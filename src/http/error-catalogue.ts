import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { resultCodes, type Reason } from '../domain/result-code.js';

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem;color:#222;background:#fff}
table{border-collapse:collapse}td,th{text-align:left;padding:.3rem .8rem;border-bottom:1px solid #ccc}
tr:target{background:#fff3bf}`;

/** The page that `data.docs` of a failure points to, made from the table of results; `reasons`: those that this program gives. */
export function addErrorCatalogue(fastify: FastifyInstance, reasons: readonly Reason[]): void {
  const page = cataloguePage(reasons);
  const styleHash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  fastify.get('/docs/errors', (_request, reply) => {
    void reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(page);
  });
}

function cataloguePage(reasons: readonly Reason[]): string {
  const rows = reasons.map((reason) => {
    const { code, httpStatus, message, retryable, advice } = resultCodes[reason];
    const cells = [reason, httpStatus, code, message, retryable ? 'yes' : 'no', advice];
    return `<tr id="${reason}">${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  const heads = ['Reason', 'HTTP', 'Code', 'Message', 'Retry', 'What to do'];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Manilla: results</title>
<style>${style}</style></head><body><h1>What the API answers</h1>
<p>Success is code 00 with HTTP 200. Everything else has a reason.</p>
<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></body></html>`;
}
