import { describe, expect, it } from 'vitest';
import { type PayerMessageKind, payerMessageKinds } from '../../../../src/domain/message-kinds.js';
import { type PageLocale, pageLocales } from '../../../../src/domain/page-locale.js';
import type { NotToBeSent } from '../../../../src/notify/messages/courier.js';
import type { MessageChoices } from '../../../../src/notify/messages/message-choices.js';
import type { ClaimedMessage } from '../../../../src/notify/messages/claimed-message.js';
import type { OutgoingMessage } from '../../../../src/notify/senders/sender.port.js';
import { PayerMails } from '../../../../src/pages/mails/payer-mails.js';
import { loadTemplates } from '../../../../src/pages/mails/template-files.js';
import type { Checkout, CreditRefund } from '../../../../src/payments/checkouts/checkout.js';
import { account, checkout, credit, refund } from '../../../support/shown-checkout.js';
import { smsOf } from '../../../support/sms-parts.js';

const templates = loadTemplates(null);
const paid = { status: 'SUCCESSFUL', acceptedMinor: 1_000_050n, paidMinor: 1_000_050n } as const;
const back = (status: CreditRefund['status']) =>
  checkout({
    ...paid,
    credits: [credit({ refundedMinor: 200_000n, refunds: [refund({ status })] })],
  });

/** An order in the state that each kind tells of, with the id that it is about and the amount that its subject must say. */
const states: Readonly<
  Record<PayerMessageKind, readonly [Checkout, cause: string, amount: string]>
> = {
  RECEIPT: [checkout({ ...paid, credits: [credit()] }), 'chk_1', '₦10,000.50'],
  TOO_LITTLE: [
    checkout({
      paidMinor: 400_000n,
      appliedMinor: 400_000n,
      accounts: [account()],
      credits: [
        credit({
          amountMinor: 400_000n,
          appliedMinor: 400_000n,
          outcome: 'UNDERPAID',
          appliedAt: null,
        }),
      ],
    }),
    'txn_1',
    '₦6,000.50',
  ],
  TOO_MUCH: [
    checkout({
      ...paid,
      credits: [
        credit({
          amountMinor: 1_200_050n,
          excessMinor: 200_000n,
          outcome: 'OVERPAID',
          refunds: [refund()],
        }),
      ],
    }),
    'txn_1',
    '₦12,000.50',
  ],
  LATE: [
    checkout({ status: 'EXPIRED', credits: [credit({ appliedMinor: 0n, outcome: 'LATE' })] }),
    'txn_1',
    '₦10,000.50',
  ],
  TWICE: [
    checkout({
      ...paid,
      credits: [
        credit(),
        credit({
          creditId: 'txn_2',
          amountMinor: 1_000_100n,
          appliedMinor: 0n,
          outcome: 'DUPLICATE',
        }),
      ],
    }),
    'txn_2',
    '₦10,001.00',
  ],
  REFUND_STARTED: [back('PROCESSING'), 'rfd_1', '₦2,000.00'],
  REFUND_DONE: [back('SUCCESSFUL'), 'rfd_1', '₦2,000.00'],
  REFUND_NEEDS_ACCOUNT: [back('NEEDS_ACCOUNT'), 'rfd_1', '₦2,000.00'],
  DISPUTE_REFUND: [
    checkout({ ...paid, credits: [credit({ channel: 'Card', takenBackMinor: 1_000_050n })] }),
    'dsp_1',
    '₦10,000.50',
  ],
};

interface Wish {
  readonly kind: PayerMessageKind;
  readonly locale?: PageLocale;
  readonly channel?: 'EMAIL' | 'SMS';
  readonly isSandbox?: boolean;
  readonly merchantName?: string;
  readonly reference?: string;
  /** The language that the order names. */
  readonly wished?: PageLocale;
  readonly recipient?: 'PAYER' | 'COPY';
  readonly choices?: MessageChoices;
  /** Left out: the state that the kind tells of. */
  readonly state?: readonly [Checkout, cause: string, ...amount: string[]];
}

