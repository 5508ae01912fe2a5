import { type BounceNoted, PgMessageStore } from '../../notify/messages/message.store.js';
import { isOutage } from '../../platform/database/outage.js';
import {
  contactTemplateRules,
  type TemplateRule,
  templateRules,
} from '../../pages/mails/template.js';
import { type Commands, type Given, Refused, TryLater } from './command.js';
import { mailFrom, mailsIn } from './mailbox.js';
import { onDatabase } from './on-database.js';
import { checkSenders } from './sender-check.js';
import { tableOf } from './table.js';

/**
 * The commands about senders of messages. They need no operator's token, because everyone who can log in to the
 * database may report returned messages to it.
 */
export const senderCommands: Commands = {
  'senders check': {
    usage: 'ADDRESS [--dns SERVER]',
    summary:
      'Sends one message to an e-mail address or a phone number, and says what SPF, DKIM and DMARC the domain of mail should have, and has.',
    words: [1, 1],
    options: { dns: { type: 'string' } },
    run: checkSenders,
  },
  'senders templates': {
    usage: '[FOLDER]',
    summary:
      'Lists the texts of messages with what each may and must name, and says what is wrong with those of a folder that replace ours.',
    words: [0, 1],
    options: {},
    run: templates,
  },
  'senders bounced': {
    usage: '[FILE | MAILDIR]',
    summary:
      'Reads bounces and complaints from a mail on its input, a file, an mbox or a maildir, and marks what our messages came back from.',
    words: [0, 1],
    options: {},
    run: bounced,
  },
};

/** Reads the templates as the worker does when it starts. @throws Refused with a sentence for each fault */
async function templates({ positionals: [folder] }: Given): Promise<string> {
  const { loadTemplates, TemplateFault } = await import('../../pages/mails/template-files.js');
  const named = folder ?? process.env['MANILLA_MESSAGE_TEMPLATES'] ?? null;
  try {
    loadTemplates(named);
  } catch (error) {
    throw error instanceof TemplateFault ? new Refused(error.message) : error;
  }
  const holes = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(' ');
  const table = tableOf<[string, TemplateRule]>(
    [
      { title: 'TEMPLATE', text: ([name]) => name },
      { title: 'SUBJECT MUST NAME', text: ([, { subjectMust }]) => holes(subjectMust) },
      { title: 'SMS MUST NAME', text: ([, { smsMust = [] }]) => holes(smsMust) },
      {
        title: 'LINES OF ITS OWN',
        text: ([, { blocks }]) => blocks.map((block) => `[${block}]`).join(' '),
      },
      { title: 'MAY NAME', text: ([, { may }]) => holes(may) },
    ],
    Object.entries({ ...templateRules, ...contactTemplateRules }),
  );
  return named === null ? table : `${table}\n\nThose of ${named} can be used.`;
}

/** Reads returned mails. No address is printed, because a mail server keeps what its programs print. */
async function bounced({ positionals: [path] }: Given): Promise<string> {
  const mails = path === undefined ? [mailFrom(process.stdin)] : mailsIn(path);
  const counts: Record<BounceNoted | 'OTHER', number> = {
    CHANGED: 0,
    KNOWN: 0,
    NOT_OURS: 0,
    OTHER: 0,
  };
  // The parser of mails is loaded only here, because it is large and every other command would load it too.
  const { readReturnedMail } = await import('../../notify/senders/smtp/returned-mail.js');
  try {
    await onDatabase(async (pool) => {
      const store = new PgMessageStore(pool);
      for await (const mail of mails) {
        // A mail that cannot be read is counted as OTHER, so that the other mails are still read.
        const returned = await readReturnedMail(mail).catch(() => undefined);
        counts[returned === undefined ? 'OTHER' : await store.bounced(returned)] += 1;
      }
    });
  } catch (error) {
    if (isOutage(error)) throw new TryLater('The database is away. Nothing is lost: run it again.');
    throw error;
  }
  return [
    `${counts.CHANGED} taken down, ${counts.KNOWN} known before, ${counts.NOT_OURS} not ours,`,
    `${counts.OTHER} neither a bounce nor a complaint.`,
  ].join(' ');
}
