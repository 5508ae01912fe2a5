import type { FastifyReply, FastifyRequest } from 'fastify';

const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/** The cookie of a browser that is signed in: no script reads it, and no other site sends it. */
export class SessionCookie {
  readonly #name: string;
  readonly #flags: string;

  /**
   * @param name of the door: browsers keep one cookie for all ports of a host, so each door has a name of its own
   * @param lastsMs after this the browser forgets it
   */
  constructor(
    name: 'manilla-desk' | 'manilla-portal',
    https: boolean,
    private readonly lastsMs: number,
  ) {
    // The prefix makes browsers refuse it from a neighbour, and over plain HTTP.
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

  /** The secret in a header `Cookie`; undefined: it holds none. */
  read(header: string | undefined): string | undefined {
    const named = (header ?? '')
      .split(';')
      .map((part) => part.trim().split('='))
      .find(([name]) => name === this.#name);
    const secret = named?.[1];
    return secret !== undefined && secretPattern.test(secret) ? secret : undefined;
  }
}

/** Tells whether a form was sent by a page of our own: browsers say from where, and cannot be made to lie. */
export function isFromOwnPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { origin, host } = headers;
  if (origin === undefined || host === undefined || !URL.canParse(origin)) return false;
  const site = headers['sec-fetch-site'];
  return new URL(origin).host === host && (site === undefined || site === 'same-origin');
}
