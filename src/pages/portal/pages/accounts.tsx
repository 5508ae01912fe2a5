import { formatNaira } from '../../../domain/money.js';
import type { PrefixUsage } from '../../../payments/numbers/prefix.js';
import type { VirtualAccountDynamic } from '../../../payments/accounts/dynamic-account.dto.js';
import type {
  StaticAccountListItem,
  VirtualAccountStatic,
} from '../../../payments/accounts/static-account.dto.js';
import { Choice, Heads, Input } from '../../parts/parts.js';
import { Copied, Curl, curlOf, type FormGiven, Next, OnceForm, When } from './form.js';
import { pathOfOrder } from '../reference-paths.js';

export const accountWords: Readonly<Record<string, string>> = {
  ACTIVE: 'takes money',
  SUSPENDED: 'suspended: it takes no money',
  CLOSED: 'closed for good',
  EXPIRED: 'its time is over',
  PAID: 'paid',
};

export interface AccountNumbersWish {
  readonly q: string;
  readonly status: string;
}

export interface AccountNumbersShown {
  readonly accounts: readonly StaticAccountListItem[];
  readonly nextCursor: string | null;
  readonly wish: AccountNumbersWish;
  readonly prefixes: readonly Pick<PrefixUsage, 'prefix' | 'bankName'>[];
  readonly baseUrl: string;
  readonly given: FormGiven;
}

