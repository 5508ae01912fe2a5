import { Controller, Get, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { merchantOf } from '../../http/request-note.js';
import { MerchantData } from './merchant.dto.js';
import { MerchantService } from './merchant.service.js';

@ApiTags('Merchant')
@Controller('api/v1/merchant')
export class MerchantController {
  constructor(private readonly service: MerchantService) {}

  /** Returns your names, your status, what is missing before you can go live, your contacts, fees, limits and prefixes, and when you are paid. */
  @Get()
  @RequireScope('merchant:read')
  @Answers(MerchantData, tokenReasons)
  async getMerchant(@Req() request: FastifyRequest): Promise<Envelope<MerchantData>> {
    return ok('Merchant found', await this.service.find(merchantOf(request).merchantId));
  }
}
