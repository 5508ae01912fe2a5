/** A generated page: says where it comes from, so that nobody edits it by hand. */
export function page(title: string, source: string, ...parts: readonly string[]): string {
  const origin = `<!-- Made from ${source} by scripts/generate-docs.ts ("npm run fix"). Do not edit. -->`;
  return `${[`# ${title}`, origin, ...parts].join('\n\n')}\n`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function mermaid(lines: readonly string[]): string {
  return ['```mermaid', ...lines, '```'].join('\n');
}
