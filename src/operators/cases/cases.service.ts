import { ApiError } from '../../http/api-error.js';
import type { Logger } from '../../platform/observability/logger.js';
import { Cursors, pageOf, sliceOf, type Page, type PageQuery } from '../../http/paging.js';
import type { FieldRule } from '../../http/field-error.js';
import { momentOf } from '../../domain/moment.js';
import { lagosDay } from '../../domain/lagos-day.js';
import { titleOfProvider } from '../../providers/registry.js';
import { longestSnoozeMs } from './case-requests.dto.js';
import type {
  CaseFilter,
  CaseReader,
  CaseSort,
  OpenCount,
  SavedView,
  SnoozeOutcome,
  Visitor,
  WaitingCount,
} from './case-record.js';
import { auditView, caseView, listedCaseView, type CaseLinks } from './case-view.js';
import type { PgCases } from './case.store.js';
import { seenCase, seenRow } from './seen-case.js';
import type { AuditedView, CaseView, ListedCaseView } from './case-views.dto.js';

const cursors: Readonly<Record<CaseSort, Cursors>> = {
  URGENT: new Cursors('cases-urgent', [/^\d{1,16}$/, /^\d{1,15}$/]),
  OLDEST: new Cursors('cases-oldest', [/^\d{1,16}$/, /^\d{1,15}$/]),
  NEWEST: new Cursors('cases-newest', [/^\d{1,16}$/, /^\d{1,15}$/]),
  LARGEST: new Cursors('cases-largest', [/^-?\d{1,18}$/, /^\d{1,15}$/]),
};
const auditCursors = new Cursors('decisions', [/^\d{1,15}$/]);

export interface AuditWish {
  readonly operator: string | null;
  /** A day in Lagos. */
  readonly day: string | null;
}

/** The queue, single cases, and the list of all decisions. */
export class CasesService {
  constructor(
    private readonly cases: PgCases,
    private readonly operators: { names(): Promise<string[]> },
    private readonly links: CaseLinks,
    private readonly log: Pick<Logger, 'info'>,
  ) {}

  /** Logs which operator has seen names of payers. */
  async list(
    filter: CaseFilter,
    sort: CaseSort,
    page: PageQuery,
    reader: CaseReader,
  ): Promise<Page<ListedCaseView>> {
    const at = cursors[sort];
    const found = await this.cases.list(filter, sort, sliceOf(page, at));
    const listed = pageOf(page, at, found, (each) => seenRow(listedCaseView(each), reader));
    const named = listed.items.filter(({ payerName }) => payerName !== null);
    if (named.length > 0) {
      const { name: operator, door } = reader;
      const caseNumbers = named.map(({ caseNumber }) => caseNumber);
      this.log.info({ operator, door, caseNumbers }, 'payers were listed');
    }
    return listed;
  }

  /** Counts the open cases, by kind and reason. */
  async counts(): Promise<OpenCount[]> {
    const counts = await this.cases.counts();
    return counts.map(({ providerName, ...found }) => ({
      ...{ ...found, count: Number(found.count) },
      providerName: providerName && titleOfProvider(providerName),
    }));
  }

  /** Logs which operator has seen a payer's name. @throws ApiError RESOURCE_NOT_FOUND */
  async find(caseNumber: bigint, reader: CaseReader): Promise<CaseView> {
    const [found, history] = await Promise.all([
      this.cases.find(caseNumber),
      this.cases.history(caseNumber),
    ]);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    if (found.payer !== null) {
      const { name: operator, door } = reader;
      this.log.info({ operator, door, caseNumber: String(caseNumber) }, 'a payer was shown');
    }
    const sendings = await this.cases.sendings(found);
    return seenCase(caseView(found, { history, sendings }, this.links), reader);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async note(caseNumber: bigint, visitor: Visitor, text: string): Promise<void> {
    if (!(await this.cases.note(caseNumber, visitor, text))) {
      throw new ApiError('RESOURCE_NOT_FOUND');
    }
  }

  /** `assignee` null: the case is assigned to nobody. @throws ApiError RESOURCE_NOT_FOUND, VALIDATION_FAILED */
  async assign(caseNumber: bigint, visitor: Visitor, assignee: string | null): Promise<void> {
    if (assignee !== null && !(await this.operators.names()).includes(assignee)) {
      const message = 'assignee must be the name of an operator';
      throw notValid('assignee', 'oneOf', message);
    }
    if (!(await this.cases.assign(caseNumber, visitor, assignee))) {
      throw new ApiError('RESOURCE_NOT_FOUND');
    }
  }

  /** How many cases are in the queue. */
  waiting(operator: string): Promise<WaitingCount> {
    return this.cases.waiting(operator);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, DECISION_REFUSED, VALIDATION_FAILED */
  async snooze(
    caseNumber: bigint,
    visitor: Visitor,
    { until, reason }: { readonly until: string | null; readonly reason: string },
  ): Promise<void> {
    const at = until === null ? null : (momentOf(until) ?? null);
    const left = at === null ? 1 : at.getTime() - Date.now();
    if (left <= 0 || left > longestSnoozeMs) {
      throw notValid('until', 'max', 'until must be within the next seven days');
    }
    const outcome = await this.cases.snooze(caseNumber, visitor, { until: at, reason });
    if (outcome === 'UNKNOWN') throw new ApiError('RESOURCE_NOT_FOUND');
    const message = refusals[outcome];
    if (message !== undefined) throw new ApiError('DECISION_REFUSED', { message });
  }

  views({ operatorId }: Visitor): Promise<SavedView[]> {
    return this.cases.views(operatorId);
  }

  /** @throws ApiError VALIDATION_FAILED */
  async saveView({ operatorId }: Visitor, view: SavedView): Promise<void> {
    if (view.name === '' || view.name.length > 40) {
      throw notValid('name', 'length', 'name must have 1 to 40 characters');
    }
    if (!(await this.cases.saveView(operatorId, view))) {
      throw notValid('name', 'max', 'name would be that of a twenty-first view: remove one first');
    }
  }

  async forgetView({ operatorId }: Visitor, name: string): Promise<void> {
    await this.cases.forgetView(operatorId, name);
  }

  /** Returns all decisions, the newest first. */
  async audit({ operator, day }: AuditWish, page: PageQuery): Promise<Page<AuditedView>> {
    const bounds = day === null ? undefined : lagosDay(day);
    const asked = { operator, since: bounds?.since ?? null, before: bounds?.before ?? null };
    const found = await this.cases.audit(asked, sliceOf(page, auditCursors));
    return pageOf(page, auditCursors, found, auditView);
  }
}

const refusals: Readonly<Partial<Record<SnoozeOutcome, string>>> = {
  CLOSED: 'The case is closed: nothing waits for a decision.',
  TOO_LATE: 'The case has a deadline before that time.',
  HOLDS: 'Nothing leaves through the bank until this case is decided, so it cannot be put off.',
};

function notValid(field: string, rule: FieldRule, message: string): ApiError {
  const errors = [{ field, rule, message }];
  return new ApiError('VALIDATION_FAILED', { message: `${message}.`, errors });
}
