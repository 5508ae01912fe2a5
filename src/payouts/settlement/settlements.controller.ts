import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { accepted, AnswersAccepted } from '../../http/accepted.js';
import { AlsoCsv, fileReasons } from '../../http/list-file.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { LimitLeft } from '../../merchants/settings/limit-exceeded.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { merchantOf } from '../../http/request-note.js';
import { markReplayed } from '../../http/replayed.js';
import {
  CoolingAccount,
  PagedSettlementTransactions,
  PagedSettlements,
  SettlementHistoryQuery,
  SettlementLinesQuery,
  SettlementParameters,
  SettlementRequestBody,
  SettlementShortfall,
  SettlementStatusQuery,
  SettlementStatusView,
  SettlementView,
} from './settlement.dto.js';
import { SettlementsService } from './settlements.service.js';
import { settlementColumns } from './settlement-file.js';

/** The statuses of a settlement that is no longer under way. */
const ended: ReadonlySet<string> = new Set(['SUCCESSFUL', 'FAILED', 'REVERSED', 'CANCELLED']);

@ApiTags('Settlement')
@Controller('api/v1/settlement')
export class SettlementsController {
  constructor(private readonly service: SettlementsService) {}

  /**
   * Pays you now, without waiting for the next scheduled settlement: everything that is due, or a part. HTTP 202
   * means that the settlement is accepted and on its way; the same request again tells how far it is.
   */
  @Post('merchant-settlement')
  @AnswersAccepted()
  @RequireScope('settlements:write')
  @Answers(
    SettlementView,
    [
      ...tokenReasons,
      'MERCHANT_INACTIVE',
      'DESTINATION_INVALID',
      'UNKNOWN_BANK_CODE',
      'PROVIDER_UNAVAILABLE',
      'SETTLEMENT_IN_PROGRESS',
      'AMOUNT_NOT_INTEGER',
      'AMOUNT_OUT_OF_RANGE',
      'INSUFFICIENT_AVAILABLE_BALANCE',
      'LIMIT_EXCEEDED',
      'OPERATION_NOT_PERMITTED',
      'DUPLICATE_REFERENCE',
    ],
    {
      INSUFFICIENT_AVAILABLE_BALANCE: SettlementShortfall,
      LIMIT_EXCEEDED: LimitLeft,
      OPERATION_NOT_PERMITTED: CoolingAccount,
    },
  )
  async requestSettlement(
    @Body() body: SettlementRequestBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<SettlementView>> {
    const { replayed, settlement } = await this.service.request(merchantOf(request), body);
    markReplayed(reply, replayed);
    const isUnderWay = !ended.has(settlement.status);
    const message = isUnderWay ? 'Settlement accepted' : `Settlement ${settlement.status}`;
    return accepted(reply, { message, data: settlement, isUnderWay });
  }

  /** Returns a settlement, with each of its transfers and each time it was sent. */
  @Get('get-settlement-status/:settlementReference')
  @RequireScope('settlements:read')
  @Answers(SettlementStatusView, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async getSettlementStatus(
    @Param() { settlementReference }: SettlementParameters,
    @Query() { refresh }: SettlementStatusQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<SettlementStatusView>> {
    const { merchantId } = merchantOf(request);
    const asksBank = refresh === 'true';
    const settlement = await this.service.status(merchantId, settlementReference, asksBank);
    return ok('Settlement found', settlement);
  }

  /** Lists your settlements, the newest first. */
  @Get('get-settlement-history')
  @RequireScope('settlements:read')
  @AlsoCsv('settlements', settlementColumns)
  @Answers(PagedSettlements, [...tokenReasons, ...fileReasons])
  async getSettlementHistory(
    @Query() query: SettlementHistoryQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<PagedSettlements>> {
    const { merchantId } = merchantOf(request);
    return ok('Settlements found', await this.service.history(merchantId, query));
  }

  /**
   * Lists what is in a settlement, in the order of booking. The opening balance plus `net` of all lines is the
   * closing balance.
   */
  @Get(':settlementReference/transactions')
  @RequireScope('settlements:read')
  @Answers(PagedSettlementTransactions, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async getSettlementTransactions(
    @Param() { settlementReference }: SettlementParameters,
    @Query() query: SettlementLinesQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<PagedSettlementTransactions>> {
    const { merchantId } = merchantOf(request);
    const page = await this.service.transactions(merchantId, settlementReference, query);
    return ok('Transactions found', page);
  }
}
