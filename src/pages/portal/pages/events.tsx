/** An event that can be sent, with a body as an example. */
export interface CatalogueEvent {
  readonly type: string;
  readonly summary: string;
  /** JSON. */
  readonly example: string;
}

export interface EventsShown {
  readonly events: readonly CatalogueEvent[];
  readonly baseUrl: string;
}

/** Lists the types of events by subject. */
export function EventsPage({ events, baseUrl }: EventsShown) {
  const groups = Map.groupBy(events, ({ type }) => type.split('.')[0] ?? type);
  return (
    <>
      <h1>Events</h1>
      <p>
        An <a href="/developers/webhooks">endpoint</a> gets all of them, or those that you tick.
        Every body has the same head; <code>data</code> is what the event is about.{' '}
        <a href={`${baseUrl}/docs`} rel="noreferrer">
          All fields
        </a>
      </p>
      {[...groups].map(([group, members]) => (
        <section>
          <h2 id={group}>{groupTitles[group] ?? group}</h2>
          {members.map(({ type, summary, example }) => (
            <details id={type}>
              <summary>
                <code>{type}</code> {summary}
              </summary>
              <pre tabIndex={0}>{example}</pre>
            </details>
          ))}
        </section>
      ))}
    </>
  );
}

const groupTitles: Readonly<Record<string, string>> = {
  collection: 'Money that comes in',
  checkout: 'Orders',
  virtual_account: 'Account numbers',
  refund: 'Refunds',
  transaction: 'Payments',
  dispute: 'Disputes',
  settlement: 'Settlements',
  security: 'Keys and rights',
  webhook: 'Tests',
};
