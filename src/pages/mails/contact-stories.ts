import { readableMoment } from '../../domain/lagos-day.js';
import type {
  ContactMessageKind,
  MessageKind,
  OperatorMessageKind,
} from '../../domain/message-kinds.js';
import { formatNaira } from '../../domain/money.js';
import type { Fact } from './mail-html.js';
import type { ContactTemplateName, Values } from './template.js';

/** The facts of a message, as the database returns them: texts, times in RFC 3339, amounts in kobo as text. */
export type ContactFacts = Readonly<Record<string, unknown>> & { readonly merchant: string };

/** The contents of a message that fill its template. */
export interface ContactStory {
  readonly template: ContactTemplateName;
  readonly values: Values;
  readonly facts: readonly Fact[];
}

/** A row of the table; null leaves the row out. */
type Row = readonly [name: string, text: string | null];

interface Teller {
  readonly template: ContactTemplateName;
  readonly values: (facts: ContactFacts) => Values;
  readonly rows: (facts: ContactFacts) => readonly Row[];
}

export function contactStoryOf(kind: ContactMessageKind, facts: ContactFacts): ContactStory {
  const { template, values, rows } = tellers[kind];
  return {
    template,
    values: { merchant: facts.merchant, ...values(facts) },
    facts: rows(facts).flatMap(([name, text]) => (text === null ? [] : [[name, text] as const])),
  };
}

/** A reminder of a chargeback says how much time is left at most. */
const dispute = (template: ContactTemplateName, left: string): Teller => ({
  template,
  values: (facts) => ({
    amount: money(facts, 'amount'),
    reference: text(facts, 'paymentReference') ?? '',
    until: moment(facts, 'dueAt') ?? 'the day your acquirer names',
    left,
  }),
  rows: (facts) => [
    ['Chargeback', text(facts, 'disputeId')],
    ['Order', text(facts, 'paymentReference')],
    ['Amount', money(facts, 'amount')],
    ['The cardholder’s bank says', text(facts, 'why')],
    ['Answer by', moment(facts, 'dueAt')],
  ],
});

const endpoint = (template: ContactTemplateName): Teller => ({
  template,
  values: (facts) => ({
    endpoint: text(facts, 'url') ?? '',
    since: moment(facts, 'since') ?? '',
    why: isGone(facts)
      ? 'Your server has answered 410, which asks us to stop'
      : `Your server has accepted no event since ${moment(facts, 'since') ?? ''}`,
  }),
  rows: (facts) => [
    ['Address', text(facts, 'url')],
    ['Without an answer since', isGone(facts) ? null : moment(facts, 'since')],
    ['Events that wait', text(facts, 'waiting')],
  ],
});

const isGone = (facts: ContactFacts): boolean => text(facts, 'why') === 'ENDPOINT_GONE';

const settlement = (template: ContactTemplateName): Teller => ({
  template,
  values: (facts) => ({
    amount: money(facts, 'amount'),
    reference: text(facts, 'settlementReference') ?? '',
    why: reasonWords(text(facts, 'why')),
  }),
  rows: (facts) => [
    ['Settlement', text(facts, 'settlementReference')],
    ['Amount', money(facts, 'amount')],
    ['A part of', text(facts, 'partOf') && money(facts, 'partOf')],
    ['Account', joined([text(facts, 'account'), text(facts, 'bank')])],
    ['Lines of the statement', text(facts, 'transactions')],
    ['Paid', moment(facts, 'at')],
  ],
});

const keyEnds = (left: string): Teller => ({
  template: 'key-ends',
  values: (facts) => ({
    key: text(facts, 'name') ?? '',
    until: moment(facts, 'endsAt') ?? '',
    left,
  }),
  rows: (facts) => [
    ['Key', text(facts, 'name')],
    ['Client id', text(facts, 'clientId')],
    ['Ends', moment(facts, 'endsAt')],
  ],
});

/** Says who made a change, when and from where. */
const traces = (facts: ContactFacts): readonly Row[] => [
  ['By', byWords(text(facts, 'by'), text(facts, 'byKind'))],
  ['When', moment(facts, 'at')],
  ['From the address', text(facts, 'from')],
];

const change = (
  template: ContactTemplateName,
  values: Teller['values'],
  rows: Teller['rows'],
): Teller => ({
  template,
  values: (facts) => ({ what: actionWords[text(facts, 'action') ?? ''] ?? '', ...values(facts) }),
  rows: (facts) => [...rows(facts), ...traces(facts)],
});

