import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { looksLikePan } from '../../domain/luhn.js';
import { acceptedLocale } from '../../domain/page-locale.js';
import { resultCodes } from '../../domain/result-code.js';
import { ApiError } from '../../http/api-error.js';
import { sendCompressed, takesGzip } from '../../http/compressed.js';
import { toApiError } from '../../http/error-mapping.js';
import { networkOf } from '../../http/network-of.js';
import { styleHashOf } from '../../http/page-style.js';
import { takeForms } from '../../http/page-forms.js';
import type { Assets } from './assets.js';
import { addLinkPages } from './link-routes.js';
import type { Drawn } from './live-pages.js';
import { movesStill } from './money-lines.js';
import { confirmDocument, mainOf, messageDocument, pageDocument } from './page.js';
import { PageProblem, pageProblems, type PageProblemKind } from './page-problem.js';
import type { PageRecord } from './page.store.js';
import { lagosDate, lagosTime, type PageView } from './page-view.js';
import type { PayRoutesPorts } from './pay-ports.js';
import { embedOriginsOf, type PageWish } from './payer-pages.js';
import type { receiptPdf } from './receipt-pdf.js';
import { stateKey } from './state-key.js';
import { textsIn } from './texts.js';

interface PageRequest {
  Params: { readonly token: string };
  Querystring: { readonly sent?: unknown; readonly seen?: unknown; readonly card?: unknown };
  Body: { readonly card?: unknown; readonly amount?: unknown } | null;
}

/**
 * Returns the content policy of a page. It allows nothing from other sites, frames only on the named shops' pages, and
 * inline only the styles that are named by their hashes.
 */
function policyWith(styleHashes: string, embedOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    ...["script-src 'self'", `style-src ${styleHashes}`, "img-src 'self' data:", 'font-src data:'],
    ...["connect-src 'self'", "form-action 'self'", "base-uri 'none'"],
    `frame-ancestors ${embedOrigins.join(' ') || "'none'"}`,
  ].join('; ');
}

/** The content policy of a page: it allows the style of all pages, and the merchant's colour. */
class PagePolicy {
  readonly #styleHash: string;
  /** The policy of pages that belong to no merchant. */
  readonly plain: string;

  constructor(style: string) {
    this.#styleHash = styleHashOf(style);
    this.plain = policyWith(this.#styleHash, []);
  }

  /** Allows the page to use the merchant's colour, and to be framed by the merchant's sites. */
  permit(reply: FastifyReply, accent: string | null, embedOrigins: readonly string[]): void {
    const hashes = accent === null ? this.#styleHash : `${this.#styleHash} ${styleHashOf(accent)}`;
    reply.header('content-security-policy', policyWith(hashes, embedOrigins));
  }
}

/**
 * In bytes. The form of a link may have five answers of 300 letters, and a form writes a letter of Yoruba or Igbo as
 * nine characters.
 */
const longestForm = 24_576;

const cardPattern = /^card_[A-Za-z0-9_-]{1,100}$/;

/**
 * Adds the payer's page. Unlike the API, it answers in HTML, takes forms, and counts requests by page instead of by
 * address.
 */
export function addPayRoutes(fastify: FastifyInstance, ports: PayRoutesPorts): void {
  const policy = new PagePolicy(ports.assets.style);
  fastify.register(
    async (room) => {
      await takeForms(room, longestForm);
      room.setErrorHandler((error, request, reply) => sayProblem(error, request, reply, ports));
      room.setNotFoundHandler((request, reply) =>
        sayProblem(new PageProblem('notFound'), request, reply, ports),
      );
      room.addHook('onRequest', (_request, reply, done) => {
        reply.header('content-security-policy', policy.plain);
        reply.header('referrer-policy', 'no-referrer');
        reply.header('cross-origin-opener-policy', 'same-origin');
        done();
      });
      addAssets(room, ports.assets);
      addEmbed(room, ports.assets);
      addPictures(room, ports);
      addPage(room, ports, policy);
      addEvents(room, ports, policy);
      addLinkPages(room, ports, {
        html,
        permit: (reply, accent) => policy.permit(reply, accent, []),
      });
    },
    { prefix: '/pay' },
  );
}

function addAssets(room: FastifyInstance, assets: Assets): void {
  room.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const asset = assets.find(request.params.name);
    if (asset === undefined) throw new PageProblem('notFound');
    void reply
      .type(asset.type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding');
    if (!takesGzip(request)) return reply.send(asset.plain);
    return reply.header('content-encoding', 'gzip').send(asset.packed);
  });
}

