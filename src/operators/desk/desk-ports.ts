import type { AuditFilter } from '../audit/audit.store.js';
import type { AuditEntryView } from '../audit/audit.dto.js';
import type {
  CaseFilter,
  CaseReader,
  CaseSort,
  ManyAnswer,
  OpenCount,
  RedirectInput,
  SavedView,
  Visitor,
  WaitingCount,
} from '../cases/case-record.js';
import type { AuditedView, CaseView, ListedCaseView } from '../cases/case-views.dto.js';
import type { HoldsView, HoldView } from '../cases/holds.dto.js';
import type { RailBank } from '../../domain/bank-rail.port.js';
import type { Actor } from '../../domain/actor.js';
import type { Page, PageQuery } from '../../http/paging.js';
import type { PgProviderNames } from '../../providers/provider-names.store.js';
import type { JournalRequest, JournalView } from '../journals/journal.dto.js';
import type { Logger } from '../../platform/observability/logger.js';
import type { OnboardingService } from '../merchants/merchants.service.js';
import type { NotificationUrls } from '../../notify/webhooks/notification-urls.js';
import type { WebhookTests } from '../../notify/webhooks/webhook-tests.js';
import type { PgInstallationTerms } from '../merchants/installation-terms.store.js';
import type { MerchantAccounts } from '../merchants/merchant-accounts.service.js';
import type { Keys } from '../../merchants/keys/keys.js';
import type { ForMerchants } from '../merchants/for-merchants.js';
import type { MerchantProposals } from '../merchants/merchant-proposals.service.js';
import type { ListedSession, ListedToken } from '../people/door.store.js';
import type { Invitations } from '../../people/invitations.js';
import type { OwnPassword } from '../../people/own-password.js';
import type { ListedOperator } from '../people/people.store.js';
import type { Role } from '../people/permissions.js';
import type { ErrandsService } from '../errands/errands.service.js';
import type { SchedulesService } from '../errands/schedules.service.js';
import type { Team } from '../../people/team.js';
import type { SignIns } from '../../people/sign-ins.js';
import type { MessageDesk } from '../messages/message-desk.js';
import type { SessionStore } from './session.js';

export interface DeskToken {
  readonly operatorId: string;
  readonly label: string | null;
  readonly role: Role | null;
  readonly days: number;
}

/** The operations on merchants that the desk uses. */
type MerchantStep =
  | ('list' | 'find' | 'open' | 'create' | 'update' | 'move')
  | ('assignPlan' | 'setChannels' | 'assignPrefix' | 'settle');

/** The services behind the desk's pages and forms: the operators' API uses the same ones. */
export interface DeskPorts {
  readonly cases: {
    list(
      filter: CaseFilter,
      sort: CaseSort,
      page: PageQuery,
      reader: CaseReader,
    ): Promise<Page<ListedCaseView>>;
    counts(): Promise<OpenCount[]>;
    waiting(operator: string): Promise<WaitingCount>;
    snooze(
      caseNumber: bigint,
      visitor: Visitor,
      wish: { readonly until: string | null; readonly reason: string },
    ): Promise<void>;
    views(visitor: Visitor): Promise<SavedView[]>;
    saveView(visitor: Visitor, view: SavedView): Promise<void>;
    forgetView(visitor: Visitor, name: string): Promise<void>;
    find(caseNumber: bigint, reader: CaseReader): Promise<CaseView>;
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
    decideMany(
      caseNumbers: readonly bigint[],
      wanted: { decision: string; reason: string; input: null },
      visitor: Visitor,
    ): Promise<readonly ManyAnswer[]>;
    confirm(caseNumber: bigint, visitor: Visitor, shownHash: string): Promise<unknown>;
    withdraw(caseNumber: bigint, visitor: Visitor, reason: string): Promise<void>;
  };
  readonly providerNames: Pick<PgProviderNames, 'read'>;
  readonly banks: { of(merchantId: string | null): Promise<readonly RailBank[]> };
  readonly holds: { find(): Promise<HoldsView>; ofBanks(): Promise<HoldView[]> };
  readonly journals: {
    list(status: string | null, page: PageQuery): Promise<Page<JournalView>>;
    propose(asked: JournalRequest, by: Actor): Promise<unknown>;
    confirm(proposalId: string, by: Actor, shownHash: string): Promise<unknown>;
    withdraw(proposalId: string, by: Actor): Promise<unknown>;
  };
  readonly merchants: Pick<OnboardingService, MerchantStep>;
  readonly terms: Pick<PgInstallationTerms, 'plans' | 'prefixes' | 'createPlan' | 'createPrefix'>;
  readonly merchantAccounts: Pick<MerchantAccounts, 'register'>;
  readonly urls: Pick<NotificationUrls, 'set'>;
  readonly webhookTests: Pick<WebhookTests, 'test'>;
  readonly keys: Pick<Keys, 'list' | 'create' | 'revoke'>;
  readonly forMerchants: Pick<
    ForMerchants,
    'about' | 'sendAgain' | 'proposeRefund' | 'answerDispute'
  >;
  readonly schedules: Pick<SchedulesService, 'list' | 'propose'>;
  readonly errands: Pick<ErrandsService, 'waiting' | 'lately' | 'propose' | 'confirm' | 'withdraw'>;
  /** The people of merchants, who sign in to the portal. */
  readonly team: Pick<Team, 'list' | 'find' | 'inviteOwner'>;
  readonly proposals: Pick<MerchantProposals, 'list' | 'confirm' | 'withdraw'>;
  readonly people: {
    list(): Promise<ListedOperator[]>;
    find(operatorId: string): Promise<ListedOperator>;
    invite(by: Actor, wish: { name: string; role: Role }): Promise<{ readonly link: string }>;
    addMachine(by: Actor, name: string, role: Role): Promise<string>;
    changeRole(by: Actor, operatorId: string, role: Role): Promise<void>;
    disable(by: Actor, operatorId: string): Promise<void>;
    enable(by: Actor, operatorId: string): Promise<void>;
    resetSecondFactor(by: Actor, operatorId: string): Promise<void>;
    vouch(by: Actor, operatorId: string): Promise<void>;
    sessions(name: string | null): Promise<ListedSession[]>;
    endSession(by: Actor, sessionId: string, ofOperator: string | null): Promise<void>;
    tokens(name: string | null): Promise<ListedToken[]>;
    addToken(by: Actor, wanted: DeskToken): Promise<{ readonly token: string }>;
    addMachineToken(by: Actor, wanted: DeskToken): Promise<{ readonly token: string }>;
    endToken(by: Actor, tokenId: string, ofOperator: string | null): Promise<void>;
  };
  readonly audit: { list(filter: AuditFilter, page: PageQuery): Promise<Page<AuditEntryView>> };
  readonly messages: Pick<MessageDesk, 'list' | 'find' | 'copy' | 'sendAgain' | 'lift'>;
  readonly signIns: Pick<SignIns, 'signIn' | 'open'>;
  readonly ownPassword: Pick<OwnPassword, 'change'>;
  readonly invitations: Pick<Invitations, 'show' | 'take'>;
  readonly operators: SessionStore & { names(): Promise<string[]> };
  readonly isSandbox: boolean;
  /** Whether browsers reach the desk over TLS. */
  readonly https: boolean;
  readonly logger: Pick<Logger, 'error'>;
}
