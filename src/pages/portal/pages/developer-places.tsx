const places = [
  ['/developers/keys', 'Keys'],
  ['/developers/webhooks', 'Webhooks'],
  ['/developers/requests', 'Requests'],
  ['/developers/events', 'Events'],
  ['/developers/sandbox', 'Sandbox tools'],
] as const;
export type DeveloperPlace = (typeof places)[number][0];

interface DeveloperPlacesProps {
  readonly here: DeveloperPlace;
  /** The paths of the pages that the person may see. */
  readonly open: ReadonlySet<string>;
}

/** Links to all pages for developers. */
export function DeveloperPlaces({ here, open }: DeveloperPlacesProps) {
  return (
    <nav aria-label="Developers" class="within">
      {places
        .filter(([path]) => open.has(path))
        .map(([path, text]) => (
          <a href={path} aria-current={path === here ? 'page' : undefined}>
            {text}
          </a>
        ))}
    </nav>
  );
}
