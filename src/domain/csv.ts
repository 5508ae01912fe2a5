/** Rows of a CSV file (RFC 4180). */
export function csvRows(all: readonly (readonly string[])[]): string {
  return all.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

/**
 * Puts an apostrophe before a text that a spreadsheet would take for a formula, a number, a date or a truth value, and
 * before one that begins with an apostrophe or a blank. So whoever takes off one apostrophe has the text again.
 */
export function csvText(text: string | null): string {
  if (text === null) return '';
  return isFormula.test(text) || isValue(text) ? `'${text}` : text;
}

const isFormula = /^[\s']*[=+\-@＝＋－＠]|^[\s']/u;
const monthNames =
  /jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?|[ap]m/gi;

/**
 * Tells whether a spreadsheet might read the text as a number, a date or a truth value, and change it: a session id of 30
 * digits, 00123, 1e5, 3/4, MAY-26, true.
 */
function isValue(text: string): boolean {
  if (/^(true|false)$/i.test(text)) return true;
  return /\d/.test(text) && /^[\dE\s.,:;/()%$₦€£+-]*$/iu.test(text.replaceAll(monthNames, ''));
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
