import { mutableMessageKinds, payerMessageKinds } from '../../domain/message-kinds.js';
import { resolvePolicies } from '../../domain/policies.js';
import { CheckoutPageRequest } from '../../merchants/settings/checkout-page.dto.js';
import { logoLimits } from '../../merchants/settings/logo-image.js';
import { MessageSettingsRequest } from '../../merchants/settings/message-settings.dto.js';
import { PolicyChanges } from '../../merchants/settings/policy-fields.js';
import { SettlementSettingsRequest } from '../../merchants/settings/settlement-settings.dto.js';
import { may } from '../../http/access/may.js';
import type { MerchantRight } from '../../people/rights.js';
import { type FormBody, readForm, textOf } from '../parts/forms.js';
import { type AccountPorts, merchantIn } from './account-ports.js';
import { withFormFile } from './form-file.js';
import { filledOf, koboOf, listed, valuesOf, wholeOf } from './form-values.js';
import { givenTo, type Notice, noticeOf, said, tried } from './notices.js';
import { PreviewPage } from './pages/preview.js';
import { SettingsPage } from './pages/settings.js';
import type { PortalAnswer, PortalCall, PortalRoute } from './portal-route.js';

const path = '/settings';
const words = { saved: 'Saved.' };

/** The pages of the merchant's settings. Each form needs the right of the same operation of the API. */
export function settingsRoutes(ports: AccountPorts): readonly PortalRoute[] {
  const form = (
    end: string,
    right: MerchantRight,
    work: (call: PortalCall) => Promise<unknown>,
  ): PortalRoute => ({
    ...{ method: 'POST', path: `${path}/${end}`, right },
    handler: (call) =>
      tried(
        () =>
          ports.forms.run(call, async () => {
            await work(call);
            return { to: `${path}?done=saved` };
          }),
        (notice) => show(ports, call, notice),
      ),
  });
  return [
    {
      ...{ method: 'GET', path, right: 'merchant:read' },
      handler: (call) => show(ports, call, noticeOf(call, words)),
    },
    {
      ...{ method: 'GET', path: `${path}/preview`, right: 'merchant:read' },
      handler: async ({ viewer }) => {
        const page = await ports.page.find(viewer.merchantId);
        const children = <PreviewPage page={page} merchantName={viewer.merchantName} />;
        return { page: { title: 'Your page', here: 'settings', children } };
      },
    },
    form('policies', 'policies:write', ({ viewer, actor, body }) => {
      const tolerance = koboOf(body, 'tolerance', 'The difference') ?? 0;
      const asked = readForm(PolicyChanges, { ...filledOf(body, ...policyFields), tolerance });
      return ports.policies.replace(viewer.merchantId, asked, actor);
    }),
    form('settlement', 'settlements:write', ({ viewer, actor, body }) => {
      const minimumPayout = koboOf(body, 'minimumPayout', 'The least to be paid') ?? 0;
      const asked = readForm(SettlementSettingsRequest, {
        ...filledOf(body, 'schedule'),
        minimumPayout,
      });
      return ports.settlementSettings.change(viewer.merchantId, actor, asked);
    }),
    form('page', 'checkout-page:write', ({ viewer, actor, body }) => {
      const asked = readForm(CheckoutPageRequest, pageAsked(body));
      return ports.page.replace(viewer.merchantId, asked, actor);
    }),
    {
      ...{ method: 'POST', path: `${path}/logo`, right: 'checkout-page:write' },
      handler: (call) =>
        tried(
          async () => {
            await putLogo(ports, call);
            return { to: `${path}?done=saved` };
          },
          (notice) => show(ports, call, notice),
        ),
    },
    form('logo/remove', 'checkout-page:write', ({ viewer, actor }) =>
      ports.page.dropLogo(viewer.merchantId, actor),
    ),
    form('messages', 'settings:write', ({ viewer, actor, body }) => {
      const asked = readForm(MessageSettingsRequest, messagesAsked(body));
      return ports.messages.replace(viewer.merchantId, asked, actor);
    }),
  ];
}

/** Stores a logo. The same file sent twice is one logo, so the form may be sent again. */
function putLogo({ page }: AccountPorts, { viewer, actor, request }: PortalCall) {
  const { merchantId } = viewer;
  return withFormFile({ merchantId, mostBytes: logoLimits.bytes }, request, (file) =>
    page.putLogo(merchantId, file.toString('base64'), actor),
  );
}

const policyFields = [
  ...['underpaid', 'overpaid', 'late', 'duplicate'],
  ...['onAccountExpiry', 'refundFeeBearer'],
];

function pageAsked(body: FormBody): object {
  const embedOrigins = listed(textOf(body, 'embedOrigins'));
  return {
    ...filledOf(body, 'accentColor', 'supportEmail', 'supportPhone', 'address'),
    returnAfterSeconds: wholeOf(body, 'returnAfterSeconds'),
    ...(embedOrigins.length > 0 && { embedOrigins }),
  };
}

/** Returns the settings of messages from a form. A browser sends only ticked boxes, so a box that is missing is off. */
function messagesAsked(body: FormBody): object {
  const ticked = (way: string) => new Set(valuesOf(body, way));
  const [email, sms, copy, wanted] = [
    ticked('email'),
    ticked('sms'),
    ticked('copy'),
    ticked('told'),
  ];
  return {
    ...filledOf(body, 'senderName', 'replyTo', 'copyTo', 'locale', 'summary'),
    kinds: payerMessageKinds.map((kind) => ({
      kind,
      email: email.has(kind),
      sms: sms.has(kind),
      copy: copy.has(kind),
    })),
    muted: mutableMessageKinds.filter((kind) => !wanted.has(kind)),
  };
}

async function show(ports: AccountPorts, call: PortalCall, notice: Notice): Promise<PortalAnswer> {
  const { viewer } = call;
  const { merchantId } = viewer;
  const [merchant, page, messages, settlement] = await Promise.all([
    merchantIn(ports, merchantId),
    ports.page.find(merchantId),
    ports.messages.find(merchantId),
    may(viewer, 'settlements:read') ? ports.settlementSettings.find(merchantId) : null,
  ]);
  const children = (
    <SettingsPage
      {...{ page, messages, settlement, baseUrl: ports.baseUrl }}
      policies={resolvePolicies(merchant.policies)}
      limits={merchant}
      forms={{
        policies: givenTo(call, 'policies:write'),
        page: givenTo(call, 'checkout-page:write'),
        messages: givenTo(call, 'settings:write'),
        settlement: givenTo(call, 'settlements:write'),
      }}
    />
  );
  return said(notice, { title: 'Settings', here: 'settings', children });
}
