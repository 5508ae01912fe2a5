import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import type { FastifyRequest } from 'fastify';
import { readerOf } from '../orders/reader.js';
import { ForOperators, operatorOf } from '../../operators/people/operator.guard.js';
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
  async searchEverything(
    @Query() { q, size }: SearchQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<FoundData>> {
    const reader = readerOf(operatorOf(request));
    return ok('Search finished', await this.search.everywhere(q, reader, size));
  }
}
