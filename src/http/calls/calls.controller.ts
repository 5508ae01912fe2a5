import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../access/token.guard.js';
import { ok, type Envelope } from '../envelope.js';
import { Answers, tokenReasons } from '../open-api.js';
import { Cursors, pageOf, sliceOf } from '../paging.js';
import { periodOf } from '../query-fields.js';
import { merchantOf } from '../request-note.js';
import type { NotedCall } from './call-log.js';
import { PgCallStore } from './call.store.js';
import { CallQuery, RequestList, RequestView } from './calls.dto.js';

const cursors = new Cursors('requests', [/^\d{1,19}$/]);

@ApiTags('Authentication')
@Controller('api/v1/requests')
export class CallsController {
  constructor(private readonly calls: PgCallStore) {}

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
    const filter = { clientId: query.clientId ?? null, ...periodOf(query) };
    const found = await this.calls.list(merchantId, filter, sliceOf(query, cursors));
    return ok('Requests found', pageOf(query, cursors, found, requestView));
  }
}

function requestView({ status, happenedAt, merchantId: _own, ...call }: NotedCall): RequestView {
  return { ...call, httpStatus: status, createdAt: happenedAt.toISOString() };
}
