import { policyChoices } from '../../domain/policies.js';
import type { MerchantPage, MerchantView } from '../../operators/merchants/merchant-views.dto.js';
import {
  type Command,
  type Commands,
  type Given,
  required,
  textOf,
  UsageError,
} from './command.js';
import { askDesk } from './desk-client.js';
import { merchantText } from './merchant-text.js';
import { tableOf } from './table.js';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const contactKinds = ['business', 'technical', 'settlement'] as const;
const contactOptions = Object.fromEntries(contactKinds.map((kind) => [kind, text]));
const contactUsage = contactKinds.map((kind) => `[--${kind} 'NAME, EMAIL, PHONE']`).join(' ');
const policyOptions = Object.fromEntries(
  [...Object.keys(policyChoices), 'tolerance'].map((name) => [name, text]),
);

type Method = Parameters<typeof askDesk>[0];
type Change = Pick<Command, 'usage' | 'summary' | 'options'> & {
  readonly words?: readonly [number, number];
  readonly method: Method;
  /** The part of the address after the merchant's id. */
  readonly path: (given: Given) => string;
  readonly body?: (given: Given) => object;
};

/** Makes a command that changes a merchant and prints the merchant after the change. */
function change({ words = [1, 1], method, path, body, options, ...rest }: Change): Command {
  return {
    ...rest,
    words,
    options: { ...options, json: flag },
    run: async (given) => {
      const [merchantId = ''] = given.positionals;
      const at = `/merchants/${encodeURIComponent(merchantId)}${path(given)}`;
      const { message, data } = await askDesk<MerchantView>(method, at, body?.(given) ?? {});
      return given.values['json'] ? asJson(data) : `${message}.\n\n${merchantText(data)}`;
    },
  };
}

/** Makes a command that moves a merchant from one status to another. */
const move = (action: string, summary: string): Command =>
  change({
    ...{ usage: 'MERCHANT_ID --reason TEXT [--json]', summary, options: { reason: text } },
    ...{ method: 'POST', path: () => `/${action}` },
    body: (given) => ({ reason: required(given, 'reason') }),
  });

export const merchantCommands: Commands = {
  'merchants create': {
    usage: `--name LEGAL --trading NAME ${contactUsage} [--json]`,
    summary: 'Makes a merchant. In live it is PENDING until it is activated.',
    words: [0, 0],
    options: { name: text, trading: text, ...contactOptions, json: flag },
    run: async (given) => {
      const body = { name: required(given, 'name'), tradeName: required(given, 'trading') };
      const { message, data } = await askDesk<MerchantView>('POST', '/merchants', {
        ...body,
        ...contactsOf(given),
      });
      return given.values['json'] ? asJson(data) : `${message}.\n\n${merchantText(data)}`;
    },
  },
  'merchants list': {
    usage: '[--status STATUS] [--search TEXT] [--cursor CURSOR] [--json]',
    summary: 'Lists merchants, the newest first.',
    words: [0, 0],
    options: { status: text, search: text, cursor: text, json: flag },
    run: list,
  },
  'merchants show': {
    usage: 'MERCHANT_ID [--json]',
    summary: 'Shows a merchant with its terms, and what is missing before it can go live.',
    words: [1, 1],
    options: { json: flag },
    run: async ({ positionals: [merchantId = ''], values }) => {
      const at = `/merchants/${encodeURIComponent(merchantId)}`;
      const { data } = await askDesk<MerchantView>('GET', at);
      return values['json'] ? asJson(data) : merchantText(data);
    },
  },
  'merchants update': change({
    usage: `MERCHANT_ID [--name LEGAL] [--trading NAME] [--important yes|no] ${contactUsage}`,
    summary:
      'Changes names and contacts, and whether operators are told at once when its webhooks fail.',
    options: { name: text, trading: text, important: text, ...contactOptions },
    ...{ method: 'PATCH', path: () => '' },
    body: (given) => ({
      ...only({
        name: textOf(given, 'name'),
        tradeName: textOf(given, 'trading'),
        isImportant: yesOrNo(given, 'important'),
      }),
      ...contactsOf(given),
    }),
  }),
  'merchants activate': move(
    'activate',
    'Lets a merchant take payments. Its checklist gates live.',
  ),
  'merchants suspend': move('suspend', 'Suspends a merchant: its tokens are refused within 5 s.'),
  'merchants reinstate': move('reinstate', 'Reinstates a suspended merchant.'),
  'merchants close': move('close', 'Closes a suspended or pending merchant for good.'),
  'merchants limits': change({
    usage:
      'MERCHANT_ID [--min KOBO] [--max KOBO] [--daily KOBO|none] [--daily-settlement KOBO|none] [--open-accounts N]',
    summary: 'Changes limits: of an order, of a day, of open accounts.',
    options: {
      ...{ min: text, max: text, daily: text },
      ...{ 'daily-settlement': text, 'open-accounts': text },
    },
    ...{ method: 'PUT', path: () => '/limits' },
    body: (given) =>
      only({
        minAmountMinor: numberOf(given, 'min'),
        maxAmountMinor: numberOf(given, 'max'),
        dailyLimitMinor: numberOf(given, 'daily'),
        dailySettlementLimitMinor: numberOf(given, 'daily-settlement'),
        openAccountLimit: numberOf(given, 'open-accounts'),
      }),
  }),
  'merchants policies': change({
    usage: `MERCHANT_ID ${Object.keys(policyOptions)
      .map((name) => `[--${name} CHOICE]`)
      .join(' ')}`,
    summary:
      'Replaces what is done with payments that do not fit; what is left out is the default.',
    options: policyOptions,
    ...{ method: 'PUT', path: () => '/policies' },
    body: (given) =>
      only({
        ...Object.fromEntries(
          Object.keys(policyChoices).map((name) => [name, textOf(given, name)]),
        ),
        tolerance: numberOf(given, 'tolerance'),
      }),
  }),
  'merchants channels': change({
    usage: 'MERCHANT_ID CHANNEL[:MERCHANT|:CUSTOMER] ...',
    summary: 'Says which channels checkouts offer, in which order, and who bears the fee.',
    ...{ words: [2, 11], options: {}, method: 'PUT', path: () => '/channels' },
    body: ({ positionals: [, ...channels] }) => ({
      channels: channels.map((each) => {
        const [channel, feeBearer] = each.split(':');
        return only({ channel, feeBearer });
      }),
    }),
  }),
  'merchants grant': change({
    usage: 'MERCHANT_ID [SCOPE ...]',
    summary: 'Grants scopes that only some merchants have; those left out are taken back.',
    ...{ words: [1, 5], options: {}, method: 'PUT', path: () => '/grants' },
    body: ({ positionals: [, ...scopes] }) => ({ scopes }),
  }),
  'merchants prefix': change({
    usage: 'MERCHANT_ID PREFIX [--default] [--suspend]',
    summary: 'Lets a merchant make account numbers from a prefix.',
    options: { default: flag, suspend: flag },
    ...{ words: [2, 2], method: 'PUT' },
    path: ({ positionals: [, prefix = ''] }) => `/prefixes/${encodeURIComponent(prefix)}`,
    body: ({ values }) => ({
      isDefault: values['default'] === true,
      status: values['suspend'] === true ? 'SUSPENDED' : 'ACTIVE',
    }),
  }),
  'merchants plan': change({
    usage: 'MERCHANT_ID CHANNEL PLAN_ID [--from TIME]',
    summary: 'Gives a merchant a fee plan for a channel, from now or a later time on.',
    options: { from: text },
    ...{ words: [3, 3], method: 'POST', path: () => '/fee-plans' },
    body: (given) => {
      const [, channel, feePlanId] = given.positionals;
      return only({ channel, feePlanId, from: textOf(given, 'from') });
    },
  }),
  'plans withdraw': change({
    usage: 'MERCHANT_ID CHANNEL --from TIME [--json]',
    summary: 'Takes a plan of a merchant back that does not hold yet.',
    options: { from: text },
    ...{ words: [2, 2], method: 'POST', path: () => '/fee-plans/withdraw' },
    body: (given) => ({ channel: given.positionals[1], from: required(given, 'from') }),
  }),
  'merchants schedule': change({
    usage: 'MERCHANT_ID SCHEDULE [--minimum KOBO] [--payout-fee KOBO]',
    summary: 'Says when and from how much on a merchant is paid out.',
    options: { minimum: text, 'payout-fee': text },
    ...{ words: [2, 2], method: 'PUT', path: () => '/settlement-settings' },
    body: (given) =>
      only({
        schedule: given.positionals[1],
        minimumPayoutMinor: numberOf(given, 'minimum'),
        payoutFeeMinor: numberOf(given, 'payout-fee'),
      }),
  }),
};

