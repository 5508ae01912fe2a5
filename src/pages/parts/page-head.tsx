interface HeadProps {
  readonly title: string;
  /** The style and the script, which stand in the page. */
  readonly style: string;
  /** Null: the page has no script. */
  readonly script: string | null;
}

/** The head of a document that is not for search engines. */
export function PageHead({ title, style, script }: HeadProps) {
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <meta name="color-scheme" content="light dark" />
      <title>{title}</title>
      <style dangerouslySetInnerHTML={{ __html: style }} />
      <link rel="icon" href="data:," />
      {script !== null && <script type="module" dangerouslySetInnerHTML={{ __html: script }} />}
    </head>
  );
}
