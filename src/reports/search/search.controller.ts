import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { mayDo, merchantOf } from '../../http/request-note.js';
import { SearchData, SearchQuery } from './search.dto.js';
import { SearchService } from './search.service.js';

@ApiTags('Search')
@Controller('api/v1')
export class SearchController {
  constructor(private readonly search: SearchService) {}

  /** Finds your orders, transactions, refunds, disputes, settlements and accounts by whatever a customer tells you. */
  @Get('search')
  @RequireScope('checkout:read')
  @Answers(SearchData, tokenReasons)
  async searchAll(
    @Query() { q, size }: SearchQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<SearchData>> {
    const { merchantId } = merchantOf(request);
    const may = (scope: string): boolean => mayDo(request, scope);
    return ok('Search finished', await this.search.ofMerchant(merchantId, q, may, size));
  }
}
