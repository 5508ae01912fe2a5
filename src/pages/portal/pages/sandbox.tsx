import type { SandboxCreditData } from '../../../payments/sandbox/inward-credit.dto.js';
import type { CheckoutClockData } from '../../../payments/sandbox/checkout-clock.dto.js';
import { formatNaira } from '../../../domain/money.js';
import { Choice, Input } from '../../parts/parts.js';
import { Curl, curlOf, OnceForm, type FormGiven, When } from './form.js';

export interface SandboxShown {
  readonly given: FormGiven;
  readonly baseUrl: string;
  /** The account and the amount that the page was opened with. */
  readonly account: string;
  readonly amount: string;
  readonly reference: string;
  readonly paid: SandboxCreditData | null;
  readonly moved: CheckoutClockData | null;
}

/** Tools that simulate the merchant's environment: a payer who pays, and time that passes. */
export function SandboxPage(shown: SandboxShown) {
  const { paid, moved } = shown;
  return (
    <>
      <h1>Sandbox tools</h1>
      <p>
        No money is real here. Play the payer and let time pass, and see what your program does.
      </p>
      {paid !== null && <Paid paid={paid} />}
      {moved !== null && (
        <p class="good" role="status">
          The clock of {moved.paymentReference} was moved. It ends <When at={moved.expiresAt} />.
        </p>
      )}
      <PlayPayer {...shown} />
      <MoveClock {...shown} />
    </>
  );
}

function PlayPayer({ given, baseUrl, account, amount }: SandboxShown) {
  return (
    <>
      <h2>Play the payer</h2>
      <OnceForm to="/developers/sandbox/pay" given={given} class="decide" button="Send the money">
        <Input
          name="accountNumber"
          label="Into the account"
          required
          value={account}
          hint="The account number of an order, or one of a customer’s own."
        />
        <Input
          name="amount"
          label="Amount in naira"
          required
          value={amount}
          hint="Such as 10,000 or 10000.50. Send too little or too much to see what follows."
        />
        <Choice
          name="times"
          label="The bank tells us"
          value="1"
          choices={[
            ['1', 'once'],
            ['2', 'twice: it counts once'],
            ['0', 'never: we ask it later'],
          ]}
        />
        <Choice
          name="delaySeconds"
          label="After"
          value="0"
          choices={[
            ['0', 'no time'],
            ['10', '10 seconds'],
            ['60', 'a minute'],
          ]}
        />
      </OnceForm>
      <Curl
        lines={curlOf(baseUrl, 'POST', '/api/v1/sandbox/inward-credit', {
          accountNumber: account || '5011234561',
          amount: 1_000_000,
        })}
      />
    </>
  );
}

function MoveClock({ given, baseUrl, reference }: SandboxShown) {
  return (
    <>
      <h2>Let time pass</h2>
      <OnceForm to="/developers/sandbox/clock" given={given} class="decide" button="Move the clock">
        <Input
          name="paymentReference"
          label="Order"
          required
          value={reference}
          hint="Your reference. Its account, its refunds that wait and your new settlement accounts come that much nearer to their ends."
        />
        <Choice
          name="seconds"
          label="By"
          value="1800"
          choices={[
            ['60', 'a minute'],
            ['1800', 'half an hour'],
            ['86400', 'a day'],
            ['259200', 'three days'],
            ['2592000', '30 days'],
          ]}
        />
      </OnceForm>
      <Curl
        lines={curlOf(
          baseUrl,
          'POST',
          `/api/v1/sandbox/checkouts/${encodeURIComponent(reference || 'ORD-1001')}/clock`,
          { seconds: 1_800 },
        )}
      />
    </>
  );
}

function Paid({ paid }: { readonly paid: SandboxCreditData }) {
  const { amount, accountNumber, accountName, transactionReference, responseCode } = paid;
  const isSent = responseCode === '00';
  return (
    <p class={isSent ? 'good' : 'bad'} role="status">
      {isSent
        ? `${formatNaira(BigInt(amount))} was sent to ${accountNumber}${accountName === null ? '' : ` (${accountName})`}.`
        : `The bank declined the transfer (code ${responseCode}).`}{' '}
      {transactionReference !== null && (
        <>
          Payment <code>{transactionReference}</code>.
        </>
      )}
    </p>
  );
}
