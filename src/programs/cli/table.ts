const widest = 80;
const gap = 2;

export interface Column<Row> {
  readonly title: string;
  readonly text: (row: Row) => string;
  /** Amounts and ages are aligned to the right. */
  readonly align?: 'right';
}

/** Formats rows under titles within 80 columns. The last column is shortened if necessary. */
export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ text }) => oneLine(text(row)))),
  ];
  const widths = columns.map((_column, at) =>
    Math.max(...lines.map((line) => line[at]?.length ?? 0)),
  );
  const before = widths.slice(0, -1).reduce((total, width) => total + width + gap, 0);
  const room = Math.max(8, widest - before);
  return lines
    .map((line) =>
      line
        .map((text, at) => {
          if (at === columns.length - 1) return shortened(text, room);
          const width = widths[at] ?? 0;
          return columns[at]?.align === 'right' ? text.padStart(width) : text.padEnd(width);
        })
        .join(' '.repeat(gap))
        .trimEnd(),
    )
    .join('\n');
}

export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** Replaces control characters, because a text from outside must not move the cursor of a terminal. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}
