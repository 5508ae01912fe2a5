import { formatCount, formatNaira } from '../../../domain/money.js';
import type { NamedFeePlan } from '../../../http/access/merchant.js';
import type { NumberPrefix } from '../../merchants/installation-terms.store.js';
import { deskDocument, type Frame } from '../desk-page.js';
import { Heads, Input, Said } from '../../../pages/parts/parts.js';
import { Reason } from './case-decide.js';

interface TermsShown {
  readonly plans: readonly NamedFeePlan[];
  readonly prefixes: readonly (NumberPrefix & { readonly merchants: number })[];
  readonly typed: (field: string) => string;
}

/** What shops are given: fee plans, and the beginnings of account numbers. */
export function termsDocument(
  frame: Frame,
  { plans, prefixes, typed }: TermsShown,
  said: { readonly fault: string | null; readonly done: string | null },
): string {
  const children = (
    <>
      <h1>Fee plans and prefixes</h1>
      <p>A new shop is given one of each. A fee plan never changes: make another one.</p>
      <Said {...said} />
      <h2>Fee plans</h2>
      <Plans plans={plans} />
      {frame.may('terms:write') && <NewPlan typed={typed} />}
      <h2>Prefixes of account numbers</h2>
      <Prefixes prefixes={prefixes} />
      {frame.may('merchants:write') && <NewPrefix typed={typed} />}
    </>
  );
  return deskDocument({ ...frame, title: 'Fee plans and prefixes', here: 'merchants', children });
}

function Plans({ plans }: Pick<TermsShown, 'plans'>) {
  if (plans.length === 0) return <p>There is no fee plan yet.</p>;
  return (
    <table class="list">
      <Heads titles={['Name', 'Rate', 'Added to it', 'At most', 'VAT on it']} />
      <tbody>
        {plans.map(({ feePlanId, rateBps, flatMinor, capMinor, vatBps }) => (
          <tr>
            <td>{feePlanId}</td>
            <td>{rateBps / 100} %</td>
            <td>{formatNaira(flatMinor)}</td>
            <td>{formatNaira(capMinor)}</td>
            <td>{vatBps / 100} %</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Prefixes({ prefixes }: Pick<TermsShown, 'prefixes'>) {
  if (prefixes.length === 0) return <p>No bank has given a prefix yet.</p>;
  return (
    <table class="list">
      <Heads titles={['Prefix', 'Name of the bank', 'Bank connection', 'Shops that use it']} />
      <tbody>
        {prefixes.map(({ prefix, bankName, provider, merchants }) => (
          <tr>
            <td>{prefix}</td>
            <td>{bankName}</td>
            <td>{provider}</td>
            <td>{formatCount(merchants)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface FormProps {
  readonly typed: (field: string) => string;
}

function NewPlan({ typed }: FormProps) {
  const field = (name: string, label: string, hint: string) => (
    <Input {...{ name, label, hint, value: typed(name) }} />
  );
  return (
    <details>
      <summary>Make a fee plan</summary>
      <form method="post" action="/desk/terms/plans" class="decide short">
        {field('feePlanId', 'Name of the plan', 'Letters, digits and hyphens: transfer-2027.')}
        {field('rate', 'Rate, of 100', 'Such as 1.5.')}
        {field('flat', 'Added to it, in naira', 'Left out: nothing.')}
        {field('cap', 'The most that the fee may be, in naira', 'Without VAT, such as 300.')}
        {field('vat', 'VAT on the fee, of 100', 'Such as 7.5.')}
        <Reason id="plan-reason" value={typed('reason')} />
        <button>Make the plan</button>
      </form>
    </details>
  );
}

function NewPrefix({ typed }: FormProps) {
  const field = (name: string, label: string, hint: string) => (
    <Input {...{ name, label, hint, value: typed(name) }} />
  );
  return (
    <details>
      <summary>Add a prefix that a bank has given</summary>
      <form method="post" action="/desk/terms/prefixes" class="decide short">
        {field('prefix', 'Prefix', 'Three digits.')}
        {field('provider', 'Bank connection', 'Such as simulator.')}
        {field('bankName', 'Name of the bank', 'Customers see it.')}
        {field('bankCode', 'Code of the central bank', 'Three or five digits.')}
        {field('nipInstitutionCode', 'Code for transfers (NIP)', 'Six digits.')}
        <Reason id="prefix-reason" value={typed('reason')} />
        <button>Add the prefix</button>
      </form>
    </details>
  );
}
