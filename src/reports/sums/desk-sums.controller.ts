import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { ForOperators } from '../../operators/people/operator.guard.js';
import { SumsData, SumsOfMerchantQuery } from './sums.dto.js';
import { SumsService } from './sums.service.js';

@ApiTags('Look-ups')
@Controller('ops/v1')
export class DeskSumsController {
  constructor(private readonly sums: SumsService) {}

  /** Adds up payments, fees, refunds and payouts of one merchant or of all, by day, hour, channel, provider or status. */
  @Get('summaries')
  @ForOperators('payments:read')
  @Answers(SumsData, [])
  async getSummaries(
    @Query() { merchantId, ...query }: SumsOfMerchantQuery,
  ): Promise<Envelope<SumsData>> {
    return ok('Added up', await this.sums.of(merchantId ?? null, query));
  }
}
