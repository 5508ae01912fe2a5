/** Why a form was refused, or what it has just done. */
export function Said({
  fault,
  done,
}: {
  readonly fault: string | null;
  readonly done: string | null;
}) {
  return (
    <>
      {fault !== null && (
        <p class="bad" role="alert">
          {fault}
        </p>
      )}
      {done !== null && (
        <p class="good" role="status">
          {done}
        </p>
      )}
    </>
  );
}

/** The titles of a table's columns. */
export function Heads({ titles }: { readonly titles: readonly string[] }) {
  return (
    <thead>
      <tr>
        {titles.map((title) => (
          <th scope="col">{title}</th>
        ))}
      </tr>
    </thead>
  );
}
