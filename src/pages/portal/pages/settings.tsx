import { formatNaira } from '../../../domain/money.js';
import { type Policies, policyChoices, type PolicyName } from '../../../domain/policies.js';
import type { CheckoutPageView } from '../../../merchants/settings/checkout-page.dto.js';
import type { MessageSettingsView } from '../../../merchants/settings/message-settings.dto.js';
import type { SettlementSettingsView } from '../../../merchants/settings/settlement-settings.dto.js';
import { Choice, Input } from '../../parts/parts.js';
import { Curl, curlOf, type FormGiven, OnceForm, PictureForm } from './form.js';
import { MessagesPart } from './settings-messages.js';
import { scheduleWords } from '../../parts/words.js';

export interface SettingsShown {
  readonly policies: Policies;
  readonly page: CheckoutPageView;
  readonly messages: MessageSettingsView;
  /** Null: the person may not see the payout settings. */
  readonly settlement: SettlementSettingsView | null;
  readonly limits: {
    readonly minAmountMinor: bigint;
    readonly maxAmountMinor: bigint;
    readonly dailyLimitMinor: bigint | null;
  };
  readonly baseUrl: string;
  /** For each form, whether the person may change its values. */
  readonly forms: Readonly<Record<'policies' | 'page' | 'messages' | 'settlement', FormGiven>>;
}

/** The page of the merchant's settings. */
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
      <MessagesPart messages={shown.messages} given={shown.forms.messages} />
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
      <h3>Your logo</h3>
      <p>{page.logoUrl === null ? 'You have none.' : 'It stands beside your name.'}</p>
      {forms.page.mayWrite && (
        <PictureForm
          action="/settings/logo"
          hint="PNG, JPEG or WebP of at most 256 kB, 16 to 2000 pixels wide and high."
        />
      )}
      {page.logoUrl !== null && (
        <OnceForm to="/settings/logo/remove" given={forms.page} button="Remove the logo" danger />
      )}
      <Curl
        label="Set the logo with curl"
        lines={curlOf(baseUrl, 'PUT', '/api/v1/merchant/checkout-page/logo', { image: 'BASE64' })}
      />
      <Curl
        lines={curlOf(baseUrl, 'PUT', '/api/v1/merchant/checkout-page', {
          accentColor: page.accentColor ?? '#0b5d3b',
        })}
      />
    </section>
  );
}
