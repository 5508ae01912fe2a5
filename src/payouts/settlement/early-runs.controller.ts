import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { merchantOf } from '../../http/request-note.js';
import { EarlyRunData } from './early-run.dto.js';
import { SettlementsService } from './settlements.service.js';

/** Settles at once, as the next morning's run would. The live environment has no such routes. */
@ApiTags('Sandbox')
@Controller('api/v1/sandbox')
export class EarlyRunsController {
  constructor(private readonly service: SettlementsService) {}

  /** Settles what is due as if your next scheduled settlement were now. */
  @Post('settlement-run')
  @HttpCode(200)
  @RequireScope('settlements:write')
  @Answers(EarlyRunData, tokenReasons)
  async runSettlement(@Req() request: FastifyRequest): Promise<Envelope<EarlyRunData>> {
    return ok('Run made', await this.service.runEarly(merchantOf(request).merchantId));
  }
}