const tellers: Readonly<Record<ContactMessageKind, Teller>> = {
  DISPUTE_OPENED: dispute('dispute-opened', ''),
  DISPUTE_DUE_HALF: dispute('dispute-due', 'Half of the time is over.'),
  DISPUTE_DUE_DAY: dispute('dispute-due', 'One day is left.'),
  DISPUTE_DUE_HOURS: dispute('dispute-due', 'Four hours are left.'),
  WEBHOOK_FAILING: endpoint('webhook-failing'),
  WEBHOOK_OFF: endpoint('webhook-off'),
  WEBHOOK_BACK: endpoint('webhook-back'),
  SETTLEMENT_PAID: settlement('settlement-paid'),
  SETTLEMENT_FAILED: settlement('settlement-failed'),
  SETTLEMENT_ON_HOLD: settlement('settlement-on-hold'),
  ACCOUNT_CHANGED: change(
    'account-changed',
    () => ({}),
    (facts) => [
      ['Account', joined([text(facts, 'account'), text(facts, 'bank')])],
      ['Name', text(facts, 'holder')],
      ['Paid into from', moment(facts, 'usableFrom')],
    ],
  ),
  WEBHOOK_CHANGED: change(
    'webhook-changed',
    (facts) => ({ endpoint: text(facts, 'url') ?? '' }),
    (facts) => [
      ['Address', text(facts, 'url')],
      ['Before', text(facts, 'formerUrl')],
      ['Secret', text(facts, 'secret')],
    ],
  ),
  KEY_CHANGED: change(
    'key-changed',
    (facts) => ({ key: text(facts, 'name') ?? text(facts, 'subject') ?? '' }),
    (facts) => [
      ['Key', text(facts, 'name')],
      ['Client id', text(facts, 'subject')],
      ['May do', list(facts, 'groups')],
      ['The secret before it works until', moment(facts, 'formerUntil')],
    ],
  ),
  KEY_NEW_NETWORK: {
    template: 'key-new-network',
    values: (facts) => ({
      key: text(facts, 'name') ?? '',
      network: text(facts, 'network') ?? '',
    }),
    rows: (facts) => [
      ['Key', text(facts, 'name')],
      ['Client id', text(facts, 'clientId')],
      ['Network', text(facts, 'network')],
    ],
  },
  PEOPLE_CHANGED: change(
    'people-changed',
    () => ({}),
    (facts) => [
      ['Person', text(facts, 'name')],
      ['Role', text(facts, 'role')],
    ],
  ),
  INVITATION: {
    template: 'invitation',
    values: (facts) => ({ until: moment(facts, 'endsAt') ?? '' }),
    rows: (facts) => [
      ['You are', text(facts, 'name')],
      ['Your role', text(facts, 'role')],
    ],
  },
  PASSWORD_LINK: {
    template: 'password-link',
    values: (facts) => ({ until: moment(facts, 'endsAt') ?? '' }),
    rows: (facts) => [['You are', text(facts, 'name')]],
  },
  CONFIRMATION_ASKED: change(
    'confirmation-asked',
    () => ({}),
    (facts) => [
      ['Amount', text(facts, 'amount') && money(facts, 'amount')],
      ['Payment', text(facts, 'transaction')],
      ['Account', joined([text(facts, 'account'), text(facts, 'bank')])],
      ['Name', text(facts, 'holder')],
    ],
  ),
  RIGHTS_CHANGED: change(
    'rights-changed',
    () => ({}),
    (facts) => [['Changed', list(facts, 'fields', fieldWords)]],
  ),
  KEY_ENDS_WEEK: keyEnds('in a week'),
  KEY_ENDS_DAY: keyEnds('in a day'),
  SUMMARY: {
    template: 'summary',
    values: (facts) => ({ received: money(facts, 'received'), day: days(facts) }),
    rows: (facts) => [
      ['Payments', text(facts, 'payments')],
      ['Received', money(facts, 'received')],
      ['Fees with VAT', money(facts, 'fees')],
      ['Sent back', money(facts, 'refunds')],
      ['Chargebacks', money(facts, 'chargebacks')],
      ['Paid out', money(facts, 'paidOut')],
      ['Chargebacks that you must answer', text(facts, 'toAnswer')],
    ],
  },
  DIGEST: {
    template: 'digest',
    values: (facts) => ({ count: text(facts, 'messages') ?? '0' }),
    rows: ({ kinds }) =>
      Object.entries((kinds ?? {}) as Record<string, number>).map(
        ([kind, count]) => [digestWords[kind as DigestedKind] ?? kind, String(count)] as const,
      ),
  },
};

