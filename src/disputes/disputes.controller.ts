import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../auth/token.guard.js';
import { ok, type Envelope } from '../http/envelope.js';
import { Answers, tokenReasons } from '../http/open-api.js';
import { merchantOf } from '../http/request-note.js';
import { DisputesService } from './disputes.service.js';
import {
  DisputePage,
  DisputeParameters,
  DisputeView,
  ListDisputesQuery,
} from './dto/dispute.dto.js';

@ApiTags('Disputes')
@Controller('api/v1/disputes')
export class DisputesController {
  constructor(private readonly service: DisputesService) {}

  /** Lists your disputes, the newest first: chargebacks of card payments, and payments that a bank took back. */
  @Get()
  @RequireScope('disputes:read')
  @Answers(DisputePage, tokenReasons)
  async listDisputes(
    @Query() query: ListDisputesQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<DisputePage>> {
    return ok('Disputes found', await this.service.list(merchantOf(request).merchantId, query));
  }

  /** Returns a dispute, with the time until which you can answer it. */
  @Get(':disputeId')
  @RequireScope('disputes:read')
  @Answers(DisputeView, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async getDispute(
    @Param() { disputeId }: DisputeParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<DisputeView>> {
    return ok('Dispute found', await this.service.find(merchantOf(request).merchantId, disputeId));
  }
}