/** Serves logos of merchants and pictures of links by their hash, so another picture has another address. */
function addPictures(room: FastifyInstance, ports: PayRoutesPorts): void {
  const { logos, payerLinks, limits, load } = ports;
  type Find = (hash: string, ip: string) => Promise<Buffer | undefined>;
  const add = (folder: string, kind: string, find: Find) =>
    room.get<{ Params: { name: string } }>(`/${folder}/:name`, async (request, reply) => {
      const [hash = '', ending] = request.params.name.split('.');
      const isName = ending === kind && /^[0-9a-f]{32}$/.test(hash);
      const picture = isName ? await find(hash, request.ip) : undefined;
      if (picture === undefined) {
        await limits.ofAddress(request.ip, reply);
        throw new PageProblem('notFound');
      }
      return reply
        .type(`image/${kind}`)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(picture);
    });
  add('logos', 'png', (hash) => logos.find(hash));
  add('pictures', 'webp', (hash, ip) => {
    load.admit(`pictures ${networkOf(ip)}`);
    return payerLinks.picture(hash);
  });
}

/** Serves the script to shops. Their address for it has no hash, so a browser keeps it for an hour at most. */
function addEmbed(room: FastifyInstance, assets: Assets): void {
  room.get('/embed.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(assets.embed),
  );
}

function addPage(room: FastifyInstance, ports: PayRoutesPorts, policy: PagePolicy): void {
  const { pages, assets } = ports;
  room.get<PageRequest>('/:token', async (request, reply) => {
    const record = await admitted(request, reply, ports, policy);
    const wish = wishOf(request);
    const view = pages.viewOf(record, wish);
    const { key, isFinal } = drawn(view);
    const { sentAfterMinor: sent } = wish;
    const eventsPath = `${view.path}/events${sent === undefined ? '' : `?sent=${sent}`}`;
    policy.permit(reply, view.accent, view.embedOrigins);
    return html(reply, pageDocument(view, assets.paths, isFinal ? null : { eventsPath, key }));
  });
  room.get<PageRequest>('/:token/receipt.pdf', async (request, reply) => {
    const record = await admitted(request, reply, ports, policy);
    const receipt = await pages.receiptOf(record);
    if (receipt === undefined) return backToPage(reply, pages.viewOf(record, wishOf(request)));
    const { merchantId, paymentReference, now } = record.checkout;
    // Nothing else is replaced, because a reference contains no character that would end the file's name.
    const name = `receipt-${paymentReference.replaceAll(':', '-')}.pdf`;
    void reply.header('content-disposition', `inline; filename="${name}"`);
    const logo = record.logo === null ? undefined : await ports.logos.find(record.logo.hash);
    const asked: Parameters<typeof receiptPdf> = [receipt, now, logo];
    const pdf = await ports.drawings.draw('receipt', merchantId, () => Promise.resolve(asked));
    return reply.type('application/pdf').send(pdf);
  });
  room.post<PageRequest>('/:token/transfer', async (request, reply) => {
    const record = await admitted(request, reply, ports, policy);
    await pages.startTransfer(record);
    return backToPage(reply, pages.viewOf(record, wishOf(request)));
  });
  // A page that says to load again has the address of the form.
  for (const form of ['transfer', 'card/give-up']) {
    room.get<PageRequest>(`/:token/${form}`, async (request, reply) => {
      const record = await admitted(request, reply, ports, policy);
      return backToPage(reply, pages.viewOf(record, wishOf(request)));
    });
  }
  // After a charge by the API, the card's bank sends the payer here.
  room.get<PageRequest>('/:token/return', async (request, reply) => {
    const record = await admitted(request, reply, ports, policy);
    const target = await pages.returnOf(record);
    // A header may contain only these characters; a browser encodes a link in the same way.
    return reply.redirect(target.replaceAll(/[^!-~]+/gu, encodeURIComponent), 303);
  });
  // The acquirer sends the payer here, with the card's token.
  room.get<PageRequest>('/:token/card', async (request, reply) => {
    const record = await admitted(request, reply, ports, policy);
    const view = pages.viewOf(record, wishOf(request));
    const { card } = request.query;
    const { screen } = view;
    const cardMinor = 'cardMinor' in screen ? screen.cardMinor : null;
    // The payer is not asked to confirm a charge that cannot be made: the page shows the checkout's state.
    if (!isCard(card) || cardMinor === null) return backToPage(reply, view);
    policy.permit(reply, view.accent, view.embedOrigins);
    const details = await pages.describeCard(card);
    return html(
      reply,
      confirmDocument(view, assets.paths, { amountMinor: cardMinor, card, details }),
    );
  });
  room.post<PageRequest>('/:token/card', async (request, reply) => {
    const record = await admitted(request, reply, ports, policy);
    const { card, amount } = request.body ?? {};
    if (!isCard(card)) throw new PageProblem('refused');
    await pages.startCard(record, card, isAmount(amount) ? BigInt(amount) : undefined);
    // This tab opens the page of the card's bank by itself. In another tab, or in this one later, the payer must press
    // the link.
    return reply.redirect(`${pages.viewOf(record, wishOf(request)).path}?go=bank`, 303);
  });
  room.post<PageRequest>('/:token/card/give-up', async (request, reply) => {
    const record = await admitted(request, reply, ports, policy);
    await pages.giveUpCard(record);
    return backToPage(reply, pages.viewOf(record, wishOf(request)));
  });
}

