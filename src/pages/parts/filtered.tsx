/** The address of a list with all its filters, also the empty ones. */
export function filteredPath(path: string, wish: object, cursor?: string): string {
  const query = new URLSearchParams({ ...wish, ...(cursor !== undefined && { cursor }) });
  return `${path}?${query}`;
}

interface NextProps {
  readonly path: string;
  readonly wish: object;
  /** Null: there is no other page. */
  readonly nextCursor: string | null;
}

/** The link to the next page of a list with filters. */
export function NextFiltered({ path, wish, nextCursor }: NextProps) {
  if (nextCursor === null) return null;
  return (
    <p>
      <a href={filteredPath(path, wish, nextCursor)}>Next page</a>
    </p>
  );
}
