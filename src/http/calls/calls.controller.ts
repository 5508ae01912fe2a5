import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../access/token.guard.js';
import { ok, type Envelope } from '../envelope.js';
import { Answers, tokenReasons } from '../open-api.js';
import { merchantOf } from '../request-note.js';
import { CallsService } from './calls.service.js';
import { CallQuery, RequestList } from './calls.dto.js';

@ApiTags('Authentication')
@Controller('api/v1/requests')
export class CallsController {
  constructor(private readonly calls: CallsService) {}

  /**
   * Lists your requests of the last seven days that were refused or took a second or more, the newest first: at most 1,000 of each key.
   * Bodies are not kept. A request is listed some seconds after its reply.
   */
  @Get()
  @RequireScope('keys:read')
  @Answers(RequestList, tokenReasons)
  async listRequests(
    @Query() query: CallQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<RequestList>> {
    const { merchantId } = merchantOf(request);
    return ok('Requests found', await this.calls.list(merchantId, query));
  }
}