/** `config.isStream` marks a request whose duration says nothing about the speed of the API. */
function addEvents(room: FastifyInstance, ports: PayRoutesPorts, policy: PagePolicy): void {
  const options = { exposeHeadRoute: false, config: { isStream: true } };
  room.get<PageRequest>('/:token/events', options, async (request, reply) => {
    const record = await admitted(request, reply, ports, policy);
    const { checkout } = record;
    const network = networkOf(request.ip);
    if (!ports.live.makeRoom(checkout.checkoutId, network)) throw new PageProblem('busy');
    const wish = wishOf(request);
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    });
    await ports.live.serve(reply.raw, {
      checkout,
      network,
      seen: seenBy(request),
      draw: (current) => drawn(ports.pages.viewOf({ ...record, checkout: current }, wish)),
    });
  });
}

/**
 * Counts the request against its page, or against its address when the token is wrong, and finds the page. From here on
 * the merchant's sites may frame the reply, so that a payer in a dialog can also read that something went wrong.
 */
async function admitted(
  request: FastifyRequest<PageRequest>,
  reply: FastifyReply,
  { pages, limits, load }: PayRoutesPorts,
  policy: PagePolicy,
): Promise<PageRecord> {
  const checkoutId = pages.checkoutOf(request.params.token);
  if (checkoutId === undefined) {
    await limits.ofAddress(request.ip, reply);
    throw new PageProblem('notFound');
  }
  await limits.ofPage(checkoutId, request.ip, reply);
  load.admit(`${checkoutId} ${networkOf(request.ip)}`);
  const record = await pages.find(checkoutId);
  policy.permit(reply, null, embedOriginsOf(record));
  request.note.merchantId = record.checkout.merchantId;
  request.note.paymentReference = record.checkout.paymentReference;
  return record;
}

function wishOf({ headers, query }: FastifyRequest<PageRequest>): PageWish {
  const { sent } = query;
  return {
    acceptLanguage: headers['accept-language'],
    isPhone: /\bMobi/.test(headers['user-agent'] ?? ''),
    sentAfterMinor: isAmount(sent) ? BigInt(sent) : undefined,
  };
}

/** Returns the version that the browser showed last. The browser sends it by itself when it connects again. */
function seenBy({ headers, query }: FastifyRequest<PageRequest>): string | undefined {
  const last = headers['last-event-id'] ?? query.seen;
  return typeof last === 'string' ? last : undefined;
}

function isAmount(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,18}$/.test(value);
}

function isCard(value: unknown): value is string {
  return typeof value === 'string' && cardPattern.test(value) && !looksLikePan(value);
}

function drawn(view: PageView): Drawn {
  const { screen, lines } = view;
  return {
    key: stateKey(screen, lines),
    html: () => mainOf(view),
    state: screen.kind,
    isFinal: screen.kind === 'paid' && !movesStill(lines),
  };
}

/** Redirects after a form, so that reloading the page does not send the form again. */
function backToPage(reply: FastifyReply, { path }: PageView): FastifyReply {
  return reply.redirect(path, 303);
}

/**
 * Compresses the page, because a phone's network costs more than our processor. Compression cannot leak the secret
 * address here, because whoever asks knows it.
 */
function html(reply: FastifyReply, document: string): Promise<FastifyReply> {
  return sendCompressed(reply.type('text/html; charset=utf-8'), document);
}

function sayProblem(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { assets, logger }: PayRoutesPorts,
): Promise<FastifyReply> {
  const error = thrown instanceof PageProblem ? thrown : toApiError(thrown, () => undefined);
  const waitSeconds = waitOf(error);
  const kind = error instanceof PageProblem ? error.kind : kindOf(error, waitSeconds);
  if (kind === 'fault') logger.error({ requestId: request.id, err: thrown }, 'request failed');
  const { status, message } = pageProblems[kind];
  const locale = acceptedLocale(request.headers['accept-language']);
  if (status === 429 || status === 503) reply.header('retry-after', String(waitSeconds));
  const until = new Date(Date.now() + waitSeconds * 1_000);
  const t = textsIn(locale, { time: `${lagosDate(until)} ${lagosTime(until)}` });
  return html(reply.code(status), messageDocument(locale, t, assets.paths, message));
}

/** Returns the seconds that the limit asks to wait, or half a minute for anything else that passes. */
function waitOf(error: ApiError | PageProblem): number {
  const own = error instanceof ApiError && error.reason === 'RATE_LIMITED';
  return Number((own && error.details.headers?.['retry-after']) || 30);
}

function kindOf(error: ApiError, waitSeconds: number): PageProblemKind {
  switch (error.reason) {
    case 'RATE_LIMITED':
      return waitSeconds > 60 ? 'tooOftenForLong' : 'tooOften';
    case 'ROUTE_NOT_FOUND':
    case 'METHOD_NOT_ALLOWED':
      return 'notFound';
    case 'INTERNAL_ERROR':
      return 'fault';
    default:
      return resultCodes[error.reason].httpStatus >= 500 ? 'busy' : 'refused';
  }
}
