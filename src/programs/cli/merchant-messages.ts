import { mutableMessageKinds, payerMessageKinds } from '../../domain/message-kinds.js';
import type { MessageSettingsView } from '../../merchants/settings/message-settings.dto.js';
import { type Commands, type Given, textOf, UsageError } from './command.js';
import { askDesk } from './desk-client.js';
import { asJson } from './merchant-commands.js';
import { tableOf } from './table.js';

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;
const fields = {
  'sender-name': 'senderName',
  'reply-to': 'replyTo',
  'copy-to': 'copyTo',
  locale: 'locale',
} as const;
const ways = ['email', 'sms', 'copy'] as const;

/** The commands about messages to the payers and contacts of a merchant. */
export const messageSettingCommands: Commands = {
  'merchants messages': {
    usage: 'MERCHANT_ID [--json]',
    summary: 'Shows what a merchant’s payers are told, and how.',
    words: [1, 1],
    options: { json: flag },
    run: async (given) => shown(given, await found(given)),
  },
  'merchants tell': {
    usage:
      'MERCHANT_ID [--sender-name NAME] [--reply-to ADDRESS] [--copy-to ADDRESS] [--locale LANGUAGE] [--kind KIND:email,sms,copy ...] [--summary DAILY|WEEKLY|NONE] [--mute KIND ...] [--unmute KIND ...] [--json]',
    summary:
      'Changes what a merchant’s payers are told. What is left out stays; "none" takes a value back, KIND:none is told to nobody.',
    words: [1, 1],
    options: {
      ...Object.fromEntries([...Object.keys(fields), 'summary'].map((name) => [name, text])),
      ...{ kind: texts, mute: texts, unmute: texts, json: flag },
    },
    run: async (given) => {
      const before = await found(given);
      const chosen = kindsOf(given);
      const { data } = await askDesk<MessageSettingsView>('PUT', pathOf(given), {
        ...Object.fromEntries(
          Object.entries(fields).map(([option, field]) => {
            const value = textOf(given, option);
            return [field, value === 'none' ? null : (value ?? before[field])];
          }),
        ),
        kinds: before.kinds.map((each) => chosen.get(each.kind) ?? each),
        summary: textOf(given, 'summary')?.toUpperCase() ?? before.summary,
        muted: mutedOf(given, before.muted),
      });
      return shown(given, data);
    },
  },
};

const pathOf = ({ positionals: [merchantId = ''] }: Given): string =>
  `/merchants/${encodeURIComponent(merchantId)}/messages`;

async function found(given: Given): Promise<MessageSettingsView> {
  return (await askDesk<MessageSettingsView>('GET', pathOf(given))).data;
}

/** Returns the values of an option that may be given several times. */
function textsOf(given: unknown): readonly string[] {
  return Array.isArray(given) ? (given as readonly string[]) : [];
}

type Kind = MessageSettingsView['kinds'][number];

/** Returns the kinds of messages that the options name, with their channels. @throws UsageError */
function kindsOf({ values }: Given): Map<string, Kind> {
  const given = textsOf(values['kind']);
  return new Map(
    given.map((each) => {
      const [name = '', list = ''] = each.split(':');
      const kind = payerMessageKinds.find((known) => known === name.toUpperCase());
      const chosen = list === 'none' ? [] : list.split(',');
      if (kind === undefined || !chosen.every((way) => ways.some((known) => known === way))) {
        throw new UsageError(
          `--kind must be such as RECEIPT:email,sms. Kinds: ${payerMessageKinds.join(', ')}.`,
        );
      }
      const [email, sms, copy] = ways.map((way) => chosen.includes(way));
      return [kind, { kind, email: email ?? false, sms: sms ?? false, copy: copy ?? false }];
    }),
  );
}

/** Returns the kinds that contacts do not get after this command. @throws UsageError */
function mutedOf({ values }: Given, before: MessageSettingsView['muted']) {
  const named = (option: 'mute' | 'unmute') =>
    textsOf(values[option]).map((name) => {
      const kind = mutableMessageKinds.find((known) => known === name.toUpperCase());
      if (kind !== undefined) return kind;
      throw new UsageError(`--${option} must be one of ${mutableMessageKinds.join(', ')}.`);
    });
  const [muted, unmuted] = [named('mute'), named('unmute')];
  const all = new Set([...before, ...muted]);
  return [...all].filter((kind) => !unmuted.includes(kind));
}

function shown({ values }: Given, settings: MessageSettingsView): string {
  if (values['json'] === true) return asJson(settings);
  const { senderName, replyTo, copyTo, locale, kinds, summary, muted, channels } = settings;
  const yes = (is: boolean): string => (is ? 'yes' : '–');
  return [
    `Comes from   ${senderName ?? 'the name of MANILLA_MAIL_FROM'}`,
    `Answers to   ${replyTo ?? 'nowhere'}`,
    `Copies to    ${copyTo ?? 'nowhere'}`,
    `Language     ${locale ?? 'en'}, when the order names none`,
    `Summary      ${summary}, to the business contact`,
    `Not told     ${muted.join(', ') || 'nothing: its contacts are told everything'}`,
    `Sent here by ${channels.join(', ') || 'nothing: no sender is set'}`,
    '',
    tableOf<Kind>(
      [
        { title: 'KIND', text: ({ kind }) => kind },
        { title: 'E-MAIL', text: ({ email }) => yes(email) },
        { title: 'SMS', text: ({ sms }) => yes(sms) },
        { title: 'COPY', text: ({ copy }) => yes(copy) },
      ],
      kinds,
    ),
  ].join('\n');
}
