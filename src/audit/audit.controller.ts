import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok, type Envelope } from '../http/envelope.js';
import { Answers } from '../http/open-api.js';
import { periodOf } from '../http/query-fields.js';
import { ForOperators } from '../operators/operator.guard.js';
import { AuditService } from './audit.service.js';
import { AuditEntriesPage, AuditQuery } from './dto/audit.dto.js';

@ApiTags('Audit')
@Controller('ops/v1')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  /** Lists what operators, keys and commands have changed, the newest first. It is kept for good. */
  @Get('audit')
  @ForOperators('audit:read')
  @Answers(AuditEntriesPage, [])
  async listAudit(@Query() query: AuditQuery): Promise<Envelope<AuditEntriesPage>> {
    const { actor, action, subject, merchantId } = query;
    const filter = {
      ...{ actor: actor ?? null, action: action ?? null },
      ...{ subject: subject ?? null, merchantId: merchantId ?? null },
      ...periodOf(query),
    };
    return ok('Entries found', await this.audit.list(filter, query));
  }
}
