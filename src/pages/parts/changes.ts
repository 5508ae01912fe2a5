interface Changed {
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** Lists only the differences: `role: viewer → finance`, and values that are gone. */
export function changesOf({ before, after }: Changed): string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.flatMap((name) => {
    const [was, is] = [before?.[name], after?.[name]].map(wordsOf);
    if (was === is) return [];
    if (is === '') return [`${name} was ${was}`];
    return [was === '' ? `${name}: ${is}` : `${name}: ${was} → ${is}`];
  });
}

function wordsOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
