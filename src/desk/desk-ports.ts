import type { CaseFilter, CaseSort, RedirectInput, Visitor } from '../cases/case-record.js';
import type { AuditedView, CaseView, ListedCaseView } from '../cases/dto/case-views.dto.js';
import type { Page, PageQuery } from '../http/paging.js';
import type { JournalRequest, JournalView } from '../journals/dto/journal.dto.js';
import type { Logger } from '../observability/logger.js';
import type { SessionStore } from './session.js';

/** What the desk's pages are drawn from, and what its forms do: the operators' API has the same. */
export interface DeskPorts {
  readonly cases: {
    list(filter: CaseFilter, sort: CaseSort, page: PageQuery): Promise<Page<ListedCaseView>>;
    counts(): Promise<{ kind: string; reason: string; count: number }[]>;
    find(caseNumber: bigint, visitor: Visitor): Promise<CaseView>;
    note(caseNumber: bigint, visitor: Visitor, text: string): Promise<void>;
    assign(caseNumber: bigint, visitor: Visitor, assignee: string | null): Promise<void>;
    audit(
      wish: { readonly operator: string | null; readonly day: string | null },
      page: PageQuery,
    ): Promise<Page<AuditedView>>;
  };
  readonly decisions: {
    decide(
      caseNumber: bigint,
      wanted: { decision: string; reason: string; input: RedirectInput | null },
      visitor: Visitor,
    ): Promise<{ readonly outcome: 'PROPOSED' | 'DECIDED' }>;
    confirm(caseNumber: bigint, visitor: Visitor): Promise<unknown>;
    withdraw(caseNumber: bigint, visitor: Visitor, reason: string): Promise<void>;
  };
  readonly journals: {
    list(status: string | null, page: PageQuery): Promise<Page<JournalView>>;
    propose(asked: JournalRequest, operator: string): Promise<unknown>;
    confirm(proposalId: string, operator: string): Promise<unknown>;
    withdraw(proposalId: string): Promise<unknown>;
  };
  readonly operators: SessionStore & { names(): Promise<string[]> };
  readonly isSandbox: boolean;
  /** The desk is reached over TLS. */
  readonly https: boolean;
  readonly logger: Pick<Logger, 'error'>;
}
