import type { FastifyReply, FastifyRequest } from 'fastify';

const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/** The cookie of a browser that is signed in. No script can read it, and requests from other sites do not carry it. */
export class SessionCookie {
  readonly #name: string;
  readonly #flags: string;

  /**
   * @param name the cookie's name. Browsers share cookies between all ports of a host, so desk and portal have
   * different names
   * @param lastsMs the time after which the browser deletes the cookie
   */
  constructor(
    name: 'manilla-desk' | 'manilla-portal',
    https: boolean,
    private readonly lastsMs: number,
  ) {
    // The prefix makes browsers refuse the cookie from another host of the domain, and over plain HTTP.
    this.#name = https ? `__Host-${name}` : name;
    this.#flags = `Path=/; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`;
  }

  give(reply: FastifyReply, secret: string): void {
    const lasts = `Max-Age=${this.lastsMs / 1_000}`;
    reply.header('set-cookie', `${this.#name}=${secret}; ${lasts}; ${this.#flags}`);
  }

  takeBack(reply: FastifyReply): void {
    reply.header('set-cookie', `${this.#name}=; Max-Age=0; ${this.#flags}`);
  }

  /** Returns the secret in a header `Cookie`; undefined when the header has none. */
  read(header: string | undefined): string | undefined {
    const named = (header ?? '')
      .split(';')
      .map((part) => part.trim().split('='))
      .find(([name]) => name === this.#name);
    const secret = named?.[1];
    return secret !== undefined && secretPattern.test(secret) ? secret : undefined;
  }
}

/** Tells whether a form was sent by one of our own pages: browsers report the origin, and a page cannot falsify it. */
export function isFromOwnPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { origin, host } = headers;
  if (origin === undefined || host === undefined || !URL.canParse(origin)) return false;
  const site = headers['sec-fetch-site'];
  return new URL(origin).host === host && (site === undefined || site === 'same-origin');
}
