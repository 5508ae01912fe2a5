import type {
  DefaultAccountAnswer,
  MerchantProposalPage,
  MerchantProposalView,
  RegistrationAnswer,
} from '../../operators/merchants/merchant-proposals.dto.js';
import type { KeyList, KeyView, KeyWithSecret } from '../../merchants/keys/keys.dto.js';
import { lagosMoment } from '../../domain/lagos-day.js';
import type { FeePlanList, NumberPrefixList } from '../../operators/merchants/terms.dto.js';
import type {
  SettlementAccountList,
  SettlementAccountView,
} from '../../payouts/accounts/account.dto.js';
import { type Command, type Commands, type Given, required, textOf } from './command.js';
import { askDesk } from './desk-client.js';
import { asJson, numberOf, only } from './merchant-commands.js';
import { tableOf } from './table.js';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

interface Call<Data> extends Pick<Command, 'usage' | 'summary' | 'words' | 'options'> {
  readonly method: Parameters<typeof askDesk>[0];
  readonly path: (given: Given) => string;
  readonly body?: (given: Given) => object;
  readonly show: (data: Data, message: string) => string;
}

function call<Data>({ method, path, body, show, options, ...rest }: Call<Data>): Command {
  return {
    ...rest,
    options: { ...options, json: flag },
    run: async (given) => {
      const { data, message } = await askDesk<Data>(method, path(given), body?.(given));
      return given.values['json'] ? asJson(data) : show(data, message);
    },
  };
}

const merchant = (given: Given, rest: string): string => {
  const [merchantId = '', ...others] = given.positionals.map(encodeURIComponent);
  return `/merchants/${merchantId}${rest.replace('{}', others[0] ?? '')}`;
};

export const accountCommands: Commands = {
  'merchants accounts': call<SettlementAccountList>({
    usage: 'MERCHANT_ID [--json]',
    summary: 'Lists the bank accounts that a merchant is paid to.',
    ...{ words: [1, 1], options: {}, method: 'GET' },
    path: (given) => merchant(given, '/settlement-accounts'),
    show: ({ items }) => (items.length === 0 ? 'No accounts.' : accountTable(items)),
  }),
  'merchants account-add': call<RegistrationAnswer>({
    usage: 'MERCHANT_ID ACCOUNT_NUMBER BANK_CODE [--name HOLDER] [--default] [--json]',
    summary: 'Registers a bank account for settlements; its bank is asked for the name.',
    ...{ words: [3, 3], options: { name: text, default: flag }, method: 'POST' },
    path: (given) => merchant(given, '/settlement-accounts'),
    body: (given) => {
      const [, accountNumber, bankCode] = given.positionals;
      const makeDefault = given.values['default'] === true;
      return only({ accountNumber, bankCode, accountName: textOf(given, 'name'), makeDefault });
    },
    show: accountAnswer,
  }),
  'merchants account-default': call<DefaultAccountAnswer>({
    usage: 'MERCHANT_ID ACCOUNT_ID [--json]',
    summary: 'Proposes an account as the one that settlements are paid to.',
    ...{ words: [2, 2], options: {}, method: 'POST' },
    path: (given) => merchant(given, '/settlement-accounts/{}/default'),
    show: accountAnswer,
  }),
  'merchants proposals': call<MerchantProposalPage>({
    usage: '[--status PROPOSED|DONE|WITHDRAWN] [--json]',
    summary: 'Lists changes of merchants that take two operators, with what each does.',
    ...{ words: [0, 0], options: { status: text }, method: 'GET' },
    path: (given) => `/merchant-proposals?status=${textOf(given, 'status') ?? 'PROPOSED'}`,
    show: ({ items }) => items.map(proposalText).join('\n\n') || 'None.',
  }),
  'merchants confirm': call<MerchantProposalView>({
    usage: 'PROPOSAL --shown HASH [--json]',
    summary: 'Does what another operator has proposed. --shown: as "merchants proposals" tells it.',
    ...{ words: [1, 1], options: { shown: text }, method: 'POST' },
    path: ({ positionals: [id = ''] }) => `/merchant-proposals/${encodeURIComponent(id)}/confirm`,
    body: (given) => ({ shownHash: required(given, 'shown') }),
    show: (proposal, message) => `${message}.\n\n${proposalText(proposal)}`,
  }),
  'merchants withdraw': call<MerchantProposalView>({
    usage: 'PROPOSAL [--json]',
    summary: 'Takes a proposed change of a merchant back.',
    ...{ words: [1, 1], options: {}, method: 'POST' },
    path: ({ positionals: [id = ''] }) => `/merchant-proposals/${encodeURIComponent(id)}/withdraw`,
    show: (_proposal, message) => `${message}.`,
  }),
  'merchants account-remove': call<SettlementAccountView>({
    usage: 'MERCHANT_ID ACCOUNT_ID [--json]',
    summary: 'Removes an account, such as one that a stolen key has registered.',
    ...{ words: [2, 2], options: {}, method: 'DELETE' },
    path: (given) => merchant(given, '/settlement-accounts/{}'),
    show: (account, message) => `${message}.\n\n${accountTable([account])}`,
  }),
  'merchants webhook': call<{ url: string; secret: string | null }>({
    usage: 'MERCHANT_ID URL [--json]',
    summary: 'Sets the URL for events. A new secret is printed once.',
    ...{ words: [2, 2], options: {}, method: 'PUT' },
    path: (given) => merchant(given, '/webhook'),
    body: ({ positionals: [, url] }) => ({ url }),
    show: ({ url, secret }) =>
      secret === null ? `Events go to ${url}.` : `Events go to ${url}. ${onceShown}\n\n${secret}`,
  }),
  'merchants webhook-test': call<{ delivered: boolean }>({
    usage: 'MERCHANT_ID [--json]',
    summary: 'Sends a test event to the URL at once.',
    ...{ words: [1, 1], options: {}, method: 'POST' },
    path: (given) => merchant(given, '/webhook/test'),
    show: (_data, message) => `${message}.`,
  }),
};

