import type { Mutant } from './mutant.ts';

/** Receipts, their paper, and what senders of e-mail and SMS say. */
export const receiptsAndSenders: readonly Mutant[] = [
  {
    name: 'other-messages-wait-for-payments',
    cost: 'What is missing is told two minutes late, whenever many pay.',
    file: 'src/notify/messages/messages.sql',
    replace: `and (x.kind <> 'RECEIPT' or x.repeat > 0`,
    by: 'and (x.repeat > 0',
    seenBy: {
      file: 'test/integration/notify/messages/claims.test.ts',
      test: 'whatever else is told goes at once',
    },
  },
  {
    name: 'receipts-wait-without-end',
    cost: 'On a machine that is always busy no receipt is sent.',
    file: 'src/notify/messages/messages.sql',
    replace: `or x.due_at <= now() - interval '1 millisecond' * (p_rules ->> 'receiptsWaitMs')::int)`,
    by: `or (p_rules ->> 'receiptsWaitMs')::int = 0)`,
    seenBy: {
      file: 'test/integration/notify/messages/claims.test.ts',
      test: 'a receipt that has been due for',
    },
  },
  {
    name: 'receipts-beside-payments',
    cost: 'Receipts take the processors from payments.',
    file: 'src/notify/messages/courier.ts',
    replace: 'processors.isBusy() ? this.#settings.receiptsWaitMs : 0',
    by: 'processors.isBusy() ? 0 : 0',
    seenBy: {
      file: 'test/integration/notify/messages/courier.test.ts',
      test: 'waits while others need the processors',
    },
  },
  {
    name: 'asked-again-and-it-waits',
    cost: 'What an operator sends again waits like all the others.',
    file: 'src/notify/messages/messages.sql',
    replace: `x.kind <> 'RECEIPT' or x.repeat > 0`,
    by: `x.kind <> 'RECEIPT'`,
    seenBy: {
      file: 'test/integration/notify/messages/claims.test.ts',
      test: 'that an operator sends again goes at once',
    },
  },
  {
    name: 'language-of-the-shop',
    cost: 'A payer who has chosen a language is written to in another.',
    file: 'src/pages/mails/payer-mails.ts',
    replace: `record.wishes.locale ?? choices.locale ?? 'en'`,
    by: `choices.locale ?? record.wishes.locale ?? 'en'`,
    seenBy: {
      file: 'test/unit/pages/mails/payer-mails.test.ts',
      test: 'is in the language that the order names',
    },
  },
  {
    name: 'answers-to-a-copy',
    cost: 'A merchant that answers its copy writes to itself.',
    file: 'src/pages/mails/payer-mails.ts',
    replace: `recipient === 'COPY' ? null : (choices.replyTo ?? null)`,
    by: 'choices.replyTo ?? null',
    seenBy: {
      file: 'test/unit/pages/mails/payer-mails.test.ts',
      test: 'and a copy, which the merchant itself reads, to nobody',
    },
  },
  {
    name: 'answers-to-two',
    cost: 'A crooked address for answers has payers write to somebody else.',
    file: 'src/notify/senders/smtp/mail.ts',
    replace: `replyTo: { name: '', address: replyTo }`,
    by: 'replyTo',
    seenBy: {
      file: 'test/integration/notify/senders/smtp-sender.test.ts',
      test: 'is answered to no second one',
    },
  },
  {
    name: 'unknown-is-no-fault',
    cost: 'A mail server that hangs at its final dot is written to without a pause.',
    file: 'src/notify/senders/guarded-sender.ts',
    replace: `outcome === 'UNKNOWN' || `,
    by: '',
    seenBy: {
      file: 'test/unit/notify/senders/guarded-sender.test.ts',
      test: 'three times in a row is left alone',
    },
  },
  {
    name: 'bad-address-stops-the-server',
    cost: 'A few bad addresses stop all mail.',
    file: 'src/notify/senders/guarded-sender.ts',
    replace: `outcome === 'REFUSED' && result.cause === 'SENDER'`,
    by: `outcome === 'REFUSED'`,
    seenBy: {
      file: 'test/unit/notify/senders/guarded-sender.test.ts',
      test: 'has answered: what went wrong before counts no more',
    },
  },
  {
    name: 'day-counts-attempts',
    cost: 'A mail server that is away uses up a merchant’s day.',
    file: 'src/notify/messages/messages.sql',
    replace: `if m.attempts = 0 and m.recipient in ('PAYER', 'COPY') then`,
    by: `if m.recipient in ('PAYER', 'COPY') then`,
    seenBy: {
      file: 'test/integration/notify/messages/claims.test.ts',
      test: 'counts each message once, however often it is tried',
    },
  },
  {
    name: 'invitation-in-a-digest',
    cost: 'A person who is invited never gets the link.',
    file: 'src/notify/messages/messages.sql',
    replace: `and o.kind not in ('DIGEST', 'INVITATION', 'PASSWORD_LINK')`,
    by: `and o.kind <> 'DIGEST'`,
    seenBy: {
      file: 'test/integration/notify/messages/claims.test.ts',
      test: 'stands in no digest: nobody but its person has the link',
    },
  },
  {
    name: 'opt-out-not-heard',
    cost: 'Whoever asks for no more mail gets more.',
    file: 'src/notify/senders/smtp/returned-mail.ts',
    replace: `kind !== 'abuse' && kind !== 'opt-out'`,
    by: `kind !== 'abuse'`,
    seenBy: {
      file: 'test/unit/notify/senders/returned-mail.test.ts',
      test: 'of a reader stops the address',
    },
  },
  {
    name: 'copy-of-an-erased-payer',
    cost: 'The sandbox shows the mails of a payer who was erased.',
    file: 'src/upkeep/erasure/erasure.sql',
    replace: `    delete from message_copy k where k.message_id = m.message_id;\n`,
    by: '',
    seenBy: {
      file: 'test/integration/upkeep/erasure/messages-erased.test.ts',
      test: 'forgets what an erased payer was sent',
    },
  },
  {
    name: 'gateway-is-not-waited-for',
    cost: 'A gateway that asks for an hour is asked again in half a minute.',
    file: 'src/notify/messages/courier.ts',
    replace: 'laterOr(message, code, sender, waitMs)',
    by: 'laterOr(message, code, sender)',
    seenBy: {
      file: 'test/integration/notify/messages/courier.test.ts',
      test: 'waits for as long as the other side has asked',
    },
  },
  {
    name: 'report-signed-by-its-length',
    cost: 'Anybody tells that an SMS has arrived.',
    file: 'src/notify/senders/termii/termii-report.ts',
    replace: 'given.length !== expected.length || !timingSafeEqual(given, expected)',
    by: 'given.length !== expected.length',
    seenBy: {
      file: 'test/unit/notify/senders/termii-report.test.ts',
      test: 'signed with another key, altered or no report is none',
    },
  },
  {
    name: 'placeholder-of-nobody',
    cost: 'A word in braces in a merchant’s own text vanishes.',
    file: 'src/pages/mails/template.ts',
    replace: 'values[name as Placeholder] ?? hole)',
    by: `values[name as Placeholder] ?? '')`,
    seenBy: {
      file: 'test/unit/pages/mails/templates.test.ts',
      test: 'what a value holds is no placeholder',
    },
  },
  {
    name: 'font-part-of-another-paper',
    cost: 'Letters that are not usual are shown as others.',
    file: 'src/http/font-of-paper.ts',
    replace: 'this.face.usual.glyphs.length + this.#own.size',
    by: 'this.face.usual.glyphs.length',
    seenBy: {
      file: 'test/unit/http/paper-font.test.ts',
      test: 'adds letters that are not usual',
    },
  },
  {
    name: 'logo-of-another',
    cost: 'A receipt shows the logo of another merchant.',
    file: 'src/http/paper-picture.ts',
    replace: `hash('sha256', file)`,
    by: 'String(file.length)',
    seenBy: {
      file: 'test/unit/http/paper-picture.test.ts',
      test: 'is another for other pixels of the same size',
    },
  },
  {
    name: 'bare-code-marks-the-address',
    cost: 'A payer gets no messages any more, because a server once took a mail for spam.',
    file: 'src/notify/senders/smtp/smtp-refusal.ts',
    replace: 'return badMailboxWords.test(words) && !ourFaultWords.test(words);',
    by: `return words !== '' && !ourFaultWords.test(words);`,
    seenBy: {
      file: 'test/unit/notify/senders/returned-mail.test.ts',
      test: 'marks its address',
    },
  },
  {
    name: 'relay-that-refuses-all',
    cost: 'All messages are given up, because the mail server takes none of ours.',
    file: 'src/notify/senders/smtp/smtp-refusal.ts',
    replace: `return isOurFault(response) ? 'SENDER' : 'MESSAGE';`,
    by: `return 'MESSAGE';`,
    seenBy: {
      file: 'test/unit/notify/senders/returned-mail.test.ts',
      test: 'is our own fault: the mail waits',
    },
  },
  {
    name: 'failed-part-told-as-the-whole',
    cost: 'A merchant reads that a whole settlement is in its balance again, of which most was paid.',
    file: 'src/reports/message-facts/facts.sql',
    replace: 's.net_minor - s.paid_minor',
    by: 's.net_minor',
    seenBy: {
      file: 'test/integration/notify/messages/settlements-told.test.ts',
      test: 'of which one transfer fails',
    },
  },
];
