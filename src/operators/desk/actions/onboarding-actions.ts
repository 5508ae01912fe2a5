import { channelNames } from '../../../domain/channels.js';
import { keyGroupNames } from '../../../http/access/scopes.js';
import { CreateKeyRequest } from '../../../merchants/keys/keys.dto.js';
import { keyWish } from '../../../merchants/keys/keys.js';
import { NotificationUrlRequest } from '../../../notify/webhooks/notification-url.dto.js';
import { SettlementAccountRequest } from '../../../payouts/accounts/account.dto.js';
import {
  ChannelsRequest,
  MerchantSettlementRequest,
  UpdateMerchantRequest,
} from '../../merchants/merchant-requests.dto.js';
import { AssignFeePlanRequest } from '../../merchants/terms.dto.js';
import { readForm } from '../../../pages/parts/forms.js';
import { contactFields, contactsIn } from './contact-fields.js';
import type { ActionRun, DeskAction, ActionResult } from './desk-action.js';
import { scheduleWords } from '../../../pages/parts/words.js';
import { nairaTyped } from './naira-field.js';

export const onboardingPath = (merchantId: string): string =>
  `/desk/merchants/${merchantId}/onboarding`;

/** A step: its action without what all steps have in common. */
interface Step extends Omit<DeskAction, 'kind' | 'path' | 'usualReason'> {
  /** Its path below that of the shop. */
  readonly name: string;
}

const steps: readonly Step[] = [
  {
    name: 'contacts',
    item: 'CONTACTS',
    permission: 'merchants:write',
    title: 'Name its contacts',
    says: 'They get the e-mails about keys, payouts and webhooks that fail. A contact that you leave empty stays as it is.',
    fields: async () => contactFields,
    run: thatSaves(({ ports, id, by, text }) => {
      const contacts = contactsIn(text);
      return ports.merchants.update(id, readForm(UpdateMerchantRequest, { contacts }), by);
    }),
  },
  {
    name: 'plan',
    item: 'FEE_PLAN',
    permission: 'terms:write',
    title: 'Give it a fee plan',
    says: 'From now on its new orders pay these fees. Orders that were begun before keep theirs.',
    fields: async ({ ports }) => [
      { name: 'channel', label: 'For', choices: channelNames.map((name) => [name, name]) },
      {
        name: 'feePlanId',
        label: 'Fee plan',
        choices: (await ports.terms.plans()).map(({ feePlanId, rateBps }) => [
          feePlanId,
          `${feePlanId} (${rateBps / 100} %)`,
        ]),
      },
    ],
    run: thatSaves(({ ports, id, by, text }) => {
      const asked = { channel: text('channel'), feePlanId: text('feePlanId') };
      return ports.merchants.assignPlan(id, readForm(AssignFeePlanRequest, asked), by);
    }),
  },
  {
    name: 'channels',
    item: 'FEE_PLAN',
    permission: 'merchants:write',
    title: 'Say how its customers may pay',
    says: 'Its checkouts offer these ways, in this order. Each needs a fee plan first.',
    fields: async () => [
      {
        name: 'channels',
        label: 'Ways to pay',
        choices: orders(channelNames).map((names) => [names.join(','), names.join(', then ')]),
      },
    ],
    run: thatSaves(({ ports, id, by, text }) => {
      const channels = text('channels')
        .split(',')
        .map((channel) => ({ channel }));
      return ports.merchants.setChannels(id, readForm(ChannelsRequest, { channels }), by);
    }),
  },
  {
    name: 'prefix',
    item: 'PREFIX',
    permission: 'merchants:write',
    title: 'Give it account numbers',
    says: 'Its account numbers begin with this prefix from now on. Numbers that it has already go on working.',
    fields: async ({ ports }) => [
      {
        name: 'prefix',
        label: 'Prefix',
        choices: (await ports.terms.prefixes()).map(({ prefix, bankName, merchants }) => [
          prefix,
          `${prefix}: ${bankName}, used by ${merchants === 1 ? '1 shop' : `${merchants} shops`}`,
        ]),
      },
    ],
    run: thatSaves(({ ports, id, by, text }) => {
      const wish = { prefix: text('prefix'), isDefault: true, status: 'ACTIVE' } as const;
      return ports.merchants.assignPrefix(id, wish, by);
    }),
  },
  {
    name: 'account',
    item: 'SETTLEMENT_ACCOUNT',
    permission: 'terms:write',
    title: 'Register the account that it is paid to',
    says: 'The bank is asked for the name. The first account holds at once when it is in the name of the shop; any other takes a second operator, and a day.',
    fields: async ({ ports, id }) => [
      {
        name: 'bankCode',
        label: 'Name of the bank',
        choices: (await ports.banks.of(id)).map(({ institutionCode, name }) => [
          institutionCode,
          name,
        ]),
      },
      { name: 'accountNumber', label: 'Account number', hint: 'Ten digits.' },
    ],
    run: thatAnswers(registerAccount),
  },
  {
    name: 'schedule',
    permission: 'terms:write',
    title: 'Say when it is paid out',
    says: 'Payments that are not due yet get new due dates.',
    fields: async () => [
      { name: 'schedule', label: 'Paid out', choices: schedules },
      { name: 'minimum', label: 'Not less than, in naira', hint: 'Left out: any amount.' },
    ],
    run: thatSaves(({ ports, id, by, text }) => {
      const minimumPayoutMinor = Number(nairaTyped(text('minimum'), 'minimum') ?? 0n);
      const asked = { schedule: text('schedule'), minimumPayoutMinor };
      return ports.merchants.settle(id, readForm(MerchantSettlementRequest, asked), by);
    }),
  },
  {
    name: 'key',
    item: 'KEY',
    permission: 'keys:write',
    title: 'Make a key',
    says: 'The shop’s programs sign in with it. Its secret is shown once, on the next page.',
    fields: async () => [
      { name: 'name', label: 'What it is called', hint: 'Such as Web shop.' },
      {
        name: 'groups',
        label: 'It may',
        choices: [
          ['payments,reads', 'take payments and read'],
          ['payments,reads,refunds', 'take payments, read and refund'],
          ['reads', 'read only'],
          [keyGroupNames.join(','), 'do everything that keys may'],
        ],
      },
    ],
    run: thatAnswers(makeKey),
  },
  {
    name: 'webhook',
    item: 'WEBHOOK',
    permission: 'merchants:write',
    title: 'Set the address of its webhooks',
    says: 'What happens to its orders is sent there. The secret that signs it is shown once, on the next page.',
    fields: async () => [
      { name: 'url', label: 'Address', hint: 'Such as https://shop.example.ng/webhooks/manilla.' },
    ],
    run: thatAnswers(setWebhook),
  },
  {
    name: 'webhook-test',
    item: 'WEBHOOK',
    permission: 'merchants:write',
    title: 'Send a test to its webhooks',
    says: 'A test event is sent to its address at once. Nothing else happens.',
    run: thatAnswers(testWebhook),
  },
];

