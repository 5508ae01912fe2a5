import {
  mutableMessageKinds,
  type MutableMessageKind,
  payerMessageKinds,
  type PayerMessageKind,
} from '../../../domain/message-kinds.js';
import type { MessageSettingsView } from '../../../merchants/settings/message-settings.dto.js';
import { Choice, Input } from '../../parts/parts.js';
import { Box, Check, type FormGiven, OnceForm } from './form.js';

const payerWords: Readonly<Record<PayerMessageKind, string>> = {
  RECEIPT: 'Receipt',
  TOO_LITTLE: 'Too little arrived',
  TOO_MUCH: 'Too much arrived',
  LATE: 'The money came too late',
  TWICE: 'Paid twice',
  REFUND_STARTED: 'A refund is on its way',
  REFUND_DONE: 'A refund has arrived',
  REFUND_NEEDS_ACCOUNT: 'A refund needs an account',
  DISPUTE_REFUND: 'A disputed card payment was given back',
};

const contactWords: Readonly<Record<MutableMessageKind, string>> = {
  DISPUTE_OPENED: 'A new chargeback',
  DISPUTE_DUE_HALF: 'Half of the time to answer a chargeback is over',
  DISPUTE_DUE_DAY: 'A day is left to answer a chargeback',
  DISPUTE_DUE_HOURS: 'Four hours are left to answer a chargeback',
  WEBHOOK_FAILING: 'An endpoint fails',
  WEBHOOK_OFF: 'An endpoint is off',
  WEBHOOK_BACK: 'An endpoint works again',
  SETTLEMENT_PAID: 'A settlement was paid',
  SETTLEMENT_FAILED: 'A settlement failed',
  SETTLEMENT_ON_HOLD: 'A settlement is on hold',
  KEY_ENDS_WEEK: 'A key ends in a week',
  KEY_ENDS_DAY: 'A key ends in a day',
};

interface MessagesProps {
  readonly messages: MessageSettingsView;
  readonly given: FormGiven;
}

/** The settings of messages to the merchant's customers and to its own people. */
export function MessagesPart({ messages, given }: MessagesProps) {
  return (
    <section id="told">
      <h2>Who is told what</h2>
      <OnceForm to="/settings/messages" given={given} class="decide" button="Save">
        <Customers messages={messages} />
        <OwnPeople messages={messages} />
      </OnceForm>
      <Contacts messages={messages} />
    </section>
  );
}

function Customers({ messages }: Pick<MessagesProps, 'messages'>) {
  const kinds = new Map(messages.kinds.map((each) => [each.kind, each]));
  return (
    <>
      <h3>Your customers</h3>
      <Input
        name="senderName"
        label="E-mails come from"
        value={messages.senderName ?? ''}
        hint="Empty: our name."
      />
      <Input name="replyTo" label="Answers go to" value={messages.replyTo ?? ''} />
      <Input name="copyTo" label="Copies go to" value={messages.copyTo ?? ''} />
      <Choice
        name="locale"
        label="Language"
        value={messages.locale ?? ''}
        choices={[
          ['', 'as the page'],
          ['en', 'English'],
          ['pcm', 'Pidgin'],
          ['ha', 'Hausa'],
          ['ig', 'Igbo'],
          ['yo', 'Yorùbá'],
        ]}
      />
      <div class="wide" tabIndex={0} role="region" aria-label="What customers are told">
        <table class="told">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">E-mail</th>
              <th scope="col">SMS</th>
              <th scope="col">Copy to you</th>
            </tr>
          </thead>
          <tbody>
            {payerMessageKinds.map((kind) => (
              <tr>
                <th scope="row">{payerWords[kind]}</th>
                {(['email', 'sms', 'copy'] as const).map((way) => (
                  <td>
                    <Box
                      name={way}
                      value={kind}
                      isTicked={kinds.get(kind)?.[way] ?? false}
                      label={`${payerWords[kind]}: ${way}`}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!messages.channels.includes('SMS') && (
        <p class="hint">We send no SMS, whatever is chosen.</p>
      )}
    </>
  );
}

function OwnPeople({ messages }: Pick<MessagesProps, 'messages'>) {
  const muted: ReadonlySet<string> = new Set(messages.muted);
  return (
    <>
      <h3>Your own people</h3>
      <Choice
        name="summary"
        label="What came in and went out"
        value={messages.summary}
        choices={[
          ['DAILY', 'every day'],
          ['WEEKLY', 'every week'],
          ['NONE', 'not at all'],
        ]}
      />
      <fieldset>
        <legend>Tell them</legend>
        {mutableMessageKinds.map((kind) => (
          <Check name="told" value={kind} id={`told-${kind}`} checked={!muted.has(kind)}>
            {contactWords[kind]}
          </Check>
        ))}
      </fieldset>
      <p class="hint">
        Changes of accounts, keys and webhooks are always told: they are what a thief would do.
      </p>
    </>
  );
}

function Contacts({ messages: { contacts } }: Pick<MessagesProps, 'messages'>) {
  const rows = [
    ['For the business', contacts.business],
    ['For the integration', contacts.technical],
    ['For settlements', contacts.settlement],
  ] as const;
  return (
    <>
      <h3>Your contacts</h3>
      <dl class="facts">
        {rows.map(([words, contact]) => (
          <div>
            <dt>{words}</dt>
            <dd>
              {contact === null
                ? 'nobody is named'
                : `${contact.name}, ${contact.email}, ${contact.phoneNumber}`}
            </dd>
          </div>
        ))}
      </dl>
      <p class="hint">
        We write to them, and call them when something is wrong. Ask us to change them.
      </p>
    </>
  );
}
