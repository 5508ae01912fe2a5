import { readableMoment } from '../../domain/lagos-day.js';
import {
  type ContactMessageKind,
  isPayerMessage,
  type MessageKind,
  type MessageRecipient,
} from '../../domain/message-kinds.js';
import type { MessageRenderer, NotToBeSent } from '../../notify/messages/courier.js';
import type { ClaimedMessage } from '../../notify/messages/claimed-message.js';
import type { Attachment, OutgoingMessage } from '../../notify/senders/sender.port.js';
import { textsIn } from '../payer/texts.js';
import { type ContactFacts, type ContactStory, contactStoryOf } from './contact-stories.js';
import { htmlOf, type MailBody, plainOf } from './mail-html.js';
import { linesOf, partsOf } from './mail-parts.js';
import type { Templates } from './template-files.js';
import { filled } from './template.js';

/** Things of one kind that need an operator's attention. */
export interface WaitingKind {
  readonly kind: string;
  readonly count: number;
  /** RFC 3339. */
  readonly since: string;
  readonly subjects: readonly string[];
}

export interface ContactMailsPorts {
  /** Undefined: the facts of the message are no longer true. */
  readonly facts: { find(messageId: string): Promise<ContactFacts | undefined> };
  readonly attention: { find(cause: string): Promise<readonly WaitingKind[] | undefined> };
  /** The PDF of a settlement's statement; undefined when it is too long for a mail. */
  readonly statement: (merchantId: string, reference: string) => Promise<Buffer | undefined>;
  readonly templates: Templates['contacts'];
  readonly deskUrl: string;
  /** The address of the portal, which merchants' people use. */
  readonly portalUrl: string;
  /** Returns the link of a person from its stored form. */
  readonly linkOf: (personId: string, linkSealed: string) => string;
  readonly isSandbox: boolean;
}

/** Draws the messages to merchants' contacts and to operators, from the present state of the database. */
export class ContactMails implements MessageRenderer {
  constructor(private readonly ports: ContactMailsPorts) {}

  async render(message: ClaimedMessage): Promise<OutgoingMessage | NotToBeSent> {
    const found = await this.#storyOf(message);
    if (found === undefined) return { notSent: 'OVERTAKEN' };
    const { story, merchant } = found;
    const { templates, deskUrl, isSandbox } = this.ports;
    const template = templates[story.template];
    const values = { ...story.values, merchant };
    const blocks = { facts: story.facts, money: [], url: found.url ?? `${deskUrl}/desk` };
    const mail: MailBody = {
      ...{ locale: 'en', merchantName: merchant, accent: null, logo: null },
      title: filled(template.title, values),
      notice: isSandbox ? `TEST. ${textsIn('en', { merchant })('testMode')}` : null,
      parts: partsOf(template, values, blocks),
      footer: linesOf(templates['contact-footer'], { merchant, role: roles[message.recipient] }),
    };
    return {
      ...{ messageId: message.messageId, to: message.address, language: 'en' },
      ...{ senderName: null, replyTo: null },
      subject: `${isSandbox ? 'TEST ' : ''}${filled(template.subject, values)}`,
      text: plainOf(mail),
      html: htmlOf(mail),
      attachments: await this.#attachmentsOf(message, values.reference),
    };
  }

  async #storyOf(
    message: ClaimedMessage,
  ): Promise<
    { readonly story: ContactStory; readonly merchant: string; readonly url?: string } | undefined
  > {
    const { kind, messageId, cause } = message;
    if (kind === 'ATTENTION') {
      const waiting = await this.ports.attention.find(cause);
      return waiting && { story: attentionStory(waiting, this.ports.deskUrl), merchant: 'Manilla' };
    }
    if (!isContactMessage(kind)) throw new Error(`${kind} is a message to a payer`);
    const facts = await this.ports.facts.find(messageId);
    if (facts === undefined) return undefined;
    const url = this.#urlOf(kind, facts);
    return {
      ...{ story: contactStoryOf(kind, facts), merchant: facts.merchant },
      ...(url !== undefined && { url }),
    };
  }

  /** Returns the address that the message's button opens. */
  #urlOf(kind: ContactMessageKind, { personId, linkSealed, action }: ContactFacts) {
    const { portalUrl, linkOf } = this.ports;
    const link = () => linkOf(String(personId), String(linkSealed));
    if (kind === 'INVITATION') return `${portalUrl}/invitation/${link()}`;
    if (kind === 'PASSWORD_LINK') return `${portalUrl}/forgot-password/${link()}`;
    if (kind !== 'CONFIRMATION_ASKED') return undefined;
    return `${portalUrl}${action === 'refund.propose' ? '/refunds' : '/settlements/accounts'}`;
  }

  async #attachmentsOf(
    { kind, merchantId }: ClaimedMessage,
    reference: string | undefined,
  ): Promise<Attachment[]> {
    if (kind !== 'SETTLEMENT_PAID' || merchantId === null || reference === undefined) return [];
    const content = await this.ports.statement(merchantId, reference);
    const name = `statement-${reference.replaceAll(':', '-')}.pdf`;
    return content === undefined ? [] : [{ name, type: 'application/pdf', content }];
  }
}

function isContactMessage(kind: MessageKind): kind is ContactMessageKind {
  return kind !== 'ATTENTION' && !isPayerMessage(kind);
}

const roles: Readonly<Record<MessageRecipient, string>> = {
  PAYER: 'payer',
  COPY: 'the copy address',
  BUSINESS: 'the business contact',
  TECHNICAL: 'the technical contact',
  SETTLEMENT: 'the settlement contact',
  FORMER: 'a former contact',
  OPERATOR: 'an operator',
  PERSON: 'one of the team',
};

const waitingWords: Readonly<Record<string, string>> = {
  CASE: 'Cases that nobody has decided for four hours',
  SUSPENSE: 'Money in suspense that should have left it',
  BOOKS_DISAGREE: 'Claims about the books that do not hold',
  BOOKS_UNPROVEN: 'Claims about the books that were not proven for a day',
  BANK_STOPPED: 'Banks through which nothing leaves',
  PROVIDER_SILENT: 'Banks and acquirers that do not answer',
  STATEMENT_MISSING: 'Banks whose statement was not read for an hour',
};

/** The page of the desk about each thing that waits. A missing statement has no page. */
const deskPages: Readonly<Record<string, (subject: string) => string>> = {
  CASE: (subject) => `/desk/cases/${subject}`,
  SUSPENSE: (subject) => `/desk/search?q=${encodeURIComponent(subject)}`,
  BOOKS_DISAGREE: () => '/desk/ledger',
  BOOKS_UNPROVEN: () => '/desk/ledger',
  BANK_STOPPED: () => '/desk/sending',
  PROVIDER_SILENT: () => '/desk/sending',
};

function attentionStory(waiting: readonly WaitingKind[], deskUrl: string): ContactStory {
  const count = waiting.reduce((sum, each) => sum + each.count, 0);
  return {
    template: 'attention',
    values: { count: count === 1 ? 'One thing waits' : `${count} things wait` },
    facts: waiting.map(({ kind, count: many, since, subjects }) => {
      const are = many > subjects.length ? '. The oldest:' : ':';
      const text = `${many}, since ${readableMoment(since)}${are}`;
      const page = deskPages[kind];
      const name = waitingWords[kind] ?? kind;
      if (page === undefined) return [name, `${text} ${subjects.join(', ')}`];
      const links = subjects.map((subject) => ({ words: subject, url: deskUrl + page(subject) }));
      return [name, text, links];
    }),
  };
}
