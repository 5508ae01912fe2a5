import type { ComponentChildren } from 'preact';
import { Form } from './portal-page.js';
import type { PortalView, ViewedPage } from './portal-view.js';
import type { Page } from '../../http/paging.js';
import { NextPage, pathWith } from './money-parts.js';

interface FilterProps {
  readonly action: string;
  readonly children: ComponentChildren;
  /** The form is open when a filter is set, or when one was refused. */
  readonly isOpen: boolean;
}

/** The filters of a list. They are part of the address, so that a filtered list can be saved or sent to others. */
export function Filters({ action, children, isOpen }: FilterProps) {
  return (
    <details class="filter" open={isOpen}>
      <summary>Filters</summary>
      <form method="get" action={action} class="filters">
        {children}
        <button>Show</button> <a href={action}>Without filters</a>
      </form>
    </details>
  );
}

interface DayProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

export function DayInput({ name, label, value }: DayProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input id={name} name={name} type="date" value={value} />
    </div>
  );
}

interface ViewsProps {
  readonly page: ViewedPage;
  /** The path of the list, such as `/payments`. */
  readonly path: string;
  /** The filters that are set now. */
  readonly wish: Readonly<Record<string, string>>;
  readonly views: readonly PortalView[];
}

/** Shows the lists that the person has saved, and the form that saves this one. */
export function KeptViews({ page, path, wish, views }: ViewsProps) {
  const here = pathWith(path, wish);
  const query = here.slice(path.length + 1);
  const kept = views.find((each) => each.query === query);
  return (
    <nav aria-label="Kept lists" class="views">
      {views.map(({ name, query: of }) => (
        <a href={`${path}?${of}`} aria-current={of === query ? 'page' : undefined}>
          <bdi>{name}</bdi>
        </a>
      ))}
      {query !== '' && kept === undefined && (
        <Form action="/views" class="keep-view">
          <input type="hidden" name="page" value={page} />
          <input type="hidden" name="query" value={query} />
          <label for="view-name">Keep this list as</label>
          <input id="view-name" name="name" required maxLength={40} />
          <button>Keep</button>
        </Form>
      )}
      {kept !== undefined && (
        <Form action="/views/forget">
          <input type="hidden" name="page" value={page} />
          <input type="hidden" name="name" value={kept.name} />
          <button class="other">Forget this list</button>
        </Form>
      )}
    </nav>
  );
}

interface EndProps {
  readonly page: Page<unknown>;
  /** The path of the list; that of its file ends with `.csv`. */
  readonly path: string;
  readonly wish: Readonly<Record<string, string>>;
}

/** The links below a list: to its next page, and to the whole list as a file. */
export function ListEnd({ page: { items, page }, path, wish }: EndProps) {
  return (
    <>
      <NextPage page={page} pathOf={(cursor) => pathWith(path, { ...wish, cursor })} />
      {items.length > 0 && (
        <p>
          <a href={pathWith(`${path}.csv`, wish)}>Save this list as a file (CSV)</a>
        </p>
      )}
    </>
  );
}