const actionWords: Readonly<Record<string, string>> = {
  'person.invite': 'A person was invited',
  'person.add': 'A person was added',
  'person.sign-up': 'A person has signed up',
  'person.enrol': 'A person has another second factor',
  'person.role': 'A person has another role',
  'person.leave': 'A person was removed',
  'person.reset-second-factor': 'A second factor was reset',
  'person.password': 'A password was changed',
  'person.password-reset': 'A forgotten password was set anew',
  'person.recover': 'A recovery code was used',
  'person.give-back': 'An owner gets a new way in, after a day',
  'passkey.add': 'A passkey was added',
  'passkey.end': 'A passkey was removed',
  'key.create': 'A key was made',
  'key.rotate': 'A key has another secret',
  'key.revoke': 'A key was revoked',
  'webhook.set': 'The address of your webhooks was set',
  'webhook.rotate': 'The secret of your webhooks was changed',
  'webhook.remove': 'An address of your webhooks was removed',
  'settlement-account.registered': 'A settlement account was added',
  'settlement-account.made-default': 'You are paid into another account',
  'settlement-account.removed': 'A settlement account was removed',
  'refund.propose': 'A refund waits for a second person',
  'settlement-account.propose': 'A change of settlement accounts waits for a second person',
  'settlement-account.withdraw': 'A change of settlement accounts that waited was withdrawn',
  'settlement-account.by-two': 'Two people must change settlement accounts from now on',
  'settlement-account.alone': 'One person is enough to change settlement accounts',
};

const fieldWords: Readonly<Record<string, string>> = {
  contacts: 'contacts',
  granted_scopes: 'scopes that your keys may be given',
  daily_settlement_limit_minor: 'limit of payouts in a day',
};

/** The kinds that a digest may stand for. The others are each sent. */
type DigestedKind = Exclude<
  MessageKind,
  'DIGEST' | 'INVITATION' | 'PASSWORD_LINK' | OperatorMessageKind
>;
const digestWords: Readonly<Record<DigestedKind, string>> = {
  DISPUTE_OPENED: 'New chargebacks',
  DISPUTE_DUE_HALF: 'Chargebacks to answer',
  DISPUTE_DUE_DAY: 'Chargebacks to answer within a day',
  DISPUTE_DUE_HOURS: 'Chargebacks to answer within hours',
  WEBHOOK_FAILING: 'Webhooks that do not arrive',
  WEBHOOK_OFF: 'Webhooks that were switched off',
  WEBHOOK_BACK: 'Webhooks that arrive again',
  SETTLEMENT_PAID: 'Settlements paid',
  SETTLEMENT_FAILED: 'Settlements that failed',
  SETTLEMENT_ON_HOLD: 'Settlements on hold',
  ACCOUNT_CHANGED: 'Changes of settlement accounts',
  WEBHOOK_CHANGED: 'Changes of your webhooks',
  KEY_CHANGED: 'Changes of keys',
  KEY_NEW_NETWORK: 'Keys used from new networks',
  PEOPLE_CHANGED: 'Changes of your team',
  CONFIRMATION_ASKED: 'Changes that wait for a second person',
  RIGHTS_CHANGED: 'Changes of scopes, limits or contacts',
  KEY_ENDS_WEEK: 'Keys that end within a week',
  KEY_ENDS_DAY: 'Keys that end within a day',
  SUMMARY: 'Summaries of a day or a week',
  RECEIPT: 'Receipts to your payers',
  TOO_LITTLE: 'Payers who were asked for the rest',
  TOO_MUCH: 'Payers who paid too much',
  LATE: 'Payers who paid late',
  TWICE: 'Payers who paid twice',
  REFUND_STARTED: 'Refunds on their way',
  REFUND_DONE: 'Refunds done',
  REFUND_NEEDS_ACCOUNT: 'Refunds that need an account',
  DISPUTE_REFUND: 'Payers whose card payment was given back',
};

const holdWords: Readonly<Record<string, string>> = {
  NEGATIVE_BALANCE: 'Your balance is negative.',
  NAME_CHANGED: 'The bank gives another name for your account now.',
  ACCOUNT_REFUSED: 'The bank refuses your account.',
  MERCHANT_INACTIVE: 'Your account with us is suspended.',
};

function reasonWords(reason: string | null): string {
  return holdWords[reason ?? ''] ?? 'We are looking at it.';
}

function byWords(by: string | null, kind: string | null): string | null {
  if (kind === 'PERSON') return by;
  if (by === 'operator') return 'our staff';
  return by === 'command' ? 'our administrators' : by && `your key ${by}`;
}

function text(facts: ContactFacts, field: string): string | null {
  const value = facts[field];
  return typeof value === 'string' && value !== '' ? value : null;
}

function money(facts: ContactFacts, field: string): string {
  return formatNaira(BigInt(text(facts, field) ?? '0'));
}

function moment(facts: ContactFacts, field: string): string | null {
  const time = text(facts, field);
  return time && readableMoment(time);
}

function list(
  facts: ContactFacts,
  field: string,
  words: Readonly<Record<string, string>> = {},
): string | null {
  const values = facts[field];
  if (!Array.isArray(values) || values.length === 0) return null;
  return values.map((value) => words[String(value)] ?? String(value)).join(', ');
}

function joined(parts: readonly (string | null)[]): string | null {
  const there = parts.filter((part) => part !== null);
  return there.length === 0 ? null : there.join(', ');
}

function days(facts: ContactFacts): string {
  const [first, last] = [text(facts, 'first') ?? '', text(facts, 'last') ?? ''];
  return first === last ? last : `${first} to ${last}`;
}