/** The steps by which a shop is taken in, in the order in which they are usually done. */
export const onboardingActions: readonly DeskAction[] = steps.map(({ name, ...step }) => ({
  kind: 'MERCHANT',
  path: `/merchants/:id/${name}`,
  usualReason: 'A new shop is taken in',
  ...step,
}));

const schedules = ['T1', 'T2', 'T0_INSTANT', 'WEEKLY:MON', 'WEEKLY:FRI', 'MONTHLY:1', 'MANUAL'].map(
  (schedule) => [schedule, scheduleWords(schedule)] as const,
);

/** The answer of a step. The page to go on with is the checklist. */
type StepResult = Omit<ActionResult, 'back'>;

/** Makes a step that saves something and goes back to the checklist. */
function thatSaves(save: (run: ActionRun) => Promise<unknown>): DeskAction['run'] {
  return async (run) => {
    await save(run);
    return onboardingPath(run.id);
  };
}

/** Makes a step that tells its answer once, and leads to the checklist. Null: there is nothing to tell. */
function thatAnswers(act: (run: ActionRun) => Promise<StepResult | null>): DeskAction['run'] {
  return async (run) => {
    const back = onboardingPath(run.id);
    const result = await act(run);
    return result === null ? back : { ...result, back };
  };
}

async function registerAccount({ ports, id, by, text }: ActionRun): Promise<StepResult> {
  const asked = readForm(SettlementAccountRequest, {
    accountNumber: text('accountNumber').trim(),
    bankCode: text('bankCode'),
  });
  const answer = await ports.merchantAccounts.register(await ports.merchants.open(id), by, asked);
  const { account, proposal } = answer;
  if (account !== null) {
    const { accountName, bankName, accountNumber } = account;
    return {
      title: 'It is paid to this account',
      says: 'Compare the name with that of the contract.',
      facts: [
        ['Name that the bank gives', accountName ?? ''],
        ['Name of the bank', bankName ?? ''],
        ['Account', accountNumber],
      ],
    };
  }
  return {
    title: 'It waits for a second operator',
    says: 'Another operator confirms it at Merchants, Changes that take two operators.',
    facts: (proposal?.shown ?? []).map(({ name, value }) => [name, value] as const),
  };
}

async function makeKey({ ports, id, by, text }: ActionRun): Promise<StepResult> {
  const groups = text('groups').split(',');
  const asked = readForm(CreateKeyRequest, { name: text('name').trim(), groups });
  const { clientId, clientSecret } = await ports.keys.create(id, keyWish(asked), by);
  return {
    title: 'The key is made',
    says: 'Hand it to the shop by a way that nobody else reads. The secret is not shown again.',
    facts: [
      ['Client id', clientId],
      ['Secret', clientSecret],
    ],
  };
}

async function setWebhook({ ports, id, by, text }: ActionRun): Promise<StepResult | null> {
  const asked = readForm(NotificationUrlRequest, { url: text('url').trim() });
  await ports.merchants.open(id);
  const { url, secret } = await ports.urls.set({ merchantId: id, endpoint: 1 }, asked, by);
  if (secret === null) return null;
  return {
    title: 'The address is set',
    says: 'The shop’s server checks what it gets with the secret. Hand it over by a way that nobody else reads. It is not shown again.',
    facts: [
      ['Address', url],
      ['Secret', secret],
    ],
  };
}

async function testWebhook({ ports, id }: ActionRun): Promise<StepResult> {
  await ports.merchants.open(id);
  const { delivered, url, httpStatus, failure } = await ports.webhookTests.test({
    merchantId: id,
    endpoint: 1,
  });
  return {
    title: delivered ? 'The test has arrived' : 'The test has not arrived',
    says: delivered
      ? 'The shop’s server has answered as it should.'
      : 'Tell the technical contact what its server has answered.',
    facts: [
      ['Address', url],
      ['Answer', httpStatus === null ? 'none' : String(httpStatus)],
      ['Why it failed', failure ?? ''],
    ],
  };
}

/** Returns every selection of these names in every order, the shortest first. */
function orders(names: readonly string[]): string[][] {
  const longer = (chosen: readonly string[]): string[][] =>
    names
      .filter((name) => !chosen.includes(name))
      .flatMap((name) => [[...chosen, name], ...longer([...chosen, name])]);
  return longer([]).toSorted((a, b) => a.length - b.length);
}
