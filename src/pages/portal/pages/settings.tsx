import {
  mutableMessageKinds,
  type MutableMessageKind,
  payerMessageKinds,
  type PayerMessageKind,
} from '../../../domain/message-kinds.js';
import { formatNaira } from '../../../domain/money.js';
import { type Policies, policyChoices, type PolicyName } from '../../../domain/policies.js';
import type { CheckoutPageView } from '../../../merchants/settings/checkout-page.dto.js';
import type { MessageSettingsView } from '../../../merchants/settings/message-settings.dto.js';
import type { SettlementSettingsView } from '../../../merchants/settings/settlement-settings.dto.js';
import { Choice, Input } from '../../parts/parts.js';
import { Check, Curl, curlOf, type FormGiven, OnceForm } from './form.js';
import { scheduleWords } from './settlements.js';

export interface SettingsShown {
  readonly policies: Policies;
  readonly page: CheckoutPageView;
  readonly messages: MessageSettingsView;
  /** Null: the person may not see when the merchant is paid. */
  readonly settlement: SettlementSettingsView | null;
  readonly limits: {
    readonly minAmountMinor: bigint;
    readonly maxAmountMinor: bigint;
    readonly dailyLimitMinor: bigint | null;
  };
  readonly baseUrl: string;
  /** What the person may change, by the form. */
  readonly forms: Readonly<Record<'policies' | 'page' | 'messages' | 'settlement', FormGiven>>;
}

/** How the merchant wants things. */
export function SettingsPage(shown: SettingsShown) {
  return (
    <>
      <h1>Settings</h1>
      <ul class="kinds">
        <li>
          <a href="#policies">Payments that do not fit</a>
        </li>
        <li>
          <a href="#amounts">Amounts</a>
        </li>
        {shown.settlement !== null && (
          <li>
            <a href="#paid">When you are paid</a>
          </li>
        )}
        <li>
          <a href="#look">Your pages</a>
        </li>
        <li>
          <a href="#told">Who is told what</a>
        </li>
      </ul>
      <PoliciesPart {...shown} />
      <Amounts {...shown} />
      <PaidPart {...shown} />
      <LookPart {...shown} />
      <TellPart {...shown} />
    </>
  );
}

const policyTitles: Readonly<Record<PolicyName, string>> = {
  underpaid: 'Too little arrives',
  overpaid: 'Too much arrives',
  late: 'Money arrives too late',
  duplicate: 'An order is paid twice',
  onAccountExpiry: 'An account number expires unpaid',
  refundFeeBearer: 'Duty on refunds is paid by',
};

const choiceWords: Readonly<Record<string, string>> = {
  HOLD_TOP_UP: 'wait for the rest',
  ACCEPT: 'take it as paid',
  REFUND_NOW: 'send it back',
  REFUND_EXCESS: 'send back what is too much',
  KEEP: 'keep it',
  REFUND_ALL: 'send all of it back',
  REFUND: 'send it back',
  ACCEPT_LATE: 'take it as payment',
  HOLD: 'ask us each time',
  KEEP_AS_CREDIT: 'keep it',
  REISSUE: 'the customer can have another one',
  EXPIRE: 'the order expires',
  PLATFORM: 'us',
  MERCHANT: 'you',
};

const policyNames = Object.keys(policyChoices) as readonly PolicyName[];

function PoliciesPart({ policies, baseUrl, forms }: SettingsShown) {
  return (
    <section id="policies">
      <h2>Payments that do not fit</h2>
      {!forms.policies.mayWrite && (
        <dl class="facts">
          {policyNames.map((name) => (
            <div>
              <dt>{policyTitles[name]}</dt>
              <dd>{choiceWords[policies[name]]}</dd>
            </div>
          ))}
        </dl>
      )}
      <OnceForm to="/settings/policies" given={forms.policies} class="decide" button="Save">
        {policyNames.map((name) => (
          <Choice
            name={name}
            label={policyTitles[name]}
            value={policies[name]}
            choices={policyChoices[name].map((each) => [each, choiceWords[each] ?? each])}
          />
        ))}
        <Input
          name="tolerance"
          label="Difference that still fits, in naira"
          value={(policies.tolerance / 100).toFixed(2)}
          hint="At most 1 % of the amount counts. Orders that exist keep what was set before."
        />
      </OnceForm>
      <Curl lines={curlOf(baseUrl, 'PUT', '/api/v1/merchant/policies', policies)} />
    </section>
  );
}

function Amounts({ limits }: SettingsShown) {
  return (
    <section id="amounts">
      <h2>Amounts</h2>
      <dl class="facts">
        <div>
          <dt>An order may be from</dt>
          <dd>
            {formatNaira(limits.minAmountMinor)} to {formatNaira(limits.maxAmountMinor)}
          </dd>
        </div>
        <div>
          <dt>Received in a day, at most</dt>
          <dd>
            {limits.dailyLimitMinor === null ? 'no limit' : formatNaira(limits.dailyLimitMinor)}
          </dd>
        </div>
      </dl>
      <p class="hint">These are agreed with us. Ask us to change them.</p>
    </section>
  );
}

