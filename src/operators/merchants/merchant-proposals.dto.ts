import { z } from 'zod';
import { reply, text, time, oneOf, listOf } from '../../http/reply.js';
import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { ShownHashField } from '../cases/shown-hash-field.js';
import { ShownFactView } from '../cases/case-views.dto.js';
import { merchantChangeKinds } from '../../domain/merchant-changes.js';
import { idPattern } from '../../domain/ids.js';
import { PageQuery, listReply } from '../../http/paging.js';
import { EnumQuery, PatternQuery } from '../../http/query-fields.js';
import {
  RegisteredSettlementAccount,
  SettlementAccountView,
} from '../../payouts/accounts/account.dto.js';
import { proposalStatuses } from './merchant-proposal.store.js';

const proposalPattern = idPattern('mcp');

export class MerchantProposalParameters {
  @ApiProperty({
    description: 'Id of the proposal.',
    type: 'string',
    pattern: proposalPattern.source,
    example: 'mcp_01KA0000000000000000000000',
  })
  @Matches(proposalPattern, { message: 'proposalId must be the id of a proposed change' })
  proposalId!: string;
}

export class ListMerchantProposalsQuery extends PageQuery {
  @EnumQuery(proposalStatuses, { description: 'Whether it waits.', example: 'PROPOSED' })
  status?: (typeof proposalStatuses)[number];

  @PatternQuery(idPattern('mch'), 'must be the id of a merchant', {
    description: 'Id of the merchant.',
    example: 'mch_01KA0000000000000000000000',
  })
  merchantId?: string;
}

export class ConfirmMerchantProposalRequest {
  @ShownHashField('proposal')
  shownHash!: string;
}

export const MerchantProposalView = reply('MerchantProposalView', {
  proposalId: text('Id of the proposal.', 'mcp_01KA0000000000000000000000'),
  merchantId: text('Id of the merchant.', 'mch_01KA0000000000000000000000'),
  merchantName: text('Trading name.', 'ADA STORES'),
  kind: oneOf(
    merchantChangeKinds,
    'What is changed: granted scopes, limits, where settlements are paid. KEY: somebody has claimed a key that an operator has made; confirm it when the merchant says that it was the merchant.',
  ),
  shown: listOf(ShownFactView, 'What it does, line by line.'),
  shownHash: text(
    'Hash of all that is shown. Send it to confirm.',
    '5e0b9f2c4d1a7e8830c6f1a2b3c4d5e6',
  ),
  operator: text('Who has proposed it, or has made the key that was claimed.', 'Ada'),
  status: oneOf(proposalStatuses, 'PROPOSED: waits for a second operator.'),
  partner: text('Who has confirmed it.', 'Bola').nullable(),
  createdAt: time('When it was proposed.'),
  decidedAt: time('When it was confirmed or withdrawn.', null).nullable(),
});
export type MerchantProposalView = z.infer<typeof MerchantProposalView>;

export const MerchantProposalPage = listReply(
  'MerchantProposalPage',
  MerchantProposalView,
  'The proposals of this page.',
);
export type MerchantProposalPage = z.infer<typeof MerchantProposalPage>;

const outcome = oneOf(
  ['DONE', 'PROPOSED'],
  'PROPOSED: waits for a second operator; nothing has happened yet.',
);
const proposal = MerchantProposalView.nullable().meta({
  description: 'What waits for a second operator. Null with DONE.',
});

/** A settlement account that an operator registers. */
export const RegistrationAnswer = reply('RegistrationAnswer', {
  outcome,
  account: RegisteredSettlementAccount.nullable().meta({
    description: 'The account. Null with PROPOSED.',
  }),
  proposal,
});
export type RegistrationAnswer = z.infer<typeof RegistrationAnswer>;

/** A settlement account that an operator makes the default. */
export const DefaultAccountAnswer = reply('DefaultAccountAnswer', {
  outcome,
  account: SettlementAccountView.nullable().meta({
    description: 'The account. Null with PROPOSED.',
  }),
  proposal,
});
export type DefaultAccountAnswer = z.infer<typeof DefaultAccountAnswer>;
