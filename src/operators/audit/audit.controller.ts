import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiExtension, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedFormat } from '../../http/accepted-format.js';
import { ApiError } from '../../http/api-error.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { filesKey } from '../../http/open-api-model.js';
import { periodOf } from '../../http/query-fields.js';
import { ForOperators } from '../people/operator.guard.js';
import { auditCsv } from './audit-csv.js';
import { AuditService } from './audit.service.js';
import { AuditEntriesPage, AuditQuery, type AuditFormat } from './audit.dto.js';

const mediaTypes: Readonly<Record<AuditFormat, string>> = {
  json: 'application/json',
  csv: 'text/csv',
};

@ApiTags('Audit')
@Controller('ops/v1')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  /**
   * Lists what operators, keys and commands have changed, the newest first, as JSON or CSV. It is kept for good. A page of CSV
   * has the address of the next one in the header `Link`, with `rel="next"`.
   */
  @Get('audit')
  @ForOperators('audit:read')
  @ApiExtension(filesKey, { [mediaTypes.csv]: { type: 'string' } })
  @Answers(AuditEntriesPage, ['NOT_ACCEPTABLE'])
  async listAudit(
    @Query() query: AuditQuery,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<AuditEntriesPage> | string> {
    const format = query.format ?? acceptedFormat(headers.accept, mediaTypes);
    if (format === undefined) {
      const types = Object.values(mediaTypes).join(' and as ');
      throw new ApiError('NOT_ACCEPTABLE', { message: `The audit can be had as ${types}.` });
    }
    const { actor, action, subject, merchantId } = query;
    const filter = {
      ...{ actor: actor ?? null, action: action ?? null },
      ...{ subject: subject ?? null, merchantId: merchantId ?? null },
      ...periodOf(query),
    };
    const found = await this.audit.list(filter, query);
    if (format === 'json') return ok('Entries found', found);
    const { nextCursor } = found.page;
    if (nextCursor !== null) reply.header('link', `<${nextPath(query, nextCursor)}>; rel="next"`);
    reply.header('content-disposition', 'attachment; filename="audit.csv"');
    reply.type(`${mediaTypes.csv}; charset=utf-8`);
    return auditCsv(found.items);
  }
}

/** The next page is named by a cursor, which replaces the page's number. */
function nextPath({ page: _page, ...query }: AuditQuery, cursor: string): string {
  const fields = Object.entries({ ...query, format: 'csv', cursor }).filter(
    ([, value]) => value !== undefined,
  );
  const text = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
  return `/ops/v1/audit?${text}`;
}
