import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { merchantOf } from '../../http/request-note.js';
import { SumsData, SumsQuery } from './sums.dto.js';
import { SumsService } from './sums.service.js';

@ApiTags('Wallet')
@Controller('api/v1')
export class SumsController {
  constructor(private readonly sums: SumsService) {}

  /**
   * Adds up your payments, fees, refunds and payouts by day, hour, channel, bank or status, with the number of orders and how long they took
   * to be paid. Without a period: the last seven days, with today.
   */
  @Get('summaries')
  @RequireScope('wallet:read')
  @Answers(SumsData, tokenReasons)
  async getSummaries(
    @Query() query: SumsQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<SumsData>> {
    return ok('Added up', await this.sums.of(merchantOf(request).merchantId, query));
  }
}
