import { isLatinName, lookAlikeName } from '../../domain/names.js';

const namePattern = /^\p{L}[\p{L}\p{M}\p{N}.'-]*(?: [\p{L}\p{M}\p{N}.'-]+)*$/u;
const longestName = 100;

export const operatorNameRule =
  'must be 1 to 100 Latin letters, digits, dots, hyphens and single spaces';

/** Tells whether a text can be an operator's name; histories and pages show the name. */
export function isOperatorName(text: string): boolean {
  return text.length <= longestName && namePattern.test(text) && isLatinName(text);
}

/** Folds a name so that names that look alike become equal. No two operators may have the same folded name. */
export function foldedOperatorName(name: string): string {
  return lookAlikeName(name).replaceAll(' ', '');
}
