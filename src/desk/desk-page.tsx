import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';

/** What every page of the desk is drawn with. */
export interface Frame {
  /** The style itself, which stands in the page. */
  readonly style: string;
  /** Null: nobody is signed in. */
  readonly operator: string | null;
  readonly isSandbox: boolean;
}

interface Shown extends Frame {
  readonly title: string;
  /** The place in the navigation. */
  readonly here?: 'queue' | 'decisions' | 'journals';
  readonly children: ComponentChildren;
}

const places = [
  { name: 'queue', path: '/desk', text: 'Queue' },
  { name: 'decisions', path: '/desk/decisions', text: 'Decisions' },
  { name: 'journals', path: '/desk/journals', text: 'Journals' },
] as const;

/** A whole document. It has no script: each page is drawn here, and a form is sent and answered. */
export function deskDocument(shown: Shown): string {
  const { style, operator, isSandbox, title, here, children } = shown;
  const page = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Manilla desk`}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <header>
          {operator === null ? <p>Manilla desk</p> : <Places operator={operator} here={here} />}
        </header>
        <main>{children}</main>
        <footer>
          <p>{isSandbox ? 'Sandbox. ' : ''}Times are Lagos time.</p>
        </footer>
      </body>
    </html>
  );
  return `<!doctype html>${render(page)}`;
}

function Places({ operator, here }: { operator: string; here: Shown['here'] }) {
  return (
    <nav aria-label="Desk">
      {places.map(({ name, path, text }) => (
        <a href={path} aria-current={name === here ? 'page' : undefined}>
          {text}
        </a>
      ))}
      <form method="post" action="/desk/sign-out">
        <span>{operator} </span>
        <button>Sign out</button>
      </form>
    </nav>
  );
}

/** A page of a few words, such as a refusal. */
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
