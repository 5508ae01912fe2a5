import { setTimeout as sleep } from 'node:timers/promises';
import { placeOf, type DocBlock } from '../../support/doc-blocks.js';
import type { ApiClient } from '../../support/api-client.js';
import { unlike, type Known } from './documented-reply.js';

/** The day and hour of the pages' examples; times that they send move along with the clock. */
const pagesNow = Date.parse('2026-11-20T14:15:00Z');
const dayMs = 24 * 60 * 60 * 1_000;
/** How long what happens by itself may take until a page's reply is the one it shows. */
const patienceMs = 15_000;

const requestLine = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/;
const statusLine = /^HTTP\/1\.1 (\d{3}) /;

interface HttpMessage {
  readonly head: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: unknown;
}

interface RealReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface ShownReply {
  readonly status?: number;
  readonly headers: HttpMessage['headers'];
  readonly body: unknown;
}

/**
 * Plays a page from top to bottom as a reader does who types its requests. A reply that the page shows must be like the
 * real one: each field it shows, with its value. Where a value is made anew each time (an id, an account number, a time),
 * what the page shows stands for what came, in all that the page sends later.
 */
export class PageStory {
  /** Where a page and a reply differ. */
  readonly faults: string[] = [];
  readonly #known: Known;
  #last: { readonly block: DocBlock; readonly reply: RealReply } | undefined;

  /** @param known what the page calls by another name than this run, such as the prefix */
  constructor(
    private readonly client: ApiClient,
    known: Readonly<Record<string, string>>,
  ) {
    this.#known = new Map(Object.entries(known));
  }

  async play(block: DocBlock): Promise<void> {
    const isJson = block.language === 'json';
    if (isJson && this.#last === undefined) return this.#checkEvent(block);
    const [firstLine = ''] = block.text.split('\n', 1);
    if (!isJson && requestLine.test(firstLine)) {
      const reply = await this.#send(block);
      this.#last = { block, reply };
      return;
    }
    if (this.#last === undefined) throw new Error(`${placeOf(block)}: a reply without a request`);
    await this.#compare(block, this.#last);
    this.#last = undefined;
  }

  async #send({ text }: DocBlock): Promise<RealReply> {
    const { head, headers, body } = parse(text);
    const [, method = '', path = ''] = requestLine.exec(head) ?? [];
    const sent = Object.fromEntries(
      headers.map(([name, value]) => [name.toLowerCase(), this.#real(value)]),
    );
    if (sent['accept'] !== undefined) {
      const { bytes, ...file } = await this.client.file(this.#realPath(path), sent);
      return { ...file, text: bytes.toString('utf8') };
    }
    return this.client.send(method, this.#realPath(path), {
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...sent,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(this.#realBody(body)) }),
    });
  }

  async #compare(block: DocBlock, last: { block: DocBlock; reply: RealReply }): Promise<void> {
    const shown: ShownReply =
      block.language === 'json'
        ? { headers: [], body: JSON.parse(block.text) }
        : toReply(block.text);
    const isRead = last.block.text.startsWith('GET ');
    const endsAt = Date.now() + patienceMs;
    let reply = last.reply;
    for (;;) {
      const learned: Known = new Map(this.#known);
      const faults = faultsOf(shown, reply, learned);
      const isOver = faults.length === 0 || !isRead || Date.now() > endsAt;
      if (isOver) {
        for (const [name, value] of learned) this.#known.set(name, value);
        if (faults.length > 0) this.faults.push(told(block, faults, reply));
        return;
      }
      await sleep(200);
      reply = await this.#send(last.block);
    }
  }

  #checkEvent(block: DocBlock): Promise<void> {
    return this.client.checkEvent(block.text);
  }

  #real(value: string): string {
    return this.#known.get(value) ?? moved(value);
  }

  /** Segments and values of the query, each as a whole. */
  #realPath(path: string): string {
    return path.replace(/(?<=[/=])[^/?&=]+/g, (part) => this.#real(part));
  }

  #realBody(body: unknown): unknown {
    if (typeof body === 'string') return this.#real(body);
    if (Array.isArray(body)) return body.map((each) => this.#realBody(each));
    if (body === null || typeof body !== 'object') return body;
    return Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, this.#realBody(value)]),
    );
  }
}

function parse(text: string): HttpMessage {
  const [top = '', ...rest] = text.split('\n\n');
  const [head = '', ...lines] = top.trimEnd().split('\n');
  const body = rest.join('\n\n').trim();
  const headers = lines.map((line) => {
    const [, name = '', value = ''] = /^([\w-]+): (.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`${line} is no header`);
    return [name, value] as const;
  });
  return { head, headers, body: body === '' ? undefined : JSON.parse(body) };
}

function toReply(text: string): ShownReply {
  const { head, headers, body } = parse(text);
  const status = statusLine.exec(head)?.[1];
  if (status === undefined) throw new Error(`${head} is neither a request nor a reply`);
  return { status: Number(status), headers, body };
}

function faultsOf(shown: ShownReply, reply: RealReply, known: Known): string[] {
  const { status = 200, headers, body } = shown;
  const faults = status === reply.status ? [] : [`status ${reply.status} in place of ${status}`];
  for (const [name, value] of headers) {
    faults.push(...unlike(value, reply.headers.get(name), { at: name, known }));
  }
  if (body === undefined) return faults;
  return [...faults, ...unlike(body, JSON.parse(reply.text || 'null'), { at: 'body', known })];
}

function told(block: DocBlock, faults: readonly string[], reply: RealReply): string {
  const text = reply.text.length > 4_000 ? `${reply.text.slice(0, 4_000)}…` : reply.text;
  return `${placeOf(block)} shows another reply than the API gives:\n  ${faults.join('\n  ')}\n  ${reply.status} ${text}\n`;
}

/** A time or a day of the examples, as long ago as it was when the page was written. */
function moved(value: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value);
  const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
  if (!isDay && !isTime) return value;
  if (isTime) return new Date(Date.parse(value) + Date.now() - pagesNow).toISOString();
  const agoDays = lagosDayNumber(Date.now()) - lagosDayNumber(pagesNow);
  return new Date(Date.parse(value) + agoDays * dayMs).toISOString().slice(0, 10);
}

/** Days since 1970 in Lagos, which is an hour ahead of UTC all year. */
function lagosDayNumber(atMs: number): number {
  return Math.floor((atMs + 3_600_000) / dayMs);
}
