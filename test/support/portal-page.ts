import { expect } from 'vitest';
import type { SeenPage } from './desk-visitor.js';

/** Names of the API, which a page shows in words: two parts in capitals, or a status alone. */
const apiName = /\b[A-Z]{3,}_[A-Z_]+\b|\b(?:INITIATED|SUCCESSFUL|OPENED|REQUESTED|CHARGEBACK)\b/;

/** A page that is well-made: of the portal, with one heading, without scripts of others and without names of the API. */
export function expectPage(page: SeenPage, status = 200): void {
  expect(page.status).toBe(status);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.html.match(/<h1[ >]/g)).toHaveLength(1);
  expect(page.html.match(/<script/g) ?? []).toHaveLength(1);
  const shown = page.text.slice(page.text.indexOf('Sign out'));
  expect(apiName.exec(shown)?.[0]).toBeUndefined();
}

/** A name that tries to be markup, turns the text around it, and is long. */
export const hostileName = `<img src=x onerror=alert(1)>"'\u202e${'Q'.repeat(20)}`;
