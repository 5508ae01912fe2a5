interface Token {
  readonly value: string;
  readonly expiresAtMs: number;
}

/** How long before its end a token is no longer used: a request may be under way for a while. */
const marginMs = 60_000;

/** A token that is asked for when it is first needed and anew before it ends, once for many calls at a time. */
export class AccessToken {
  #token: Token | undefined;
  #asking: Promise<Token> | undefined;
  readonly #ask: () => Promise<{ value: string; expiresInSeconds: number }>;

  /** @param ask answers with the token and for how many seconds it is good */
  constructor(ask: () => Promise<{ value: string; expiresInSeconds: number }>) {
    this.#ask = ask;
  }

  async get(): Promise<string> {
    if (this.#token !== undefined && Date.now() < this.#token.expiresAtMs) return this.#token.value;
    this.#asking ??= this.#fresh().finally(() => (this.#asking = undefined));
    return (await this.#asking).value;
  }

  /** The API refused this one; another that came meanwhile is kept. */
  forget(value: string): void {
    if (this.#token?.value === value) this.#token = undefined;
  }

  async #fresh(): Promise<Token> {
    const askedAtMs = Date.now();
    const { value, expiresInSeconds } = await this.#ask();
    this.#token = { value, expiresAtMs: askedAtMs + expiresInSeconds * 1_000 - marginMs };
    return this.#token;
  }
}