/** As long as such addresses are. */
const pageUrl = `https://pay.example.ng/pay/pg_01M8CKVVP5F3T9Y8EJCBJ6JTTP${'x'.repeat(32)}`;

/** What the courier gets: a mail or an SMS, or why there is none. */
async function answered({
  kind,
  locale = 'en',
  channel = 'EMAIL',
  isSandbox = false,
  merchantName = 'Sheyi Shoes',
  reference,
  wished,
  recipient = 'PAYER',
  choices = { locale },
  state: [state, cause] = states[kind],
}: Wish): Promise<OutgoingMessage | NotToBeSent> {
  const shown = reference === undefined ? state : { ...state, paymentReference: reference };
  const mails = new PayerMails({
    pages: {
      find: async () => ({
        ...{ checkout: shown, merchantName, description: null, redirectUrl: null },
        ...{ merchantPage: {}, logo: null },
        wishes: wished === undefined ? {} : { locale: wished },
      }),
      sendersOf: async () => new Map(),
      givenBackBy: async () => 1_000_050n,
    },
    links: { urlOf: () => pageUrl },
    logos: { find: async () => undefined },
    drawReceipt: async () => Buffer.from('%PDF'),
    ...{ templates: templates.payers, baseUrl: 'https://pay.example.ng', isSandbox },
  });
  const message = {
    ...{ messageId: 'msg_1', kind, cause, recipient, channel, merchantId: 'mch_1' },
    ...{ checkoutId: 'chk_1', attempt: 1, address: 'ada@example.ng', choices },
  } as const satisfies Partial<ClaimedMessage>;
  return mails.render(message as ClaimedMessage);
}

async function drawn(wish: Wish): Promise<OutgoingMessage> {
  const answer = await answered(wish);
  if ('notSent' in answer) throw new Error(`${wish.kind} was not drawn: ${answer.notSent}`);
  return answer;
}

