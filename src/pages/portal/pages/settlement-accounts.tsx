import type { SettlementAccount } from '../../../payouts/accounts/settlement-account.js';
import type {
  AccountChangeWhat,
  AccountProposal,
} from '../../../payouts/accounts/account-proposal.store.js';
import { masked } from '../../../domain/masking.js';
import { Choice, Heads, Input } from '../../parts/parts.js';
import { Check, Curl, curlOf, type FormGiven, OnceForm, When } from './form.js';

export interface AccountsShown {
  readonly accounts: readonly SettlementAccount[];
  readonly proposals: readonly AccountProposal[];
  readonly isByTwo: boolean;
  readonly banks: readonly { readonly code: string; readonly name: string }[];
  /** Whether whole account numbers are shown. */
  readonly seesWhole: boolean;
  readonly personId: string;
  readonly baseUrl: string;
  readonly given: FormGiven;
}

const changeWords: Readonly<Record<AccountChangeWhat, string>> = {
  REGISTER: 'Add the account',
  MAKE_DEFAULT: 'Be paid into the account',
  REMOVE: 'Remove the account',
  ALONE: 'Let one person change accounts again',
};

/**
 * The accounts that a merchant is paid to. Thieves would like to change them, so the merchant's contacts get an e-mail
 * about each change.
 */
export function SettlementAccountsPage(shown: AccountsShown) {
  const { given, isByTwo, banks, baseUrl } = shown;
  return (
    <>
      <p>
        <a href="/settlements">Settlements</a>
      </p>
      <h1>Accounts that you are paid into</h1>
      <p>
        Your contacts get an e-mail about each change. A second account can be used only after a
        waiting time, so that a change that is not yours can be stopped.
      </p>
      <Proposals {...shown} />
      <Accounts {...shown} />
      {given.mayWrite && (
        <>
          <h2>Add an account</h2>
          <OnceForm
            fresh
            to="/settlements/accounts"
            given={given}
            class="decide"
            button={isByTwo ? 'Propose this account' : 'Add the account'}
          >
            <Input name="accountNumber" label="Account number" required hint="Ten digits." />
            <Choice
              name="bankCode"
              label="Which bank"
              value=""
              choices={[['', 'Choose'], ...banks.map(({ code, name }) => [code, name])]}
            />
            <Input
              name="accountName"
              label="Name of the holder"
              hint="We ask the bank for the name. If it gives another one, the account is not added. Empty: we take the bank’s."
            />
            <Check name="makeDefault" id="make-default">
              Be paid into it as soon as it can be used
            </Check>
          </OnceForm>
          <Curl
            lines={curlOf(baseUrl, 'POST', '/api/v1/settlement/accounts', {
              accountNumber: '0123456789',
              bankCode: '000013',
            })}
          />
          <TwoPeople isByTwo={isByTwo} given={given} />
        </>
      )}
    </>
  );
}

function Accounts({ accounts, given, seesWhole, isByTwo }: AccountsShown) {
  if (accounts.length === 0) return <p>There is none yet, so nothing can be paid to you.</p>;
  const act = isByTwo ? 'Propose to ' : '';
  return (
    <table class="list">
      <Heads titles={['Account', 'At', 'Name', 'State', 'Change']} />
      <tbody>
        {accounts.map((each) => {
          const path = `/settlements/accounts/${each.settlementAccountId}`;
          return (
            <tr>
              <td class="keep">{seesWhole ? each.accountNumber : masked(each.accountNumber)}</td>
              <td>{each.bankName ?? each.bankCode}</td>
              <td>{each.accountName}</td>
              <td>
                {each.isDefault && <b>You are paid into it. </b>}
                {each.usableFrom.getTime() > Date.now() ? (
                  <>
                    can be used from <When at={each.usableFrom} />
                  </>
                ) : (
                  'can be used'
                )}
              </td>
              <td class="acts">
                <div class="row">
                  {!each.isDefault && (
                    <OnceForm
                      fresh
                      to={`${path}/default`}
                      given={given}
                      button={`${act}${isByTwo ? 'be' : 'Be'} paid into it`}
                    />
                  )}
                  <OnceForm
                    fresh
                    to={`${path}/remove`}
                    given={given}
                    button={`${act}${isByTwo ? 'remove' : 'Remove'}`}
                    danger
                  />
                </div>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Lists changes that one person has proposed and another must confirm. */
function Proposals({ proposals, personId, given, seesWhole }: AccountsShown) {
  if (proposals.length === 0) return null;
  return (
    <section class="waits" aria-label="Waits for a second person">
      <h2>Waits for a second person</h2>
      {proposals.map((each) => {
        const path = `/settlements/accounts/proposals/${each.proposalId}`;
        const number = each.accountNumber ?? '';
        return (
          <article class="decide">
            <p>
              <b>{changeWords[each.what]}</b>
              {each.what !== 'ALONE' &&
                ` ${seesWhole ? number : masked(number)}, ${each.bankName ?? ''}, in the name of ${each.accountName}`}
            </p>
            {each.nameScore !== null && each.nameScore < 80 && (
              <p class="bad">The bank gives another name than yours.</p>
            )}
            <p class="hint">
              {each.person} proposed it, <When at={each.createdAt} />. It lapses after a week.
            </p>
            <div class="row">
              {each.personId === personId ? (
                <p>Another person must confirm it.</p>
              ) : (
                <OnceForm fresh to={`${path}/confirm`} given={given} button="Confirm" />
              )}
              <OnceForm fresh to={`${path}/withdraw`} given={given} button="Withdraw" danger />
            </div>
          </article>
        );
      })}
    </section>
  );
}

function TwoPeople({ isByTwo, given }: Pick<AccountsShown, 'isByTwo' | 'given'>) {
  return (
    <>
      <h2>Two people</h2>
      <p>
        {isByTwo
          ? 'Each change takes two of your people: one proposes it, and another one confirms it. Keys cannot change accounts.'
          : 'One person can change accounts alone. You can ask for two: then one proposes a change, and another one confirms it, and keys cannot change accounts.'}
      </p>
      <OnceForm
        fresh
        to="/settlements/accounts/by-two"
        given={given}
        class="decide"
        button={isByTwo ? 'Propose that one is enough' : 'Ask for two people'}
      >
        <input type="hidden" name="wanted" value={isByTwo ? 'no' : 'yes'} />
        {!isByTwo && (
          <p class="hint">
            At least two people need the right to change settlements. To go back takes two as well.
          </p>
        )}
      </OnceForm>
    </>
  );
}
