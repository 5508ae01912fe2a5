import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { acceptedFormat } from '../../http/accepted-format.js';
import { ApiError } from '../../http/api-error.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { merchantOf } from '../../http/request-note.js';
import { SettlementParameters } from '../settlement/settlement.dto.js';
import {
  PeriodStatementQuery,
  StatementQuery,
  StatementView,
  type StatementFormat,
} from './statement.dto.js';
import { AlsoAnswersFiles } from './statement-files.js';
import { StatementAnswers } from './statement-answers.js';
import { mediaTypes } from './statement-format.js';
import { StatementService } from './statement.service.js';

@ApiTags('Settlement')
@Controller('api/v1/settlement')
export class StatementsController {
  constructor(
    private readonly service: StatementService,
    private readonly files: StatementAnswers,
  ) {}

  /**
   * Returns your statement of a period as JSON, CSV or PDF: the opening balance, every change, and the closing
   * balance. The balance is what you have, pending and available, minus what you owe.
   */
  @Get('statement')
  @RequireScope('settlements:read')
  @AlsoAnswersFiles()
  @Answers(StatementView, [...tokenReasons, 'NOT_ACCEPTABLE', 'TOO_MUCH_AT_ONCE'])
  async getPeriodStatement(
    @Query() query: PeriodStatementQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { merchantId } = merchantOf(request);
    await this.files.answer(reply, formatOf(query, request), merchantId, () =>
      this.service.ofPeriod(merchantId, query),
    );
  }

  /**
   * Returns the statement of one settlement as JSON, CSV or PDF: every collection, refund and dispute in it, and its
   * payouts.
   */
  @Get(':settlementReference/statement')
  @RequireScope('settlements:read')
  @AlsoAnswersFiles()
  @Answers(StatementView, [
    ...tokenReasons,
    'RESOURCE_NOT_FOUND',
    'NOT_ACCEPTABLE',
    'TOO_MUCH_AT_ONCE',
  ])
  async getSettlementStatement(
    @Param() { settlementReference }: SettlementParameters,
    @Query() query: StatementQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { merchantId } = merchantOf(request);
    await this.files.answer(reply, formatOf(query, request), merchantId, () =>
      this.service.ofSettlement(merchantId, settlementReference),
    );
  }
}

function formatOf({ format }: StatementQuery, { headers }: FastifyRequest): StatementFormat {
  const chosen = format ?? acceptedFormat(headers.accept, mediaTypes);
  if (chosen !== undefined) return chosen;
  const types = Object.values(mediaTypes).join(', ');
  throw new ApiError('NOT_ACCEPTABLE', { message: `A statement can be had as ${types}.` });
}
