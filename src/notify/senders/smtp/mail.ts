import type { OutgoingMessage } from '../sender.port.js';
import type { SmtpSettings } from '../../../platform/config/smtp-address.js';

/** An e-mail in the words of nodemailer. */
export function mailOf(message: OutgoingMessage, from: SmtpSettings['from']) {
  const { messageId, to, senderName, replyTo, subject, text, html, language, attachments } =
    message;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    messageId: `<${messageId}@${domain}>`,
    from: { name: senderName ?? from.name ?? '', address: from.address },
    to: { name: '', address: to },
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    ...{ subject, text },
    ...(html === null ? {} : { html }),
    attachments: attachments.map(({ name, type, content, contentId }) => ({
      filename: name,
      contentType: type,
      content,
      ...(contentId === undefined ? {} : { cid: contentId, contentDisposition: 'inline' as const }),
    })),
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
  };
}

/** The whole mail, as a server would get it. */
export async function rawMail(message: OutgoingMessage): Promise<Buffer> {
  const from = { address: 'sandbox@manilla.invalid', name: null };
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  return new MailComposer(mailOf(message, from)).compile().build();
}