const onceShown = 'This is the only time that the secret is shown:';

export const keyCommands: Commands = {
  'keys list': call<KeyList>({
    usage: 'MERCHANT_ID [--json]',
    summary: 'Lists the keys of a merchant, and when each was last used.',
    ...{ words: [1, 1], options: {}, method: 'GET' },
    path: (given) => merchant(given, '/keys'),
    show: ({ items }) => (items.length === 0 ? 'No keys.' : keyTable(items)),
  }),
  'keys create': call<KeyWithSecret>({
    usage:
      'MERCHANT_ID --name NAME [--groups payments,reads] [--addresses CIDR,...] [--expires TIME] [--json]',
    summary: 'Makes a key and prints its secret, once. It may take payments and read.',
    ...{ words: [1, 1], method: 'POST' },
    options: { name: text, groups: text, addresses: text, expires: text },
    path: (given) => merchant(given, '/keys'),
    body: (given) =>
      only({
        name: required(given, 'name'),
        groups: textOf(given, 'groups')?.split(','),
        addresses: textOf(given, 'addresses')?.split(','),
        expiresAt: textOf(given, 'expires'),
      }),
    show: secretText,
  }),
  'keys rotate': call<KeyWithSecret>({
    usage: 'MERCHANT_ID CLIENT_ID [--overlap-hours 24] [--json]',
    summary: 'Gives a key another secret; the one before stays valid for some hours.',
    ...{ words: [2, 2], options: { 'overlap-hours': text }, method: 'POST' },
    path: (given) => merchant(given, '/keys/{}/rotate'),
    body: (given) => only({ overlapHours: numberOf(given, 'overlap-hours') }),
    show: secretText,
  }),
  'keys revoke': call<KeyView>({
    usage: 'MERCHANT_ID CLIENT_ID [--even-last] [--json]',
    summary: 'Revokes a key for good: its secret and tokens are refused within 5 s.',
    ...{ words: [2, 2], options: { 'even-last': flag }, method: 'POST' },
    path: (given) => merchant(given, '/keys/{}/revoke'),
    body: ({ values }) => ({ evenLast: values['even-last'] === true }),
    show: (key, message) => `${message}.\n\n${keyTable([key])}`,
  }),
};

