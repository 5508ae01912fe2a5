import { Controller, Get, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { BankDirectory } from './bank-directory.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { wholeList } from '../../http/paging.js';
import { merchantOf } from '../../http/request-note.js';
import { BankList } from './banks.dto.js';

@ApiTags('Banks')
@Controller('api/v1/banks')
export class BanksController {
  constructor(private readonly directory: BankDirectory) {}

  /**
   * Lists the banks that money can be sent to, by name. Send either code of a bank where a request asks for
   * `bankCode`.
   */
  @Get()
  @RequireScope('banks:read')
  @Answers(BankList, [...tokenReasons, 'PROVIDER_UNAVAILABLE'])
  async listBanks(@Req() request: FastifyRequest): Promise<Envelope<BankList>> {
    const banks = await this.directory.list(merchantOf(request));
    const items = banks.map(({ cbnCode, name, institutionCode }) => ({
      code: cbnCode,
      name,
      nipInstitutionCode: institutionCode,
    }));
    return ok('Banks found', wholeList(items));
  }
}
