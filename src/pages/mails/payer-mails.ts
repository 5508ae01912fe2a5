import { isPayerMessage } from '../../domain/message-kinds.js';
import type { PageLocale } from '../../domain/page-locale.js';
import type { MessageRenderer, NotToBeSent } from '../../notify/messages/courier.js';
import type { ClaimedMessage } from '../../notify/messages/claimed-message.js';
import type { Attachment, OutgoingMessage } from '../../notify/senders/sender.port.js';
import type { PageLinks } from '../../payments/checkouts/page-links.js';
import type { PageRecord, PgPageStore } from '../payer/page.store.js';
import type { Receipt } from '../payer/receipt-pdf.js';
import { textsIn } from '../payer/texts.js';
import { wholeReceipt } from '../payer/whole-receipt.js';
import { htmlOf, type MailBody, plainOf } from './mail-html.js';
import { linesOf, partsOf } from './mail-parts.js';
import { type PayerStory, storyOf } from './payer-stories.js';
import { amountsInSms, nameInSms } from './sms-text.js';
import type { Templates } from './template-files.js';
import { filled, type Template, type Values } from './template.js';

export interface PayerMailsPorts {
  readonly pages: Pick<PgPageStore, 'find' | 'sendersOf' | 'givenBackBy'>;
  readonly links: Pick<PageLinks, 'urlOf'>;
  /** Finds a logo by its hash. */
  readonly logos: { find(hash: string): Promise<Buffer | undefined> };
  readonly drawReceipt: (
    merchantId: string,
    receipt: Receipt,
    issuedAt: Date,
    logo: Buffer | undefined,
  ) => Promise<Buffer>;
  readonly templates: Templates['payers'];
  /** The address of payers' pages, without a slash at the end. */
  readonly baseUrl: string;
  readonly isSandbox: boolean;
}

const logoId = 'logo@manilla';

/** Draws the messages to payers, from the present state of the books. */
export class PayerMails implements MessageRenderer {
  constructor(private readonly ports: PayerMailsPorts) {}

  async render(message: ClaimedMessage): Promise<OutgoingMessage | NotToBeSent> {
    const { checkoutId, choices, channel } = message;
    const record = checkoutId === null ? undefined : await this.ports.pages.find(checkoutId);
    if (record === undefined) return { notSent: 'NOTHING_TO_TELL' };
    const locale = record.wishes.locale ?? choices.locale ?? 'en';
    const isSms = channel === 'SMS';
    const merchant = isSms ? nameInSms(record.merchantName) : record.merchantName;
    const t = textsIn(locale, { merchant });
    const { kind, cause } = message;
    if (!isPayerMessage(kind)) throw new Error(`${kind} is no message to a payer`);
    const givenBackMinor =
      kind === 'DISPUTE_REFUND' ? await this.ports.pages.givenBackBy(cause) : undefined;
    const story = storyOf({ kind, cause, givenBackMinor }, record, t);
    if (story === undefined) return { notSent: 'OVERTAKEN' };
    const template = this.ports.templates[locale][story.template];
    const page = this.ports.links.urlOf(record.checkout.checkoutId);
    const { paymentReference: reference } = record.checkout;
    const values: Values = { ...{ merchant, reference, page }, ...story.values };
    const head = this.#headOf(message, locale);
    if (isSms) {
      const sms = filled(template.sms, { ...values, money: story.money.join(' ') });
      const text = this.#marked(amountsInSms(sms));
      return { ...head, subject: '', text, html: null, attachments: [] };
    }
    const logo = record.logo === null ? undefined : await this.ports.logos.find(record.logo.hash);
    const mail = this.#bodyOf({
      record,
      locale,
      story,
      template,
      values,
      hasLogo: logo !== undefined,
    });
    return {
      ...head,
      subject: this.#marked(filled(template.subject, values)),
      text: plainOf(mail),
      html: htmlOf(mail),
      attachments: [
        ...(logo === undefined ? [] : [logoFile(logo)]),
        ...(story.template === 'receipt' ? await this.#receiptFile(record, logo) : []),
      ],
    };
  }

  #headOf({ messageId, address, choices, recipient }: ClaimedMessage, language: PageLocale) {
    return {
      messageId,
      to: address,
      senderName: choices.senderName ?? null,
      // A reply to a copy would go to the merchant itself, so a copy has no reply address.
      replyTo: recipient === 'COPY' ? null : (choices.replyTo ?? null),
      language,
    };
  }

  #marked(text: string): string {
    return this.ports.isSandbox ? `TEST ${text}` : text;
  }

  #bodyOf(of: {
    readonly record: PageRecord;
    readonly locale: PageLocale;
    readonly story: PayerStory;
    readonly template: Template;
    readonly values: Values;
    readonly hasLogo: boolean;
  }): MailBody {
    const { record, locale, story, template, values, hasLogo } = of;
    const { merchantName, wishes, merchantPage, logo } = record;
    const t = textsIn(locale, { merchant: merchantName });
    const site = { merchant: merchantName, site: this.ports.baseUrl };
    return {
      ...{ locale, merchantName },
      parts: partsOf(template, values, { ...story, url: values.page ?? '' }),
      footer: linesOf(this.ports.templates[locale].footer, site),
      title: filled(template.title, values),
      accent: wishes.accentColor ?? merchantPage.accentColor ?? null,
      logo: hasLogo && logo !== null ? { ...logo, contentId: logoId } : null,
      notice: this.ports.isSandbox ? `TEST. ${t('testMode')}` : null,
    };
  }

  async #receiptFile(record: PageRecord, logo: Buffer | undefined): Promise<Attachment[]> {
    const receipt = await wholeReceipt(record, this.ports);
    if (receipt === undefined) return [];
    const { merchantId, paymentReference, now } = record.checkout;
    const content = await this.ports.drawReceipt(merchantId, receipt, now, logo);
    const name = `receipt-${paymentReference.replaceAll(':', '-')}.pdf`;
    return [{ name, type: 'application/pdf', content }];
  }
}

function logoFile(content: Buffer): Attachment {
  return { name: 'logo.png', type: 'image/png', content, contentId: logoId };
}
