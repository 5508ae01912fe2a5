import type { CanActivate } from '@nestjs/common';
import { PgMerchantStore } from '../../http/access/merchant.store.js';
import { PgKeyStore } from '../../merchants/keys/key.store.js';
import { Keys } from '../../merchants/keys/keys.js';
import { PgSettlementSettingsStore } from '../../merchants/settings/settlement-settings.store.js';
import { MessageSettings } from '../../merchants/settings/message-settings.js';
import { PgMessageSettings } from '../../merchants/settings/message-settings.store.js';
import { PgAudit } from '../../operators/audit/audit.store.js';
import { AuditController } from '../../operators/audit/audit.controller.js';
import { AuditService } from '../../operators/audit/audit.service.js';
import { ApprovalCodes } from '../../operators/cases/approval-codes.js';
import { PgCases } from '../../operators/cases/case.store.js';
import { BankNames } from '../../operators/cases/bank-names.js';
import type { CaseLinks } from '../../operators/cases/case-view.js';
import { CasesController } from '../../operators/cases/cases.controller.js';
import { CasesService } from '../../operators/cases/cases.service.js';
import { DecisionGateway } from '../../operators/cases/decision.gateway.js';
import { DecisionsService } from '../../operators/cases/decisions.service.js';
import { PgHolds } from '../../operators/cases/hold.store.js';
import { HoldsController } from '../../operators/cases/holds.controller.js';
import { HoldsService } from '../../operators/cases/holds.service.js';
import { Redirects } from '../../operators/cases/redirects.js';
import { PgProviderNames } from '../../providers/provider-names.store.js';
import { PgJournalProposals } from '../../operators/journals/journal-proposal.store.js';
import { JournalsController } from '../../operators/journals/journals.controller.js';
import { JournalsService } from '../../operators/journals/journals.service.js';
import { PgErrands } from '../../operators/errands/errand.store.js';
import { ErrandsService } from '../../operators/errands/errands.service.js';
import type { ScheduleGateway } from '../../operators/errands/schedule.gateway.js';
import { SchedulesService } from '../../operators/errands/schedules.service.js';
import { ForMerchants, type OwnServices } from '../../operators/merchants/for-merchants.js';
import { PgForMerchants } from '../../operators/merchants/for-merchants.store.js';
import { InstallationTermsController } from '../../operators/merchants/installation-terms.controller.js';
import { PgInstallationTerms } from '../../operators/merchants/installation-terms.store.js';
import { MerchantAccounts } from '../../operators/merchants/merchant-accounts.service.js';
import { PgMerchantAdmin } from '../../operators/merchants/merchant-admin.store.js';
import { MerchantPeopleController } from '../../operators/merchants/merchant-people.controller.js';
import { MerchantKeysController } from '../../operators/merchants/merchant-keys.controller.js';
import { PgMerchantProposals } from '../../operators/merchants/merchant-proposal.store.js';
import { MerchantProposalsController } from '../../operators/merchants/merchant-proposals.controller.js';
import { MerchantProposals } from '../../operators/merchants/merchant-proposals.service.js';
import { MerchantWebhooksController } from '../../operators/merchants/merchant-webhooks.controller.js';
import { MerchantMessagesController } from '../../operators/merchants/merchant-messages.controller.js';
import { MerchantsController } from '../../operators/merchants/merchants.controller.js';
import { OnboardingService } from '../../operators/merchants/merchants.service.js';
import { MerchantTermsController } from '../../operators/merchants/terms.controller.js';
import { MessagesController } from '../../operators/messages/messages.controller.js';
import { MessageDesk } from '../../operators/messages/message-desk.js';
import { PgMessageDesk } from '../../operators/messages/message-desk.store.js';
import { PgDoors } from '../../operators/people/door.store.js';
import { Invitations } from '../../people/invitations.js';
import { operatorDoor } from '../../operators/people/operator-door.js';
import { OperatorGuard } from '../../operators/people/operator.guard.js';
import { PgOperatorStore } from '../../operators/people/operator.store.js';
import { OwnPassword } from '../../people/own-password.js';
import { Passwords } from '../../people/passwords.js';
import { PeopleController } from '../../operators/people/people.controller.js';
import { People } from '../../operators/people/people.js';
import { PgPersons } from '../../people/person.store.js';
import { PgPeople } from '../../operators/people/people.store.js';
import { SignIns } from '../../people/sign-ins.js';
import type { Team } from '../../people/team.js';
import { TokenProofs } from '../../operators/people/token-proofs.js';
import { ReplayService } from '../../notify/webhooks/replay.service.js';
import { PgReplayStore } from '../../notify/webhooks/replay.store.js';
import { WebhookGateway } from '../../notify/webhooks/webhook.gateway.js';
import { PgDisputeStore } from '../../payments/disputes/dispute.store.js';
import { DisputesService } from '../../payments/disputes/disputes.service.js';
import { OtherAccounts } from '../../payouts/refunds/other-accounts.js';
import type { Config } from '../../platform/config/config.js';
import { createSecretSeal } from '../../platform/keys/secret-seal.js';
import { PgPayerErasure } from '../../upkeep/erasure/payer-erasure.store.js';
import { PayersController } from '../../upkeep/erasure/payers.controller.js';
import type { Connections } from './connections.js';
import type { HttpParts } from './http.js';
import { endpointParts } from './notify.js';
import { teamOf } from './people.js';
import { settlementAccounts } from './payouts.js';

