import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { merchantOf } from '../../http/request-note.js';
import { CalendarService } from './calendar.service.js';
import { CalendarQuery, SettlementCalendar } from './calendar.dto.js';

@ApiTags('Settlement')
@Controller('api/v1/settlement/calendar')
export class CalendarController {
  constructor(private readonly service: CalendarService) {}

  /**
   * Returns business days, holidays and your payout days in Lagos. A holiday may still be declared: due dates then
   * move with it.
   */
  @Get()
  @RequireScope('settlements:read')
  @Answers(SettlementCalendar, tokenReasons)
  async getSettlementCalendar(
    @Query() query: CalendarQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<SettlementCalendar>> {
    const { merchantId } = merchantOf(request);
    return ok('Calendar found', await this.service.read(merchantId, query));
  }
}
