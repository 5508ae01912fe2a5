import { Resolver } from 'node:dns/promises';
import { isMailAddress } from '../../domain/message-address.js';
import type { MailRecord, ResolveTxt } from '../../notify/senders/smtp/mail-records.js';
import type { OutgoingMessage, SendResult } from '../../notify/senders/sender.port.js';
import { withSecretFiles } from '../../platform/config/secret-files.js';
import { readSenderSettings, type SenderSettings } from '../../platform/config/sender-settings.js';
import type { SmtpSettings } from '../../platform/config/smtp-address.js';
import { newId } from '../../platform/database/new-id.js';
import { type CommandOutput, type Given, Refused, textOf, UsageError } from './command.js';

/** Sends a message to the address that the command names, and reports the result. */
export async function checkSenders(given: Given): Promise<CommandOutput> {
  const [to = ''] = given.positionals;
  const settings = settingsOf(process.env);
  if (to.includes('@')) {
    if (!isMailAddress(to)) throw new UsageError(`"${to}" is no e-mail address.`);
    return checkMail(settings, to, textOf(given, 'dns'));
  }
  const { toE164 } = await import('../../http/phone-number.js');
  const number = toE164(to);
  if (number === undefined)
    throw new UsageError(`"${to}" is neither an e-mail address nor a number.`);
  return checkSms(settings, number);
}

/** Returns the settings of the senders. @throws Refused when they cannot be used */
function settingsOf(env: NodeJS.ProcessEnv): SenderSettings {
  const { values, unreadable } = withSecretFiles(env);
  const read = readSenderSettings(values);
  const problems = [...unreadable.values(), ...('problems' in read ? read.problems : [])];
  if ('settings' in read && problems.length === 0) return read.settings;
  throw new Refused(
    `The settings are not usable:\n${problems.map((line) => `  - ${line}`).join('\n')}`,
  );
}

async function checkMail(
  { smtp }: SenderSettings,
  to: string,
  dnsServer: string | undefined,
): Promise<CommandOutput> {
  if (smtp === null) {
    throw new Refused('No mail server is set: MANILLA_SMTP_URL and MANILLA_MAIL_FROM name it.');
  }
  const [{ SmtpSender }, { checkRecords }] = await Promise.all([
    import('../../notify/senders/smtp/smtp-sender.js'),
    import('../../notify/senders/smtp/mail-records.js'),
  ]);
  const lines: string[] = [];
  const sender = new SmtpSender(smtp, { dialogue: (line) => lines.push(`  ${line}`) });
  const [result, records] = await Promise.all([
    sender.send(testMessage(to)),
    checkRecords(smtp, resolverAt(dnsServer)),
  ]);
  await sender.close();
  const isGood = result.outcome === 'ACCEPTED' && records.every(({ verdict }) => isFine(verdict));
  return {
    exitCode: isGood ? 0 : 1,
    text: [
      `From ${smtp.from.address} by ${smtp.host}:${smtp.port} (${securityOf(smtp)}) to ${to}:`,
      ...lines,
      sentence(result),
      '',
      ...records.map(recordText),
      ...(smtp.dkim === null ? [unsigned] : []),
    ].join('\n'),
  };
}

const unsigned = `DKIM  Manilla signs nothing.
  Fine when your mail server signs: the mail that has arrived says "dkim=pass" among its headers then. Otherwise set
  MANILLA_DKIM_SELECTOR and MANILLA_DKIM_KEY.`;

async function checkSms(settings: SenderSettings, to: string): Promise<CommandOutput> {
  if (settings.termii === null)
    throw new Refused('No gateway is set for SMS: MANILLA_SMS names it.');
  const { TermiiSender } = await import('../../notify/senders/termii/termii-sender.js');
  const sender = new TermiiSender(settings.termii);
  const result = await sender.send(testMessage(to));
  const isGood = result.outcome === 'ACCEPTED';
  const name = `From ${settings.termii.senderId} by Termii to ${to}:`;
  return { exitCode: isGood ? 0 : 1, text: `${name}\n${sentence(result)}` };
}

function testMessage(to: string): OutgoingMessage {
  const text = 'This is a test. Whoever runs Manilla here wants to know whether messages arrive.';
  return {
    ...{ messageId: newId('msg'), to, senderName: null, replyTo: null, language: 'en' },
    ...{ subject: 'A test of messages', text, html: null, attachments: [] },
  };
}

function sentence(result: SendResult): string {
  switch (result.outcome) {
    case 'ACCEPTED':
      return 'It was accepted. See whether it arrives, and that it is not among the spam.';
    case 'UNKNOWN':
      return `Nobody knows whether it was accepted (${result.code}). A message would be sent again.`;
    case 'REFUSED': {
      const again = result.again === 'LATER' ? 'would be tried again' : 'would not be tried again';
      return `It was refused (${result.code}): ${causes[result.cause]}. A message ${again}.`;
    }
  }
}

const causes = {
  ADDRESS: 'this address takes no messages',
  MESSAGE: 'this message is not taken',
  SENDER: 'nothing is taken from here, whatever is sent',
} as const;

const isFine = (verdict: MailRecord['verdict']): boolean =>
  verdict === 'GOOD' || verdict === 'WEAK';

function recordText({ name, at, should, found, verdict, words }: MailRecord): string {
  return [
    `${name.padEnd(5)} ${verdict}: ${words}`,
    `  at ${at}`,
    ...found.map((record) => `  is      ${record}`),
    ...(verdict === 'GOOD' ? [] : [`  should  ${should}`]),
  ].join('\n');
}

function securityOf({ isImplicitTls, demandsTls }: SmtpSettings): string {
  if (isImplicitTls) return 'TLS';
  return demandsTls ? 'STARTTLS' : 'not encrypted';
}

/** Returns a resolver with a time limit of a few seconds, because without a network no name server answers. */
function resolverAt(server: string | undefined): ResolveTxt {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  try {
    if (server !== undefined) resolver.setServers([server]);
  } catch {
    throw new UsageError('--dns must be the address of a name server, such as 9.9.9.9.');
  }
  return (name) => resolver.resolveTxt(name);
}
