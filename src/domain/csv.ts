/** Rows of a CSV file (RFC 4180). */
export function csvRows(all: readonly (readonly string[])[]): string {
  return all.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

/** A text that a spreadsheet would take for a formula is made one that it does not. */
export function csvText(text: string | null): string {
  if (text === null) return '';
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
