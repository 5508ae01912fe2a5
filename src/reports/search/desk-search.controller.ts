import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { ForOperators } from '../../operators/people/operator.guard.js';
import { FoundData, SearchQuery } from './search.dto.js';
import { SearchService } from './search.service.js';

@ApiTags('Look-ups')
@Controller('ops/v1')
export class DeskSearchController {
  constructor(private readonly search: SearchService) {}

  /**
   * Finds orders, transactions, refunds, disputes, settlements, accounts, cases, merchants, keys, journals and webhook deliveries
   * by whatever a caller knows.
   */
  @Get('search')
  @ForOperators('payments:read')
  @Answers(FoundData, [])
  async searchEverything(@Query() { q, size }: SearchQuery): Promise<Envelope<FoundData>> {
    return ok('Search finished', await this.search.everywhere(q, size));
  }
}
