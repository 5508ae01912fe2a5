import { idPattern } from '../../domain/ids.js';
import { ApiError } from '../../http/api-error.js';
import {
  ListPaymentLinksQuery,
  PaymentLinkRequest,
  type PaymentLinkView,
} from '../../payments/links/payment-link.dto.js';
import { readForm, readQuery, textOf } from '../parts/forms.js';
import { linkPictureLimits } from '../../payments/links/link-picture.js';
import { qrPath, qrPng, qrSvg } from '../payer/qr-code.js';
import { type AccountPorts, merchantIn } from './account-ports.js';
import { withFormFile } from './form-file.js';
import { endOf, filledOf, koboOf, queryOf, wholeOf } from './form-values.js';
import { givenTo, type Notice, noticeOf, said, tried } from './notices.js';
import { dayOf, LinkPage, LinkPrintPage, LinksPage } from './pages/links.js';
import type { PortalAnswer, PortalCall, PortalRoute } from './portal-route.js';

const path = '/links';
const words = {
  made: 'Here it is.',
  saved: 'Saved. The address and the QR code stay.',
  off: 'It is switched off.',
  pictured: 'Customers see the picture now.',
  bare: 'The picture is removed.',
};

/** The pages of payment links, with their QR codes. */
export function linkRoutes(ports: AccountPorts): readonly PortalRoute[] {
  const one = `${path}/:linkId`;
  const page = (end: string, handler: PortalRoute['handler']): PortalRoute => ({
    ...{ method: 'GET', path: `${one}${end}`, right: 'payment-links:read', handler },
  });
  return [
    {
      ...{ method: 'GET', path, right: 'payment-links:read' },
      handler: (call) => showLinks(ports, call, noticeOf(call, words)),
    },
    {
      ...{ method: 'POST', path, right: 'payment-links:write' },
      handler: (call) =>
        tried(
          () =>
            ports.forms.run(call, async () => {
              const merchant = await merchantIn(ports, call.viewer.merchantId);
              const asked = readForm(PaymentLinkRequest, linkAsked(call));
              const made = await ports.links.create(merchant, asked);
              const { paymentLinkId } = made;
              await noteLink(ports, call, 'create', made);
              return { to: `${path}/${paymentLinkId}?done=made` };
            }),
          (notice) => showLinks(ports, call, notice),
        ),
    },
    page('', (call) => showLink(ports, call, noticeOf(call, words), LinkPage)),
    page('/print', (call) => showLink(ports, call, noticeOf(call, words), LinkPrintPage)),
    page('/qr.svg', async (call) => {
      const { url } = await linkOf(ports, call);
      return { file: { name: 'payment-link.svg', type: 'image/svg+xml', content: qrSvg(url) } };
    }),
    page('/qr.png', async (call) => {
      const { url } = await linkOf(ports, call);
      return { file: { name: 'payment-link.png', type: 'image/png', content: await qrPng(url) } };
    }),
    {
      ...{ method: 'POST', path: one, right: 'payment-links:write' },
      handler: (call) =>
        tried(
          () => ports.forms.run(call, () => changeLink(ports, call)),
          (notice) => showLink(ports, call, notice, LinkPage),
        ),
    },
    ...pictureRoutes(ports),
    {
      ...{ method: 'POST', path: `${one}/off`, right: 'payment-links:write' },
      handler: (call) =>
        ports.forms.run(call, async () => {
          const { paymentLinkId } = await linkOf(ports, call);
          const off = await ports.links.deactivate(call.viewer.merchantId, paymentLinkId);
          if (!off.replayed) await noteLink(ports, call, 'off', off.data);
          return { to: `${path}/${paymentLinkId}?done=off` };
        }),
    },
  ];
}

/** Routes for the picture of a link, which customers see above its form. */
function pictureRoutes(ports: AccountPorts): readonly PortalRoute[] {
  const one = `${path}/:linkId/picture`;
  return [
    {
      ...{ method: 'POST', path: one, right: 'payment-links:write' },
      handler: (call) =>
        tried(
          () => putPicture(ports, call),
          (notice) => showLink(ports, call, notice, LinkPage),
        ),
    },
    {
      ...{ method: 'POST', path: `${one}/remove`, right: 'payment-links:write' },
      handler: (call) =>
        ports.forms.run(call, async () => {
          const { paymentLinkId } = await linkOf(ports, call);
          const left = await ports.links.dropPicture(call.viewer.merchantId, paymentLinkId);
          await noteLink(ports, call, 'change', left);
          return { to: `${path}/${paymentLinkId}?done=bare` };
        }),
    },
  ];
}

