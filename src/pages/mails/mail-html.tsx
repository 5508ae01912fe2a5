import { renderToString } from 'preact-render-to-string';
import { accentsOf } from '../payer/accent.js';

/** The page's own colour: --accent of src/pages/payer/assets/page.css. */
const usualAccent = '#0b5d3b';

/** A row of the table. `links` are the pages about the things that the row names. */
export type Fact = readonly [name: string, text: string, links?: readonly Link[]];

export interface Link {
  readonly words: string;
  readonly url: string;
}

export type MailPart =
  | { readonly kind: 'text'; readonly lines: readonly string[] }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | { readonly kind: 'button'; readonly words: string; readonly url: string };

/** An e-mail of a merchant, ready to be drawn as HTML or as plain text. */
export interface MailBody {
  readonly locale: string;
  readonly title: string;
  readonly merchantName: string;
  readonly accent: string | null;
  /** The logo is a part of the mail, so nothing is fetched when the mail is read. */
  readonly logo: {
    readonly contentId: string;
    readonly width: number;
    readonly height: number;
  } | null;
  /** The notice that the message is a test; null in the live environment. */
  readonly notice: string | null;
  readonly parts: readonly MailPart[];
  readonly footer: readonly string[];
}

function styleOf(color: string): string {
  const { light, dark } = accentsOf(color);
  return [
    'body{margin:0;background:#f3f4f6;color:#1b1f24;font:16px/1.5 -apple-system,"Segoe UI",Roboto,Arial,sans-serif}',
    '.paper{max-width:36rem;margin:0 auto;padding:24px 20px;background:#fff;overflow-wrap:anywhere}',
    'h1{font-size:22px;line-height:1.3;margin:16px 0}p{margin:0 0 16px}',
    'table{border-collapse:collapse;width:100%;margin:0 0 16px}',
    'th,td{text-align:left;vertical-align:top;padding:8px 0;border-top:1px solid #d5d9de;font-weight:400}',
    'th{color:#57606a;width:40%;padding-right:12px}',
    `a{color:${light.accent}}a.go{display:inline-block;padding:12px 20px;border-radius:8px;background:${light.accent};color:${light.onAccent};font-weight:700;text-decoration:none}`,
    '.test{background:#fff4ce;color:#5c4400;padding:8px 12px;font-weight:700}.small{font-size:14px;color:#57606a}',
    'img{display:block;max-width:160px;height:auto}',
    '@media (prefers-color-scheme:dark){body{background:#0f1317;color:#e6e8eb}.paper{background:#1b1f24}',
    'th,.small{color:#a8b0b9}th,td{border-color:#3a424b}.test{background:#4a3a00;color:#ffe9a8}',
    `a{color:${dark.accent}}a.go{background:${dark.accent};color:${dark.onAccent}}}`,
  ].join('');
}

/** Writes a mail as HTML without scripts and without pictures from elsewhere; readable on light and on dark. */
export function htmlOf(mail: MailBody): string {
  const { locale, title, merchantName, accent, logo, notice, parts, footer } = mail;
  return `<!doctype html>${renderToString(
    <html lang={locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: styleOf(accent ?? usualAccent) }} />
      </head>
      <body>
        <main class="paper">
          {notice !== null && <p class="test">{notice}</p>}
          {logo === null ? (
            <p>
              <strong>{merchantName}</strong>
            </p>
          ) : (
            <img
              src={`cid:${logo.contentId}`}
              alt={merchantName}
              {...{ width: logo.width, height: logo.height }}
            />
          )}
          <h1>{title}</h1>
          {parts.map((part) => (
            <Part part={part} />
          ))}
          {footer.map((line) => (
            <p class="small">{line}</p>
          ))}
        </main>
      </body>
    </html>,
  )}`;
}

function Part({ part }: { readonly part: MailPart }) {
  switch (part.kind) {
    case 'button':
      return (
        <p>
          <a class="go" href={part.url}>
            {part.words}
          </a>
        </p>
      );
    case 'facts':
      return (
        <table>
          <tbody>
            {part.facts.map(([name, text, links = []]) => (
              <tr>
                <th scope="row">{name}</th>
                <td>
                  {text}
                  {links.map(({ words, url }) => (
                    <>
                      {' '}
                      <a href={url}>{words}</a>
                    </>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      );
    case 'text':
      return (
        <>
          {part.lines.map((line) => (
            <p>{line}</p>
          ))}
        </>
      );
  }
}

/** Writes a mail for people who read plain text. */
export function plainOf({ title, merchantName, notice, parts, footer }: MailBody): string {
  const blocks = parts.map((part) => {
    if (part.kind === 'button') return `${part.words}:\n${part.url}`;
    if (part.kind === 'facts') {
      return part.facts.map(lineOf).join('\n');
    }
    return part.lines.join('\n\n');
  });
  const head = notice === null ? [] : [notice];
  return `${[...head, merchantName, title, ...blocks, '-- ', ...footer].join('\n\n')}\n`;
}

function lineOf([name, text, links = []]: Fact): string {
  return [`${name}: ${text}`, ...links.map(({ words, url }) => `${words}: ${url}`)].join('\n  ');
}