async function list(given: Given): Promise<string> {
  const query = new URLSearchParams();
  for (const [option, name] of [
    ['status', 'status'],
    ['search', 'q'],
    ['cursor', 'cursor'],
  ] as const) {
    const value = textOf(given, option);
    if (value !== undefined) query.set(name, value);
  }
  const { data } = await askDesk<MerchantPage>('GET', `/merchants?${query}`);
  if (given.values['json']) return asJson(data);
  if (data.items.length === 0) return 'No merchants.';
  const table = tableOf(
    [
      { title: 'MERCHANT', text: ({ merchantId }) => merchantId },
      { title: 'STATUS', text: ({ status }) => status },
      { title: 'NAME', text: ({ name, tradeName }) => `${name} (${tradeName})` },
    ],
    data.items,
  );
  const { nextCursor } = data.page;
  return nextCursor === null ? table : `${table}\n\nMore: --cursor ${nextCursor}`;
}

function contactsOf(given: Given): object {
  const lines = contactKinds.flatMap((kind) => {
    const line = textOf(given, kind);
    if (line === undefined) return [];
    const [name, email, phoneNumber, ...more] = line.split(',').map((part) => part.trim());
    if (!name || !email || !phoneNumber || more.length > 0) {
      throw new UsageError(`--${kind} must be 'NAME, EMAIL, PHONE'.`);
    }
    return [[kind, { name, email, phoneNumber }] as const];
  });
  return lines.length === 0 ? {} : { contacts: Object.fromEntries(lines) };
}

/** Returns an option's whole number, null for `none`, or undefined when the option is missing. @throws UsageError */
export function numberOf(given: Given, option: string): number | null | undefined {
  const value = textOf(given, option);
  if (value === undefined || value === 'none') return value === undefined ? undefined : null;
  if (/^(0|[1-9]\d{0,15})$/.test(value)) return Number(value);
  throw new UsageError(`--${option} must be a whole number.`);
}

function yesOrNo(given: Given, option: string): boolean | undefined {
  const value = textOf(given, option);
  if (value === undefined) return undefined;
  if (value === 'yes' || value === 'no') return value === 'yes';
  throw new UsageError(`--${option} must be yes or no.`);
}

/** Drops fields without a value. */
export function only(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

export function asJson(data: unknown): string {
  return JSON.stringify(data, null, 2);
}