const schedules = [
  'T0_INSTANT',
  'T1',
  'T2',
  'WEEKLY:MON',
  'WEEKLY:TUE',
  'WEEKLY:WED',
  'WEEKLY:THU',
  'WEEKLY:FRI',
  'MONTHLY:1',
  'MONTHLY:15',
  'MONTHLY:31',
  'MANUAL',
] as const;

function PaidPart({ settlement, forms, baseUrl }: SettingsShown) {
  if (settlement === null) return null;
  const { schedule, minimumPayout, payoutFee } = settlement;
  const choices = schedules.includes(schedule as (typeof schedules)[number])
    ? schedules
    : [schedule, ...schedules];
  return (
    <section id="paid">
      <h2>When you are paid</h2>
      {!forms.settlement.mayWrite && <p>{scheduleWords(schedule)}.</p>}
      <OnceForm to="/settings/settlement" given={forms.settlement} class="decide" button="Save">
        <Choice
          name="schedule"
          label="You are paid"
          value={schedule}
          choices={choices.map((each) => [each, scheduleWords(each)])}
        />
        <Input
          name="minimumPayout"
          label="The least to be paid, in naira"
          value={(minimumPayout / 100).toFixed(2)}
          hint={`Less is carried over. A transfer to you costs ${formatNaira(BigInt(payoutFee))} without VAT.`}
        />
      </OnceForm>
      <Curl
        lines={curlOf(baseUrl, 'PUT', '/api/v1/merchant/settlement-settings', {
          schedule,
          minimumPayout,
        })}
      />
    </section>
  );
}

function LookPart({ page, forms, baseUrl }: SettingsShown) {
  return (
    <section id="look">
      <h2>Your pages</h2>
      <p>
        Customers pay on a page with your name, logo and colour.{' '}
        <a href="/settings/preview">See it as a customer does</a>
      </p>
      <OnceForm to="/settings/page" given={forms.page} class="decide" button="Save">
        <Input
          name="accentColor"
          label="Colour of the buttons"
          value={page.accentColor ?? ''}
          hint="Such as #0b5d3b. We keep the contrast readable. Empty: ours."
        />
        <Input name="supportEmail" label="E-mail for questions" value={page.supportEmail ?? ''} />
        <Input name="supportPhone" label="Phone for questions" value={page.supportPhone ?? ''} />
        <Input name="address" label="Postal address, for receipts" value={page.address ?? ''} />
        <Input
          name="returnAfterSeconds"
          label="Seconds until the page goes back to your shop"
          type="number"
          value={page.returnAfterSeconds === null ? '' : String(page.returnAfterSeconds)}
          hint="3 to 60. Empty: the customer presses a link."
        />
        <Input
          name="embedOrigins"
          label="Sites that may show it in a frame"
          value={page.embedOrigins.join(', ')}
          hint="https origins, separated by commas."
        />
      </OnceForm>
      <OnceForm to="/settings/logo" given={forms.page} class="decide" button="Set the logo" hasFile>
        <div class="field">
          <label for="logo">Logo</label>
          <input
            id="logo"
            name="logo"
            type="file"
            accept="image/png,image/jpeg,image/webp"
            required
          />
          <p class="hint">PNG, JPEG or WebP, at most 256 kB.</p>
        </div>
      </OnceForm>
      {page.logoUrl !== null && (
        <OnceForm
          to="/settings/logo/remove"
          given={forms.page}
          class="decide"
          button="Remove the logo"
          danger
        />
      )}
      <Curl
        lines={curlOf(baseUrl, 'PUT', '/api/v1/merchant/checkout-page', {
          accentColor: page.accentColor ?? '#0b5d3b',
        })}
      />
    </section>
  );
}

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

function TellPart({ messages, forms }: SettingsShown) {
  const muted: ReadonlySet<string> = new Set(messages.muted);
  const kinds = new Map(messages.kinds.map((each) => [each.kind, each]));
  return (
    <section id="told">
      <h2>Who is told what</h2>
      <OnceForm to="/settings/messages" given={forms.messages} class="decide" button="Save">
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
                      <input
                        type="checkbox"
                        name={way}
                        value={kind}
                        checked={kinds.get(kind)?.[way] ?? false}
                        aria-label={`${payerWords[kind]}: ${way}`}
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
      </OnceForm>
      <Contacts messages={messages} />
    </section>
  );
}

function Contacts({ messages: { contacts } }: Pick<SettingsShown, 'messages'>) {
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
