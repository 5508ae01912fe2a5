import { isLatinName, lookAlikeName } from '../../domain/names.js';

const namePattern = /^\p{L}[\p{L}\p{M}\p{N}.'-]*(?: [\p{L}\p{M}\p{N}.'-]+)*$/u;
const longestName = 100;

export const operatorNameRule =
  'must be 1 to 100 Latin letters, digits, dots, hyphens and single spaces';

/** Histories and pages show this name. */
export function isOperatorName(text: string): boolean {
  return text.length <= longestName && namePattern.test(text) && isLatinName(text);
}

/** The name as people read it, at a glance: no two operators have the same. */
export function foldedOperatorName(name: string): string {
  return lookAlikeName(name).replaceAll(' ', '');
}
