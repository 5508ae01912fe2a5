import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { ShownFactView } from '../cases/case-views.dto.js';
import { merchantChangeKinds } from '../../domain/merchant-changes.js';
import { idPattern } from '../../domain/ids.js';
import { PageQuery, PageView } from '../../http/paging.js';
import { EnumQuery, PatternQuery } from '../../http/query-fields.js';
import {
  RegisteredSettlementAccount,
  SettlementAccountView,
} from '../../payouts/accounts/account.dto.js';
import { proposalStatuses } from './merchant-proposal.store.js';

const proposalPattern = idPattern('mcp');
const shownHashPattern = /^[0-9a-f]{32}$/;
const mayBeText = (description: string, example: string | null) =>
  ({ description, type: String, nullable: true, example }) as const;

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
  @ApiProperty({
    description: '`shownHash` of the proposal that you have seen.',
    type: 'string',
    pattern: shownHashPattern.source,
    example: '5e0b9f2c4d1a7e8830c6f1a2b3c4d5e6',
  })
  @IsString()
  @Matches(shownHashPattern, { message: 'shownHash must be that of the proposal' })
  shownHash!: string;
}

export class MerchantProposalView {
  @ApiProperty({ description: 'Id of the proposal.', example: 'mcp_01KA0000000000000000000000' })
  proposalId!: string;

  @ApiProperty({ description: 'Id of the merchant.', example: 'mch_01KA0000000000000000000000' })
  merchantId!: string;

  @ApiProperty({ description: 'Trading name.', example: 'ADA STORES' })
  merchantName!: string;

  @ApiProperty({
    description:
      'What is changed: granted scopes, limits, where settlements are paid. KEY: somebody has claimed a key that an operator has made; confirm it when the merchant says that it was the merchant.',
    enum: merchantChangeKinds,
  })
  kind!: string;

  @ApiProperty({ description: 'What it does, line by line.', type: [ShownFactView] })
  shown!: ShownFactView[];

  @ApiProperty({
    description: 'Hash of all that is shown. Send it to confirm.',
    example: '5e0b9f2c4d1a7e8830c6f1a2b3c4d5e6',
  })
  shownHash!: string;

  @ApiProperty({
    description: 'Who has proposed it, or has made the key that was claimed.',
    example: 'Ada',
  })
  operator!: string;

  @ApiProperty({
    description: 'PROPOSED: waits for a second operator.',
    enum: proposalStatuses,
  })
  status!: string;

  @ApiProperty(mayBeText('Who has confirmed it.', 'Bola'))
  partner!: string | null;

  @ApiProperty({ description: 'When it was proposed.', format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ ...mayBeText('When it was confirmed or withdrawn.', null), format: 'date-time' })
  decidedAt!: string | null;
}

export class MerchantProposalPage {
  @ApiProperty({ description: 'The proposals of this page.', type: [MerchantProposalView] })
  items!: MerchantProposalView[];

  @ApiProperty({ description: 'Position of this page in the list.', type: PageView })
  page!: PageView;
}

const proposal = {
  description: 'What waits for a second operator. Null with DONE.',
  type: MerchantProposalView,
  nullable: true,
} as const;
const outcome = {
  description: 'PROPOSED: waits for a second operator; nothing has happened yet.',
  enum: ['DONE', 'PROPOSED'],
};

/** A settlement account that an operator registers. */
export class RegistrationAnswer {
  @ApiProperty(outcome)
  outcome!: 'DONE' | 'PROPOSED';

  @ApiProperty({
    description: 'The account. Null with PROPOSED.',
    type: RegisteredSettlementAccount,
    nullable: true,
  })
  account!: RegisteredSettlementAccount | null;

  @ApiProperty(proposal)
  proposal!: MerchantProposalView | null;
}

/** A settlement account that an operator makes the default. */
export class DefaultAccountAnswer {
  @ApiProperty(outcome)
  outcome!: 'DONE' | 'PROPOSED';

  @ApiProperty({
    description: 'The account. Null with PROPOSED.',
    type: SettlementAccountView,
    nullable: true,
  })
  account!: SettlementAccountView | null;

  @ApiProperty(proposal)
  proposal!: MerchantProposalView | null;
}