export const termsCommands: Commands = {
  'plans make': call<{ feePlanId: string }>({
    usage:
      'PLAN_ID --rate-bps BPS --cap KOBO --vat-bps BPS [--flat KOBO] [--flat-waived-below KOBO] [--json]',
    summary: 'Makes a fee plan. A plan never changes: make another one for other fees.',
    ...{ words: [1, 1], method: 'POST', path: () => '/fee-plans' },
    options: {
      ...{ 'rate-bps': text, cap: text, 'vat-bps': text },
      ...{ flat: text, 'flat-waived-below': text },
    },
    body: (given) => {
      for (const option of ['rate-bps', 'cap', 'vat-bps']) required(given, option);
      return only({
        feePlanId: given.positionals[0],
        rateBps: numberOf(given, 'rate-bps'),
        capMinor: numberOf(given, 'cap'),
        vatBps: numberOf(given, 'vat-bps'),
        flatMinor: numberOf(given, 'flat'),
        flatWaivedBelowMinor: numberOf(given, 'flat-waived-below'),
      });
    },
    show: ({ feePlanId }, message) => `${message}: ${feePlanId}.`,
  }),
  'plans list': call<FeePlanList>({
    usage: '[--json]',
    summary: 'Lists fee plans.',
    ...{ words: [0, 0], options: {}, method: 'GET', path: () => '/fee-plans' },
    show: ({ items }) =>
      tableOf(
        [
          { title: 'PLAN', text: (plan) => plan.feePlanId },
          { title: 'RATE', text: (plan) => `${plan.rateBps / 100} %`, align: 'right' },
          { title: 'FLAT', text: (plan) => String(plan.flatMinor), align: 'right' },
          { title: 'FROM', text: (plan) => String(plan.flatWaivedBelowMinor), align: 'right' },
          { title: 'AT MOST', text: (plan) => String(plan.capMinor), align: 'right' },
          { title: 'VAT', text: (plan) => `${plan.vatBps / 100} %` },
        ],
        items,
      ),
  }),
  'prefixes add': call<{ prefix: string }>({
    usage: 'PREFIX --provider RAIL --bank-code CBN --bank-name NAME --nip CODE [--json]',
    summary: 'Adds a prefix that a bank has given. Assign it with "merchants prefix".',
    ...{ words: [1, 1], method: 'POST', path: () => '/prefixes' },
    options: { provider: text, 'bank-code': text, 'bank-name': text, nip: text },
    body: (given) => ({
      prefix: given.positionals[0],
      provider: required(given, 'provider'),
      bankCode: required(given, 'bank-code'),
      bankName: required(given, 'bank-name'),
      nipInstitutionCode: required(given, 'nip'),
    }),
    show: ({ prefix }, message) => `${message}: ${prefix}.`,
  }),
  'prefixes list': call<NumberPrefixList>({
    usage: '[--json]',
    summary: 'Lists prefixes, and how many merchants use each.',
    ...{ words: [0, 0], options: {}, method: 'GET', path: () => '/prefixes' },
    show: ({ items }) =>
      tableOf(
        [
          { title: 'PREFIX', text: ({ prefix }) => prefix },
          { title: 'RAIL', text: ({ provider }) => provider },
          { title: 'BANK', text: ({ bankName }) => bankName },
          { title: 'CBN', text: ({ bankCode }) => bankCode },
          { title: 'NIP', text: ({ nipInstitutionCode }) => nipInstitutionCode },
          { title: 'MERCHANTS', text: ({ merchants = 0 }) => String(merchants) },
        ],
        items,
      ),
  }),
};

function secretText(key: KeyWithSecret): string {
  const groups = key.groups.join(', ');
  return [
    `${key.name} (${key.clientId}) may do: ${groups}.`,
    ...(key.formerSecretUntil === null
      ? []
      : [`The secret before is valid until ${lagosMoment(new Date(key.formerSecretUntil))}.`]),
    onceShown,
    '',
    key.clientSecret ?? 'It was shown before.',
  ].join('\n');
}

function keyTable(keys: readonly KeyView[]): string {
  return tableOf<KeyView>(
    [
      { title: 'KEY', text: ({ clientId }) => clientId },
      { title: 'STATUS', text: ({ status }) => status },
      {
        title: 'LAST USED',
        text: ({ lastUsedAt }) => (lastUsedAt ? lagosMoment(new Date(lastUsedAt)) : 'never'),
      },
      { title: 'NAME', text: ({ name }) => name },
    ],
    keys,
  );
}

function accountAnswer(answer: RegistrationAnswer | DefaultAccountAnswer, message: string): string {
  const { account, proposal } = answer;
  const what = account === null ? '' : accountTable([account]);
  return `${message}.\n\n${proposal === null ? what : proposalText(proposal)}`;
}

function proposalText(proposal: MerchantProposalView): string {
  const { proposalId, merchantName, kind, operator, status, shown, shownHash } = proposal;
  return [
    `${proposalId} ${merchantName} ${kind}, ${status.toLowerCase()} by ${operator}`,
    ...shown.map(({ name, value }) => `  ${name}: ${value}`),
    ...(status === 'PROPOSED'
      ? [`Confirm it: manilla merchants confirm ${proposalId} --shown ${shownHash}`]
      : []),
  ].join('\n');
}

function accountTable(accounts: readonly SettlementAccountView[]): string {
  return tableOf<SettlementAccountView>(
    [
      { title: 'ACCOUNT', text: ({ settlementAccountId }) => settlementAccountId },
      { title: 'NUMBER', text: ({ accountNumber }) => accountNumber },
      { title: 'DEFAULT', text: ({ isDefault }) => (isDefault ? 'yes' : 'no') },
      {
        title: 'USABLE',
        text: ({ isUsable, usableFrom }) =>
          isUsable ? 'now' : `from ${lagosMoment(new Date(usableFrom))}`,
      },
      { title: 'NAME', text: ({ accountName }) => accountName },
    ],
    accounts,
  );
}
