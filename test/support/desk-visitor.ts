import type { DeskClient } from './desk-world.js';

/** A page of the desk, as it came. */
export interface SeenPage {
  readonly status: number;
  readonly html: string;
  /** What a reader sees: without tags, and with single spaces. */
  readonly text: string;
  readonly location: string | null;
  readonly headers: Headers;
}

/** An operator with a browser that has no script: asks for pages and sends their forms. */
export class DeskVisitor {
  constructor(
    private readonly baseUrl: string,
    private readonly client: Pick<DeskClient, 'cookie'>,
  ) {}

  see(path: string): Promise<SeenPage> {
    return this.#ask(path, {});
  }

  /** A field with several values is sent once for each. */
  send(
    path: string,
    fields: Readonly<Record<string, string | readonly string[]>>,
  ): Promise<SeenPage> {
    const body = new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) =>
        [value].flat().map((each) => [name, each] as [string, string]),
      ),
    );
    return this.#ask(path, {
      method: 'POST',
      headers: { origin: this.baseUrl, 'content-type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
    });
  }

  async #ask(path: string, init: RequestInit & { headers?: Record<string, string> }) {
    const reply = await fetch(`${this.baseUrl}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie: this.client.cookie },
    });
    const html = await reply.text();
    return {
      status: reply.status,
      html,
      text: textOf(html),
      location: reply.headers.get('location'),
      headers: reply.headers,
    };
  }
}

/** The value of a hidden field. */
export function hiddenIn(html: string, name: string): string {
  const found = new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1];
  if (found === undefined) throw new Error(`the page has no field ${name}`);
  return decoded(found);
}

function textOf(html: string): string {
  return decoded(
    html.replaceAll(/<style[^]*?<\/style>/g, ' ').replaceAll(/<[^>]*>/g, ' '),
  ).replaceAll(/\s+/g, ' ');
}

function decoded(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
