import { formatCount, formatNaira } from '../../../domain/money.js';
import type { NamedFeePlan } from '../../../http/access/merchant.js';
import type { NumberPrefix } from '../../merchants/installation-terms.store.js';
import { providerFolders, titleOfProvider } from '../../../providers/registry.js';
import { deskDocument, type Frame } from '../desk-page.js';
import { Choice, Heads, Input, Said } from '../../../pages/parts/parts.js';
import { Reason } from './case-decide.js';

interface TermsShown {
  readonly plans: readonly NamedFeePlan[];
  readonly prefixes: readonly (NumberPrefix & { readonly merchants: number })[];
  readonly typed: (field: string) => string;
}

/** Shows the installation's terms: fee plans, and prefixes of account numbers. */
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
      {frame.may('terms:write') && <Make {...newPlan} typed={typed} />}
      <h2>Prefixes of account numbers</h2>
      <Prefixes prefixes={prefixes} />
      {frame.may('merchants:write') && <Make {...newPrefix} typed={typed} />}
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
            <td>{titleOfProvider(provider)}</td>
            <td>{formatCount(merchants)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface MakeProps {
  readonly summary: string;
  readonly path: string;
  /** The name, label and hint of each field. */
  readonly fields: readonly (readonly [string, string, string])[];
  readonly button: string;
  readonly typed: (field: string) => string;
}

const newPlan = {
  summary: 'Make a fee plan',
  path: '/desk/terms/plans',
  fields: [
    ['feePlanId', 'Name of the plan', 'Letters, digits and hyphens: transfer-2027.'],
    ['rate', 'Rate, of 100', 'Such as 1.5.'],
    ['flat', 'Added to it, in naira', 'Left out: nothing.'],
    ['cap', 'The most that the fee may be, in naira', 'Without VAT, such as 300.'],
    ['vat', 'VAT on the fee, of 100', 'Such as 7.5.'],
  ],
  button: 'Make the plan',
} as const;

const newPrefix = {
  summary: 'Add a prefix that a bank has given',
  path: '/desk/terms/prefixes',
  fields: [
    ['prefix', 'Prefix', 'Three digits.'],
    ['provider', 'Bank connection', 'By which its payments come.'],
    ['bankName', 'Name of the bank', 'Customers see it.'],
    ['bankCode', 'Code of the central bank', 'Three or five digits.'],
    ['nipInstitutionCode', 'Code for transfers (NIP)', 'Six digits.'],
  ],
  button: 'Add the prefix',
} as const;

/** The bank connections that have account numbers. */
const connections = providerFolders
  .filter(({ capabilities }) => capabilities.numbers !== null)
  .map(({ name, title }) => [name, title] as const);

function Make({ summary, path, fields, button, typed }: MakeProps) {
  return (
    <details>
      <summary>{summary}</summary>
      <form method="post" action={path} class="decide short">
        {fields.map(([name, label, hint]) =>
          name === 'provider' ? (
            <Choice {...{ name, label, value: typed(name), choices: connections }} />
          ) : (
            <Input {...{ name, label, hint, value: typed(name) }} />
          ),
        )}
        <Reason id={`${fields[0]?.[0]}-reason`} value={typed('reason')} />
        <button>{button}</button>
      </form>
    </details>
  );
}
