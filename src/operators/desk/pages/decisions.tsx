import type { AuditedView } from '../../cases/case-views.dto.js';
import { csvText } from '../../../domain/csv.js';
import { lagosMoment } from '../../../domain/lagos-day.js';
import { formatNaira, toDecimalNaira } from '../../../domain/money.js';
import type { Column } from '../../../http/list-columns.js';
import type { Page } from '../../../http/paging.js';
import { deskDocument, type Frame } from '../desk-page.js';
import { filteredPath, NextFiltered } from '../../../pages/parts/filtered.js';
import { Choice, Heads, Labelled } from '../../../pages/parts/parts.js';
import { decisionLabel } from '../../../domain/case-decisions.js';
import { kindWords } from '../../../domain/case-words.js';
import { doors, States, stateText } from './case-history.js';

export interface DecisionsWish {
  /** Empty: decisions of all operators. */
  readonly operator: string;
  /** A day in Lagos; empty: all days. */
  readonly day: string;
}

export function decisionsDocument(
  frame: Frame,
  wish: DecisionsWish,
  page: Page<AuditedView>,
  operators: readonly string[],
): string {
  const { nextCursor } = page.page;
  const people = [['', 'all'], ...operators.map((name) => [name, name])] as const;
  const children = (
    <>
      <h1>What was decided</h1>
      <form method="get" action="/desk/decisions" class="filters">
        <Choice name="operator" label="Operator" value={wish.operator} choices={people} />
        <div>
          <label for="day">Day</label>
          <input id="day" name="day" type="date" value={wish.day} />
        </div>
        <button>Show</button>
        <a href={filteredPath('/desk/decisions.csv', wish)}>As a file (CSV)</a>
      </form>
      {page.items.length === 0 ? <p>Nothing is found.</p> : <Decisions items={page.items} />}
      <NextFiltered path="/desk/decisions" {...{ wish, nextCursor }} />
    </>
  );
  return deskDocument({ ...frame, title: 'Decisions', here: 'decisions', children });
}

const titles = ['When', 'Case', 'Decision', 'Who', 'Why'];

function Decisions({ items }: { readonly items: readonly AuditedView[] }) {
  return (
    <table class="list story">
      <Heads titles={titles} />
      <tbody>
        {items.map((each) => (
          <Decided each={each} />
        ))}
      </tbody>
    </table>
  );
}

function Decided({ each }: { readonly each: AuditedView }) {
  const { at, caseNumber, kind, amount, merchantName, decision, door, reason } = each;
  return (
    <Labelled titles={titles}>
      <td>{lagosMoment(new Date(at))}</td>
      <td>
        <a href={`/desk/cases/${caseNumber}`}>
          {caseNumber}, {kindWords(kind)}
        </a>
        <br />
        <small>
          {amount !== null && <span class="keep">{formatNaira(BigInt(amount))}</span>}{' '}
          {merchantName}
        </small>
      </td>
      <td>
        {decisionLabel(kind, decision ?? '')}
        <States event={each} />
      </td>
      <td>
        {whoOf(each)} <small>{doors[door ?? ''] ?? door}</small>
      </td>
      <td>{reason}</td>
    </Labelled>
  );
}

function whoOf({ operator, partner }: AuditedView): string {
  return [operator, partner].filter((name) => name !== null).join(' and ');
}

/** A row of the decisions as a file. Times are in UTC. */
export const decisionColumn: Column<AuditedView> = {
  names: [
    ...['decidedAt', 'case', 'kind', 'merchant', 'paymentReference', 'amountNaira', 'decision'],
    ...['operator', 'secondOperator', 'door', 'reason', 'before', 'after'],
  ],
  cells: (each) => [
    each.at,
    String(each.caseNumber),
    each.kind,
    csvText(each.merchantName),
    csvText(each.paymentReference),
    each.amount === null ? '' : toDecimalNaira(BigInt(each.amount)),
    csvText(each.decision),
    csvText(each.operator),
    csvText(each.partner),
    each.door ?? '',
    csvText(each.reason),
    each.before === null ? '' : csvText(stateText(each.before)),
    each.after === null ? '' : csvText(stateText(each.after)),
  ],
};
