import { Body, Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { actorOf, ForOperators, operatorOf } from '../people/operator.guard.js';
import {
  ConfirmMerchantProposalRequest,
  ListMerchantProposalsQuery,
  MerchantProposalPage,
  MerchantProposalParameters,
  MerchantProposalView,
} from './merchant-proposals.dto.js';
import { MerchantProposals } from './merchant-proposals.service.js';

/** Changes of merchants that take two operators. */
@ApiTags('Merchants')
@Controller('ops/v1/merchant-proposals')
export class MerchantProposalsController {
  constructor(private readonly proposals: MerchantProposals) {}

  /** Lists proposed changes of merchants, the newest first. */
  @Get()
  @ForOperators('merchants:read')
  @Answers(MerchantProposalPage, [])
  async listMerchantProposals(
    @Query() query: ListMerchantProposalsQuery,
  ): Promise<Envelope<MerchantProposalPage>> {
    const filter = { status: query.status ?? null, merchantId: query.merchantId ?? null };
    return ok('Proposals found', await this.proposals.list(filter, query));
  }

  /** Returns one proposed change. */
  @Get(':proposalId')
  @ForOperators('merchants:read')
  @Answers(MerchantProposalView, ['RESOURCE_NOT_FOUND'])
  async getMerchantProposal(
    @Param() { proposalId }: MerchantProposalParameters,
  ): Promise<Envelope<MerchantProposalView>> {
    return ok('Proposal found', await this.proposals.find(proposalId));
  }

  /**
   * Does what another operator has proposed. Send the `shownHash` of the proposal that you have seen. You need the permission that
   * the change itself needs.
   */
  @Post(':proposalId/confirm')
  @HttpCode(200)
  @ForOperators('cases:decide')
  @Answers(MerchantProposalView, [
    ...['RESOURCE_NOT_FOUND', 'SECOND_OPERATOR_NEEDED', 'SECOND_OPERATOR_TOO_NEW'],
    ...['PROPOSAL_CHANGED', 'DECISION_REFUSED'],
  ] as const)
  async confirmMerchantProposal(
    @Param() { proposalId }: MerchantProposalParameters,
    @Body() { shownHash }: ConfirmMerchantProposalRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<MerchantProposalView>> {
    const [by, rights] = [actorOf(request), operatorOf(request)];
    return ok('Confirmed', await this.proposals.confirm(proposalId, shownHash, by, rights));
  }

  /** Takes a proposed change back: yours, or another operator's. */
  @Post(':proposalId/withdraw')
  @HttpCode(200)
  @ForOperators('cases:decide')
  @Answers(MerchantProposalView, ['RESOURCE_NOT_FOUND', 'DECISION_REFUSED'])
  async withdrawMerchantProposal(
    @Param() { proposalId }: MerchantProposalParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<MerchantProposalView>> {
    const [by, rights] = [actorOf(request), operatorOf(request)];
    return ok('Withdrawn', await this.proposals.withdraw(proposalId, by, rights));
  }
}