/** Lists the permanent account numbers of customers. */
export function AccountNumbersPage({
  accounts,
  nextCursor,
  wish,
  prefixes,
  baseUrl,
  given,
}: AccountNumbersShown) {
  return (
    <>
      <h1>Account numbers</h1>
      <p>
        A customer can have an account number of its own. Whatever is sent to it is credited to you
        at once, without an order. Numbers of single orders stand with their{' '}
        <a href="/payments">payments</a>.
      </p>
      <form method="get" action="/accounts" class="filters">
        <Input name="q" label="Number, reference or name" value={wish.q} />
        <Choice
          name="status"
          label="State"
          value={wish.status}
          choices={[
            ['', 'every'],
            ['ACTIVE', 'takes money'],
            ['SUSPENDED', 'suspended'],
            ['CLOSED', 'closed'],
          ]}
        />
        <button>Show</button>
      </form>
      {accounts.length === 0 ? (
        <p>{wish.q === '' && wish.status === '' ? 'There is none yet.' : 'None fits.'}</p>
      ) : (
        <table class="list">
          <Heads titles={['Number', 'Customer', 'Reference', 'State', 'Received', 'Last']} />
          <tbody>
            {accounts.map((each) => (
              <tr>
                <td class="keep">
                  <a href={`/accounts/${each.accountNumber}`}>{each.accountNumber}</a>{' '}
                  <small>{each.bankName}</small>
                </td>
                <td>{each.accountName}</td>
                <td>{each.reference}</td>
                <td>{accountWords[each.status] ?? each.status}</td>
                <td class="number">{formatNaira(BigInt(each.totalReceived))}</td>
                <td>
                  <When at={each.lastCreditAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Next path="/accounts" query={{ ...wish }} cursor={nextCursor} />
      <NewNumber prefixes={prefixes} given={given} baseUrl={baseUrl} />
    </>
  );
}

type NewNumberProps = Pick<AccountNumbersShown, 'prefixes' | 'given' | 'baseUrl'>;

function NewNumber({ prefixes, given, baseUrl }: NewNumberProps) {
  if (!given.mayWrite) return null;
  if (prefixes.length === 0) {
    return <p>No prefix is assigned to you. Ask us for one: numbers are made with it.</p>;
  }
  return (
    <>
      <h2>Give a customer a number</h2>
      <OnceForm to="/accounts" given={given} class="decide" button="Make the number">
        <Input
          name="reference"
          label="Your reference for the customer"
          required
          hint="The same reference again finds the same number."
        />
        <Input
          name="accountName"
          label="Name of the customer"
          required
          hint="A person or a firm. Payers see it after your name."
        />
        <Input name="email" label="E-mail" required />
        <Input name="phoneNumber" label="Phone" required />
        <Choice
          name="identityKind"
          label="Identity number"
          value="bvn"
          choices={[
            ['bvn', 'BVN'],
            ['nin', 'NIN'],
          ]}
        />
        <Input
          name="identity"
          label="Its eleven digits"
          required
          hint="It is never shown again: only a hash and the last four digits are kept."
        />
        <Choice
          name="prefix"
          label="Which bank"
          value={prefixes[0]?.prefix ?? ''}
          choices={prefixes.map(({ prefix, bankName }) => [prefix, `${bankName} (${prefix})`])}
        />
      </OnceForm>
      <Curl
        lines={curlOf(baseUrl, 'POST', '/api/v1/virtual-account/static', {
          reference: 'CUS-1001',
          prefix: prefixes[0]?.prefix,
          accountName: 'Ada Obi',
          email: 'ada@example.ng',
          phoneNumber: '08031234567',
          bvn: '22123456789',
        })}
      />
    </>
  );
}

export interface AccountNumberShown {
  readonly account: VirtualAccountStatic | VirtualAccountDynamic;
  readonly baseUrl: string;
  readonly given: FormGiven;
}

/** Shows an account number: its payments, its owner, and the forms that suspend or close it. */
export function AccountNumberPage({ account, baseUrl, given }: AccountNumberShown) {
  return (
    <>
      <p>
        <a href="/accounts">Account numbers</a>
      </p>
      <h1>{account.accountName}</h1>
      <Copied
        id="account-number"
        label={`Account number, ${account.bankName}`}
        value={account.accountNumber}
      />
      {account.type === 'STATIC' ? (
        <OwnNumber account={account} baseUrl={baseUrl} given={given} />
      ) : (
        <OrderNumber account={account} />
      )}
    </>
  );
}

interface OwnNumberProps {
  readonly account: VirtualAccountStatic;
  readonly baseUrl: string;
  readonly given: FormGiven;
}

function OwnNumber(shown: OwnNumberProps) {
  const { account } = shown;
  return (
    <>
      <dl class="facts">
        <div>
          <dt>State</dt>
          <dd>{accountWords[account.status] ?? account.status}</dd>
        </div>
        <div>
          <dt>Your reference</dt>
          <dd>{account.reference}</dd>
        </div>
        <div>
          <dt>Received</dt>
          <dd>
            {formatNaira(BigInt(account.totalReceived))} in {account.creditCount} payments
          </dd>
        </div>
        <div>
          <dt>Last</dt>
          <dd>
            <When at={account.lastCreditAt} />
          </dd>
        </div>
        <div>
          <dt>Customer</dt>
          <dd>
            {account.owner.email}, {account.owner.phoneNumber}, {account.owner.identity.type} ending
            in {account.owner.identity.last4}
          </dd>
        </div>
      </dl>
      <p>
        <a href={`/payments/to/${account.accountNumber}`}>Payments to it</a>
      </p>
      {account.history.length > 0 && (
        <table class="list">
          <Heads titles={['State', 'Why', 'When']} />
          <tbody>
            {account.history.map(({ status, reason, changedAt }) => (
              <tr>
                <td>{accountWords[status] ?? status}</td>
                <td>{reason ?? '–'}</td>
                <td>
                  <When at={changedAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <OwnNumberForms {...shown} />
    </>
  );
}

function OwnNumberForms({ account, baseUrl, given }: OwnNumberProps) {
  const path = `/accounts/${account.accountNumber}`;
  const api = `/api/v1/virtual-account/${account.accountNumber}`;
  return (
    <>
      {account.status === 'ACTIVE' && (
        <OnceForm to={`${path}/suspend`} given={given} class="decide" button="Suspend it">
          <Input
            name="reason"
            id="why-suspend"
            label="Why"
            hint="Banks tell payers that the account does not exist, until you reinstate it."
          />
        </OnceForm>
      )}
      {account.status === 'SUSPENDED' && (
        <OnceForm to={`${path}/reinstate`} given={given} class="decide" button="Reinstate it" />
      )}
      {account.status !== 'CLOSED' && (
        <>
          <OnceForm
            to={`${path}/close`}
            given={given}
            class="decide"
            button="Close it for good"
            danger
          >
            <Input
              name="reason"
              id="why-close"
              label="Why"
              hint="The number is never given to anybody again. Money that still comes goes back."
            />
          </OnceForm>
          <Curl
            lines={curlOf(baseUrl, 'POST', `${api}/close`, { reason: 'The customer has left' })}
          />
        </>
      )}
    </>
  );
}

function OrderNumber({ account }: { readonly account: VirtualAccountDynamic }) {
  const { paymentReference, amountPaid } = account;
  return (
    <p>
      It was made for one order, <a href={pathOfOrder(paymentReference)}>{paymentReference}</a>,
      which has received {formatNaira(BigInt(amountPaid))}.
    </p>
  );
}
