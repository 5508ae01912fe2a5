import { createHash } from 'node:crypto';

/** Returns the name by which a policy allows a style that stands in the page. */
export function styleHashOf(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}

/** Removes the parts that browsers do not need. Our own styles have no text with signs in it. */
export function asShortStyle(text: string): string {
  return text
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(/: /g, ':')
    .replaceAll(';}', '}')
    .trim();
}