/** The controllers, in the order in which the document of the operators' API names their operations. */
export const operatorControllers = [
  ...[PeopleController, AuditController, CasesController, HoldsController, JournalsController],
  ...[PayersController, MerchantsController, MerchantTermsController, MerchantWebhooksController],
  ...[MerchantMessagesController, MerchantKeysController, MerchantPeopleController],
  ...[InstallationTermsController],
  ...[MerchantProposalsController, MessagesController],
];

export type PeopleParts = ReturnType<typeof peopleParts>;

/** Creates the objects for the operators' records and for their signing in. */
export function peopleParts({ pool, config }: Connections, { quotas }: HttpParts) {
  const store = new PgPeople(pool);
  const doors = new PgDoors(pool);
  const persons = new PgPersons(pool, 'OPERATOR');
  const passwords = new Passwords();
  const secondFactorSeal = createSecretSeal(config.sealKeys, 'second factor');
  const signIns = new SignIns(persons, operatorDoor, passwords, secondFactorSeal, quotas);
  return {
    signIns,
    operators: new PgOperatorStore(pool),
    people: new People(store, doors, persons, config.deskUrl),
    ownPassword: new OwnPassword(persons, passwords, signIns),
    tokenProofs: new TokenProofs(doors, signIns),
    invitations: new Invitations(persons, operatorDoor, passwords, secondFactorSeal),
  };
}

/** Returns the guard of every operation of the operators' API. */
export function operatorGuards({ operators }: PeopleParts): CanActivate[] {
  return [new OperatorGuard(operators)];
}

/** Creates the objects with which operators see and decide cases, holds, journals and messages. */
export function caseParts(
  { pool, config, logger, rails, banks, refunds }: Connections,
  { operators }: PeopleParts,
  workflows: DecisionGateway,
) {
  const cases = new PgCases(pool);
  const accounts = new OtherAccounts(rails, banks);
  const merchants = new PgMerchantStore(pool);
  const redirects = new Redirects(cases, merchants, accounts, refunds);
  return {
    cases: new CasesService(cases, operators, linksOf(config), logger),
    banks: new BankNames(merchants, banks),
    providerNames: new PgProviderNames(pool),
    decisions: new DecisionsService(
      cases,
      workflows,
      redirects,
      new ApprovalCodes(cases, createSecretSeal(config.sealKeys, 'approval code')),
    ),
    holds: new HoldsService(new PgHolds(pool)),
    journals: new JournalsService(new PgJournalProposals(pool)),
    audit: new AuditService(new PgAudit(pool)),
    messages: new MessageDesk(
      new PgMessageDesk(pool),
      createSecretSeal(config.sealKeys, 'message copy'),
    ),
    erasure: new PgPayerErasure(pool),
  };
}

/** Creates the objects with which two operators act together, and with which operators act in a merchant's place. */
export function errandParts(connections: Connections, gateway: ScheduleGateway, team: Team) {
  const own = ownServices(connections);
  const store = new PgForMerchants(connections.pool);
  const errands = new ErrandsService(new PgErrands(connections.pool), {
    OWNER: (personId) => team.linkFor(personId),
  });
  return {
    errands,
    schedules: new SchedulesService(gateway, errands, new PgProviderNames(connections.pool)),
    forMerchants: new ForMerchants(store, own, errands),
  };
}

/** Creates the services of the merchants' API that operators use in a merchant's place. */
function ownServices({ pool, temporal, logger }: Connections): OwnServices {
  // The desk sends no facts itself. Within seconds, the relay sends each fact that no workflow has received.
  const facts = { send: () => undefined };
  return {
    disputes: new DisputesService(new PgDisputeStore(pool), facts),
    replays: new ReplayService(new PgReplayStore(pool), new WebhookGateway(temporal), logger),
  };
}

function linksOf({ uiOrigin, temporalNamespace, deskUrl }: Config): CaseLinks {
  return { workflows: `${uiOrigin}/namespaces/${temporalNamespace}/workflows`, desk: deskUrl };
}

/** Creates the objects with which operators manage merchants, their keys and terms. */
export function onboardingParts(connections: Connections) {
  const { pool, config } = connections;
  const proposals = new MerchantProposals(new PgMerchantProposals(pool));
  const accounts = settlementAccounts(connections);
  return {
    ...endpointParts(connections),
    ...{ proposals, accounts },
    onboarding: new OnboardingService(
      new PgMerchantAdmin(pool),
      new PgSettlementSettingsStore(pool),
      new PgMerchantStore(pool),
      proposals,
    ),
    messageSettings: new MessageSettings(new PgMessageSettings(pool)),
    merchantAccounts: new MerchantAccounts(accounts, proposals),
    installationTerms: new PgInstallationTerms(pool),
    keys: new Keys(new PgKeyStore(pool), config),
    team: teamOf(connections),
  };
}