describe.each(payerMessageKinds)('what payers read of %s', (kind) => {
  const [, , amount] = states[kind];

  describe.each(pageLocales)('in %s', (locale) => {
    it('has a subject of one line with the amount and the order', async () => {
      const { subject, language } = await drawn({ kind, locale });
      expect(subject).toContain(amount);
      expect(subject).toContain('ORD-1001');
      expect(subject).toMatch(/^[^\r\n]{10,120}$/);
      expect(language).toBe(locale);
    });

    it('says the same as text and as HTML, with its link, and leaves no placeholder open', async () => {
      const { subject, text, html } = await drawn({ kind, locale });
      for (const each of [subject, text, html ?? '']) expect(each).not.toMatch(/\{\w+\}/);
      for (const each of [text, html ?? '']) {
        expect(each).toContain('ORD-1001');
        expect(each).toContain('Sheyi Shoes');
        expect(each).toContain(pageUrl);
      }
      expect(html).toMatch(new RegExp(`<html[^>]* lang="${locale}"`));
    });

    it('shows no whole account number, no bank’s id and no address, and loads nothing', async () => {
      const mail = await drawn({ kind, locale });
      const sms = await drawn({ kind, locale, channel: 'SMS' });
      for (const each of [mail.subject, mail.text, mail.html ?? '', sms.text]) {
        expect(each).not.toMatch(/(?<!\d)\d{10}(?!\d)/);
        expect(each).not.toMatch(/session-1|ada@example|2348031234567|mch_1/);
      }
      expect(mail.html).not.toMatch(/\ssrc="(?!cid:)|url\(|@import|<script|<link/i);
    });

    it('says TEST in subject, text, HTML and SMS of the sandbox, and nowhere in live', async () => {
      for (const isSandbox of [true, false]) {
        const mail = await drawn({ kind, locale, isSandbox });
        const sms = await drawn({ kind, locale, isSandbox, channel: 'SMS' });
        for (const each of [mail.subject, mail.text, mail.html ?? '', sms.text]) {
          expect(/\bTEST\b/.test(each)).toBe(isSandbox);
        }
        expect(mail.subject.startsWith('TEST ')).toBe(isSandbox);
        expect(sms.text.startsWith('TEST ')).toBe(isSandbox);
      }
    });

    it('is an SMS of one text with the order, the amount and the link', async () => {
      const { subject, text, html, attachments } = await drawn({ kind, locale, channel: 'SMS' });
      expect([subject, html, attachments]).toEqual(['', null, []]);
      expect(text).toContain('ORD-1001');
      expect(text).toContain(amount.replace('₦', 'NGN'));
      expect(text.endsWith(` ${pageUrl}`)).toBe(true);
      expect(text).not.toMatch(/[\r\n]|\{\w+\}/);
    });

    it('is an SMS of few parts: in letters of any phone where the language has no others', async () => {
      const isLatin = locale === 'en' || locale === 'pcm';
      const { isPlain, parts } = smsOf((await drawn({ kind, locale, channel: 'SMS' })).text);
      if (isLatin) expect(isPlain).toBe(true);
      expect(parts).toBeLessThanOrEqual(isLatin ? 2 : 4);
      const longest = { merchantName: 'Ẹ'.repeat(100), reference: 'R'.repeat(64) };
      const { text } = await drawn({ kind, locale, channel: 'SMS', isSandbox: true, ...longest });
      expect(text).toContain(` ${pageUrl}`);
      expect(text).toContain(longest.reference);
      expect(smsOf(text).parts).toBeLessThanOrEqual(6);
    });
  });

  it('takes the name of a merchant for a text, whatever stands in it', async () => {
    const merchantName = `<b onclick="x">&'{amount}`;
    const { html, text } = await drawn({ kind, merchantName });
    expect(html).not.toContain('<b onclick');
    expect(text).toContain(merchantName);
  });
});

it('is in the language that the order names, else in the one that the merchant has chosen, else in English', async () => {
  const languageOf = async (wish: Partial<Wish>) =>
    (await drawn({ kind: 'RECEIPT', ...wish })).language;
  expect(await languageOf({ wished: 'yo', choices: { locale: 'ha' } })).toBe('yo');
  expect(await languageOf({ wished: 'en', choices: { locale: 'ha' } })).toBe('en');
  expect(await languageOf({ choices: { locale: 'ha' } })).toBe('ha');
  expect(await languageOf({ choices: {} })).toBe('en');
});

it('is answered to the merchant, and a copy, which the merchant itself reads, to nobody', async () => {
  const choices = { replyTo: 'help@shop.example.ng', senderName: 'Sheyi' };
  const headOf = async (wish: Partial<Wish>) => {
    const { replyTo, senderName } = await drawn({ kind: 'RECEIPT', ...wish });
    return { replyTo, senderName };
  };
  expect(await headOf({ choices })).toEqual(choices);
  expect(await headOf({ choices, recipient: 'COPY' })).toEqual({ ...choices, replyTo: null });
  expect(await headOf({ choices: {} })).toEqual({ replyTo: null, senderName: null });
});

it.each(['SUCCESSFUL', 'NEEDS_ACCOUNT', 'FAILED'] as const)(
  'does not say that a refund is on its way which is %s by now',
  async (status) => {
    const answer = await answered({ kind: 'REFUND_STARTED', state: [back(status), 'rfd_1'] });
    expect(answer).toEqual({ notSent: 'OVERTAKEN' });
  },
);

it('comes with the PDF when it is a receipt, and with no file otherwise', async () => {
  for (const kind of payerMessageKinds) {
    const names = (await drawn({ kind })).attachments.map(({ name }) => name);
    expect(names).toEqual(kind === 'RECEIPT' ? ['receipt-ORD-1001.pdf'] : []);
  }
});
