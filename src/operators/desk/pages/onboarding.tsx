import { scheduleWords } from '../../../pages/parts/words.js';
import { deskWords } from '../status-words.js';
import type { MerchantView } from '../../merchants/merchant-views.dto.js';
import { contactFields } from '../actions/contact-fields.js';
import type { DeskAction } from '../actions/desk-action.js';
import { merchantActions } from '../actions/merchant-actions.js';
import { onboardingActions } from '../actions/onboarding-actions.js';
import { deskDocument, type Frame } from '../desk-page.js';
import { Heads, Input, Said } from '../../../pages/parts/parts.js';
import { Reason } from './case-decide.js';

/** The form for a new shop: its names and its contacts. */
export function newMerchantDocument(
  frame: Frame,
  typed: (field: string) => string,
  fault: string | null,
): string {
  const children = (
    <>
      <h1>A new shop</h1>
      <p>The next page has what is still missing, step by step.</p>
      <Said fault={fault} done={null} />
      <form method="post" action="/desk/merchants/new" class="decide short">
        <Input
          {...{ name: 'name', label: 'Legal name', required: true, value: typed('name') }}
          hint="As in the contract, in Latin letters."
        />
        <Input
          {...{ name: 'tradeName', label: 'Trading name', required: true }}
          value={typed('tradeName')}
          hint="Customers see it. No other shop has it."
        />
        {contactFields.map(({ name, label }) => (
          <Input {...{ name, label, value: typed(name) }} />
        ))}
        <p class="hint">Contacts may be left out here and named later.</p>
        <Reason id="reason" value={typed('reason')} />
        <button>Make the shop</button>
      </form>
    </>
  );
  return deskDocument({ ...frame, title: 'A new shop', here: 'merchants', children });
}

const itemWords: Readonly<Record<string, string>> = {
  CONTACTS: 'Contacts',
  SETTLEMENT_ACCOUNT: 'Account that it is paid to',
  FEE_PLAN: 'Fees, and ways to pay',
  PREFIX: 'Account numbers',
  KEY: 'Key',
  WEBHOOK: 'Webhooks',
};

/** Shows the checklist of a shop: what is done, what is missing, and the steps for each item. */
export function onboardingDocument(frame: Frame, merchant: MerchantView): string {
  const { merchantId, tradeName, status, checklist } = merchant;
  const left = checklist.filter(({ done }) => !done).length;
  const others = onboardingActions.filter(({ item }) => item === undefined);
  const children = (
    <>
      <h1>Taking in {tradeName}</h1>
      <p>
        <a href={`/desk/merchants/${merchantId}`}>{tradeName}</a>: {deskWords('merchants', status)}.{' '}
        {left === 0 ? 'Nothing is missing.' : `${left} of ${checklist.length} are missing.`}
      </p>
      <table class="list">
        <Heads titles={['What', 'Done', 'Steps']} />
        <tbody>
          {checklist.map(({ item, done, todo }) => (
            <tr>
              <td>{itemWords[item] ?? item}</td>
              <td>{done ? 'yes' : <span class="late">no. {todo}</span>}</td>
              <td>
                <Steps
                  of={onboardingActions.filter((each) => each.item === item)}
                  {...{ merchantId, may: frame.may }}
                />
              </td>
            </tr>
          ))}
          <tr>
            <td>Payouts</td>
            <td>{scheduleText(merchant)}</td>
            <td>
              <Steps of={others} {...{ merchantId, may: frame.may }} />
            </td>
          </tr>
        </tbody>
      </table>
      {status === 'PENDING' && (
        <Steps of={merchantActions.filter(isActivation)} {...{ merchantId, may: frame.may }} />
      )}
      <p>
        <a href="/desk/terms">Fee plans and prefixes to choose from</a>
      </p>
    </>
  );
  return deskDocument({ ...frame, title: `Taking in ${tradeName}`, here: 'merchants', children });
}

function isActivation({ path }: DeskAction): boolean {
  return path.endsWith('/activate');
}

function scheduleText({ settlement }: MerchantView): string {
  return `paid out ${scheduleWords(settlement.schedule)}`;
}

interface StepsProps extends Pick<Frame, 'may'> {
  readonly of: readonly DeskAction[];
  readonly merchantId: string;
}

/** Links to the steps that this operator may take; other steps are named without a link. */
function Steps({ of, merchantId, may }: StepsProps) {
  return (
    <ul class="links">
      {of.map(({ path, title, permission }) => (
        <li>
          {may(permission) ? (
            <a href={`/desk${path.replace(':id', merchantId)}`}>{title}</a>
          ) : (
            `${title}: another role`
          )}
        </li>
      ))}
    </ul>
  );
}
