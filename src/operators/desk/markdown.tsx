import type { ComponentChildren } from 'preact';

/**
 * Draws a text of a case's page: paragraphs, lists, tables, code, bold. Everything else is plain text, so it cannot
 * become a tag of the page.
 */
export function Markdown({ text }: { readonly text: string }) {
  return <>{blocksOf(text).map(blockOf)}</>;
}

/** Splits a text into blocks: fenced code, or the lines between empty lines. */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = [[]];
  let isCode = false;
  for (const line of text.split('\n')) {
    const isFence = line.startsWith('```');
    if (isFence && !isCode) blocks.push([]);
    if (line.trim() === '' && !isCode) blocks.push([]);
    else blocks.at(-1)?.push(line);
    if (isFence && isCode) blocks.push([]);
    if (isFence) isCode = !isCode;
  }
  return blocks.filter((lines) => lines.length > 0);
}

function blockOf(lines: readonly string[]): ComponentChildren {
  const [first = ''] = lines;
  if (first.startsWith('```')) {
    return (
      <pre>
        <code>{lines.filter((line) => !line.startsWith('```')).join('\n')}</code>
      </pre>
    );
  }
  if (lines.every((line) => line.startsWith('|'))) return tableOf(lines.map(cellsOf));
  if (lines.every((line) => /^[-*] /.test(line))) return listOf(lines);
  const heading = /^#{1,6} (.*)$/.exec(first)?.[1];
  if (heading !== undefined) {
    return (
      <>
        <p>
          <b>{heading}</b>
        </p>
        {lines.length > 1 && blockOf(lines.slice(1))}
      </>
    );
  }
  return <p>{inline(lines.join(' '))}</p>;
}

function listOf(lines: readonly string[]) {
  return (
    <ul>
      {lines.map((line) => (
        <li>{inline(line.slice(2))}</li>
      ))}
    </ul>
  );
}

function tableOf(rows: readonly (readonly string[])[]) {
  const [head = [], ...rest] = rows.filter(
    (cells) => !cells.every((each) => /^:?-+:?$/.test(each)),
  );
  const isNamed = head.some((cell) => cell !== '');
  return (
    <table>
      {isNamed && (
        <thead>
          <tr>
            {head.map((cell) => (
              <th scope="col">{inline(cell)}</th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rest.map((cells) => (
          <tr>
            {cells.map((cell) => (
              <td>{inline(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** Draws bold and code; a backslash before a sign makes it plain text. */
function inline(text: string): ComponentChildren[] {
  return text.split(/(\*\*.+?\*\*|`[^`]+`)/).map((part) => {
    if (part.startsWith('**') && part.length > 4) return <b>{inline(part.slice(2, -2))}</b>;
    if (part.startsWith('`') && part.length > 2) return <code>{part.slice(1, -1)}</code>;
    return part.replaceAll(/\\([*_`|\\])/g, '$1');
  });
}
