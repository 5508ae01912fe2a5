import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import { PageHead } from '../../pages/parts/page-head.js';
import type { HoldView } from '../cases/holds.dto.js';
import type { NameOfProvider } from '../../providers/provider-names.store.js';
import type { Permission } from '../people/permissions.js';

/** The parts that every page of the desk is drawn with. */
export interface Frame {
  /** The text of the style, which is inlined in the page. */
  readonly style: string;
  /** The text of the one script, which is inlined in the page too. */
  readonly script: string;
  /** Null: nobody is signed in. */
  readonly operator: string | null;
  readonly isSandbox: boolean;
  /** The holds that stop all sending through a bank. Each page shows them at the top. */
  readonly holds: readonly HoldView[];
  /** Tells whether the operator has this permission; forms that would be refused are not shown. */
  readonly may: (permission: Permission) => boolean;
  /** Returns the name of a bank or acquirer by its code. */
  readonly nameOf: NameOfProvider;
  /** The number of cases in the queue; null when nobody is signed in. */
  readonly waiting: number | null;
  /** The text in the search box. */
  readonly sought?: string;
}

interface Shown extends Frame {
  readonly title: string;
  /** The page's place in the navigation. */
  readonly here?: (typeof places)[number]['name'];
  readonly children: ComponentChildren;
}

const places = [
  { name: 'home', path: '/desk', text: 'Now', permission: 'payments:read' },
  { name: 'queue', path: '/desk/cases', text: 'Queue', permission: 'cases:read' },
  { name: 'sending', path: '/desk/sending', text: 'Sending', permission: 'cases:read' },
  { name: 'in-doubt', path: '/desk/in-doubt', text: 'In doubt', permission: 'payments:read' },
  { name: 'sums', path: '/desk/sums', text: 'Sums', permission: 'payments:read' },
  { name: 'decisions', path: '/desk/decisions', text: 'Decisions', permission: 'cases:read' },
  { name: 'messages', path: '/desk/messages', text: 'Messages', permission: 'cases:read' },
  { name: 'journals', path: '/desk/journals', text: 'Journals', permission: 'journals:read' },
  { name: 'merchants', path: '/desk/merchants', text: 'Merchants', permission: 'merchants:read' },
  { name: 'books', path: '/desk/books', text: 'Books', permission: 'journals:read' },
  { name: 'statements', path: '/desk/statements', text: 'Statements', permission: 'journals:read' },
  { name: 'schedules', path: '/desk/schedules', text: 'Schedules', permission: 'journals:read' },
  { name: 'holidays', path: '/desk/holidays', text: 'Holidays', permission: 'merchants:read' },
  { name: 'people', path: '/desk/people', text: 'People', permission: 'operators:read' },
  { name: 'audit', path: '/desk/audit', text: 'Audit', permission: 'audit:read' },
  { name: 'you', path: '/desk/you', text: 'You', permission: 'self:write' },
] as const;

/**
 * Draws a whole document. Pages are drawn on the server, and forms are plain forms: nothing needs the one small script,
 * which only updates the count of waiting cases.
 */
export function deskDocument(shown: Shown): string {
  const { style, operator, isSandbox, holds, title, here, may, children, sought = '' } = shown;
  const { waiting, script } = shown;
  const page = (
    <html lang="en">
      <PageHead
        title={`${title} · Manilla desk`}
        style={style}
        script={operator === null ? null : script}
      />
      <body>
        <header>
          {operator === null ? (
            <p>Manilla desk</p>
          ) : (
            <>
              <Places operator={operator} here={here} may={may} waiting={waiting} />
              {may('payments:read') && <SearchBox sought={sought} />}
            </>
          )}
        </header>
        <Holds holds={holds} />
        <main>{children}</main>
        <footer>
          <p>
            {isSandbox ? 'Sandbox. ' : ''}Times are Lagos time.
            {operator !== null && (
              <>
                {' '}
                <a href="/desk/words">What the words mean</a>
              </>
            )}
          </p>
        </footer>
      </body>
    </html>
  );
  return `<!doctype html>${render(page)}`;
}

/** The most cases of a hold that get a link; the queue lists the others. */
const linkedCases = 3;

/** Shows holds that stop all money. All operators see them. */
function Holds({ holds }: Pick<Frame, 'holds'>) {
  if (holds.length === 0) return null;
  return (
    <section class="holds" aria-label="Nothing is being sent">
      {holds.map(({ text, caseNumbers }) => (
        <p>
          {text}{' '}
          {caseNumbers.slice(0, linkedCases).map((number) => (
            <>
              <a href={`/desk/cases/${number}`}>Case {number}</a>{' '}
            </>
          ))}
          <a href="/desk/sending">What waits</a>
        </p>
      ))}
    </section>
  );
}

/**
 * The search box of every page. The key `/` focuses it in browsers that support access keys (with Alt, or Ctrl and
 * Alt).
 */
function SearchBox({ sought }: { readonly sought: string }) {
  return (
    <form method="get" action="/desk/search" role="search" class="search">
      <input
        {...{ name: 'q', value: sought, accesskey: '/', maxLength: 100 }}
        type="search"
        aria-label="Search"
        placeholder="Order, name, e-mail, phone, amount, account, session, id"
      />
      <button>Search</button>
    </form>
  );
}

interface PlacesProps {
  readonly operator: string;
  readonly here: Shown['here'] | undefined;
  readonly may: Shown['may'];
  readonly waiting: Shown['waiting'];
}

function Places({ operator, here, may, waiting }: PlacesProps) {
  const open = places.filter(({ permission }) => may(permission));
  return (
    <nav aria-label="Desk">
      {open.map(({ name, path, text }) => (
        <a href={path} aria-current={name === here ? 'page' : undefined}>
          {text}
          {name === 'queue' && waiting !== null && (
            <>
              {' '}
              <b data-waiting>{waiting}</b>
            </>
          )}
        </a>
      ))}
      <form method="post" action="/desk/sign-out">
        <span>{operator} </span>
        <button>Sign out</button>
      </form>
    </nav>
  );
}

/** A page that only shows a message, such as a refusal. */
export function messageDocument(
  frame: Frame,
  title: string,
  text: string,
  to: { readonly path: string; readonly words: string },
): string {
  const children = (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a href={to.path}>{to.words}</a>
      </p>
    </>
  );
  return deskDocument({ ...frame, title, children });
}
