import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PublicLink } from '../../payments/links/payment-link.js';
import { networkOf } from '../../http/network-of.js';
import { linkPath } from '../../payments/links/payment-link-view.js';
import { keyOf, readLinkForm, type FilledForm } from './link-form.js';
import { linkDocument, messageDocument } from './page.js';
import { PageProblem } from './page-problem.js';
import type { LinkRefusal, LinkView } from './payer-links.js';
import type { PayRoutesPorts } from './pay-ports.js';
import { qrPng, qrSvg } from './qr-code.js';

interface LinkRequest {
  Params: { readonly slug: string };
  Body: object | null;
}

const emptyForm = {
  typed: { firstName: '', lastName: '', contact: '', amount: '', quantity: '1' },
  ...{ faults: {}, own: [], ownFaults: {} },
} as const;

/** The parts of the page's routes that the routes of links use. */
export interface PageReplies {
  readonly html: (reply: FastifyReply, document: string) => Promise<FastifyReply>;
  /** Allows the page to use the merchant's colour. */
  readonly permit: (reply: FastifyReply, accent: string | null) => void;
}

/** The pages of payment links: a form that leads to a checkout, and the link's QR code. */
export function addLinkPages(
  room: FastifyInstance,
  ports: PayRoutesPorts,
  { html, permit }: PageReplies,
): void {
  const { payerLinks, assets, limits } = ports;
  const showForm = (reply: FastifyReply, view: LinkView, filled: FilledForm) => {
    permit(reply, view.accent);
    return html(reply, linkDocument(view, assets.paths, filled));
  };
  const refuse = (reply: FastifyReply, locale: LinkView['locale'], refusal: LinkRefusal) => {
    const { status, t, ...message } = refusal;
    return html(reply.code(status), messageDocument(locale, t, assets.paths, message));
  };
  room.get<LinkRequest>('/l/:slug', async (request, reply) => {
    const view = await linkView(request, reply, ports);
    const refusal = payerLinks.refusalOf(view);
    if (refusal !== undefined) return refuse(reply, view.locale, refusal);
    const key = randomBytes(16).toString('base64url');
    return showForm(reply, view, { key, ...emptyForm });
  });
  room.post<LinkRequest>('/l/:slug', async (request, reply) => {
    const view = await linkView(request, reply, ports);
    const body = request.body ?? {};
    const key = keyOf(body);
    if (key === undefined) throw new PageProblem('refused');
    const read = readLinkForm(key, body, view.bounds);
    if ('filled' in read) return showForm(reply.code(400), view, read.filled);
    // A mistyped form makes no checkout, so it counts as a request of the page only.
    await limits.ofLinkForm(view.link, request.ip, reply);
    const started = await payerLinks.start(view, read.form);
    if (typeof started !== 'string') return refuse(reply, view.locale, started);
    return reply.redirect(started, 303);
  });
  addCodes(room, ports);
}

/**
 * Serves the QR codes of links. Shops may show them on their own pages, and printers fetch them; they contain nothing
 * about a payer.
 */
function addCodes(room: FastifyInstance, ports: PayRoutesPorts): void {
  const answer = (reply: FastifyReply, type: string, image: string | Buffer): FastifyReply =>
    reply
      .type(type)
      .header('cache-control', 'public, max-age=86400')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(image);
  const addressOf = async (request: FastifyRequest<LinkRequest>, reply: FastifyReply) =>
    `${ports.baseUrl}${linkPath((await admittedLink(request, reply, ports)).slug)}`;
  room.get<LinkRequest>('/l/:slug/qr.svg', async (request, reply) =>
    answer(reply, 'image/svg+xml', qrSvg(await addressOf(request, reply))),
  );
  room.get<LinkRequest>('/l/:slug/qr.png', async (request, reply) =>
    answer(reply, 'image/png', await qrPng(await addressOf(request, reply))),
  );
}

async function linkView(
  request: FastifyRequest<LinkRequest>,
  reply: FastifyReply,
  ports: PayRoutesPorts,
): Promise<LinkView> {
  const link = await admittedLink(request, reply, ports);
  return ports.payerLinks.viewOf(link, request.headers['accept-language']);
}

/** Counts the request against its link, or against its address when there is no such link, and finds the link. */
async function admittedLink(
  request: FastifyRequest<LinkRequest>,
  reply: FastifyReply,
  { payerLinks, limits, load }: PayRoutesPorts,
): Promise<PublicLink> {
  const { slug } = request.params;
  load.admit(`${slug} ${networkOf(request.ip)}`);
  const link = await payerLinks.find(slug);
  if (link === undefined) {
    await limits.ofAddress(request.ip, reply);
    throw new PageProblem('notFound');
  }
  request.note.merchantId = link.merchantId;
  await limits.ofLink(link.paymentLinkId, request.ip, reply);
  return link;
}