/** Records who made or changed an offer in the merchant's name. */
function noteLink(
  { notes }: AccountPorts,
  { actor, viewer }: PortalCall,
  verb: 'create' | 'change' | 'off',
  { paymentLinkId, description, amount, usage }: PaymentLinkView,
): Promise<void> {
  return notes.note(actor, viewer.merchantId, {
    ...{ action: `payment-link.${verb}`, subjectKind: 'payment-link', subject: paymentLinkId },
    facts: { description, amount, usage },
  });
}

/** Changes a link. Values without a field in the form stay as they are. */
async function changeLink(ports: AccountPorts, call: PortalCall) {
  const link = await linkOf(ports, call);
  const { paymentLinkId, metadata, channels, locale, accentColor } = link;
  const merchant = await merchantIn(ports, call.viewer.merchantId);
  const asked = readForm(PaymentLinkRequest, {
    ...linkAsked(call, link.expiresAt),
    ...{ metadata, locale, accentColor },
    ...(channels !== null && { channels }),
  });
  await noteLink(ports, call, 'change', await ports.links.replace(merchant, paymentLinkId, asked));
  return { to: `${path}/${paymentLinkId}?done=saved` };
}

/** Stores a picture. The same file sent twice is one picture, so the form may be sent again. */
async function putPicture(ports: AccountPorts, call: PortalCall) {
  const { merchantId } = call.viewer;
  const { paymentLinkId } = await linkOf(ports, call);
  const limits = { merchantId, mostBytes: linkPictureLimits.bytes };
  const kept = await withFormFile(limits, call.request, (file) =>
    ports.links.putPicture(merchantId, paymentLinkId, file),
  );
  await noteLink(ports, call, 'change', kept);
  return { to: `${path}/${paymentLinkId}?done=pictured` };
}

/** The form shows only the day of the end, so a day that stays keeps its time. */
function linkAsked({ body }: PortalCall, formerEnd: string | null = null): object {
  const isSameDay = formerEnd !== null && textOf(body, 'expiresOn') === dayOf(formerEnd);
  const expiresAt = isSameDay ? formerEnd : endOf(body, 'expiresOn');
  const amounts = {
    amount: koboOf(body, 'amount', 'Amount'),
    minAmount: koboOf(body, 'minAmount', 'At least'),
    maxAmount: koboOf(body, 'maxAmount', 'At most'),
  };
  return {
    ...filledOf(body, 'description', 'redirectUrl'),
    usage: textOf(body, 'usage') === 'ONCE' ? 'ONCE' : 'MANY',
    ...amounts,
    maxQuantity: wholeOf(body, 'maxQuantity'),
    fields: fieldsIn(textOf(body, 'fields')),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

/** Reads the merchant's own fields, one per line. A star at the end of a line makes the answer required. */
function fieldsIn(text: string): object[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({ label: line.replace(/\s*\*$/, ''), required: line.endsWith('*') }));
}

/** @throws ApiError RESOURCE_NOT_FOUND */
function linkOf({ links }: AccountPorts, { viewer, params }: PortalCall) {
  const { linkId = '' } = params;
  if (!idPattern('lnk').test(linkId)) throw new ApiError('RESOURCE_NOT_FOUND');
  return links.find(viewer.merchantId, linkId);
}

async function showLinks(
  ports: AccountPorts,
  call: PortalCall,
  notice: Notice,
): Promise<PortalAnswer> {
  const { status, cursor } = queryOf(call.query, 'status', 'cursor');
  const asked = readQuery(ListPaymentLinksQuery, { status, cursor, size: '50' });
  const { items, page } = await ports.links.list(call.viewer.merchantId, asked);
  const children = (
    <LinksPage
      {...{ links: items, nextCursor: page.nextCursor, status, baseUrl: ports.baseUrl }}
      given={givenTo(call, 'payment-links:write')}
    />
  );
  return said(notice, { title: 'Payment links', here: 'links', children });
}

async function showLink(
  ports: AccountPorts,
  call: PortalCall,
  notice: Notice,
  Shown: typeof LinkPage,
): Promise<PortalAnswer> {
  const link = await linkOf(ports, call);
  const picture = await ports.links.pictureOf(call.viewer.merchantId, link.paymentLinkId);
  const children = (
    <Shown
      {...{ link, picture, code: qrPath(link.url), baseUrl: ports.baseUrl }}
      merchantName={call.viewer.merchantName}
      given={givenTo(call, 'payment-links:write')}
    />
  );
  return said(notice, { title: link.description, here: 'links', children });
}
