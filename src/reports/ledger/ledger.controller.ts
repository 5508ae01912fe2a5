import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { ForOperators } from '../../operators/people/operator.guard.js';
import { LedgerData, LedgerQuery } from './ledger.dto.js';
import { LedgerService } from './ledger.service.js';

@ApiTags('Look-ups')
@Controller('ops/v1')
export class LedgerController {
  constructor(private readonly ledger: LedgerService) {}

  /** Returns what is in the books by code, and the accounts of one code that are not empty, such as money that nobody has decided about. */
  @Get('ledger')
  @ForOperators('journals:read')
  @Answers(LedgerData, [])
  async getLedger(@Query() { code }: LedgerQuery): Promise<Envelope<LedgerData>> {
    return ok('Found', await this.ledger.find(code ?? null));
  }
}
