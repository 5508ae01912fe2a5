import { Body, Controller, Get, Put, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { keyHolderOf, merchantOf } from '../../http/request-note.js';
import { SettlementSettingsRequest, SettlementSettingsView } from './settlement-settings.dto.js';
import { SettlementSettingsService } from './settlement-settings.service.js';

@ApiTags('Merchant')
@Controller('api/v1/merchant/settlement-settings')
export class SettlementSettingsController {
  constructor(private readonly service: SettlementSettingsService) {}

  /** Returns when you are paid, from which amount, and what a payout costs. */
  @Get()
  @RequireScope('settlements:read')
  @Answers(SettlementSettingsView, tokenReasons)
  async getSettlementSettings(
    @Req() request: FastifyRequest,
  ): Promise<Envelope<SettlementSettingsView>> {
    const { merchantId } = merchantOf(request);
    return ok('Settlement settings found', await this.service.find(merchantId));
  }

  /**
   * Replaces your schedule and your minimum. Payments that are not due yet get the due date of the new schedule;
   * payments that are due stay due.
   */
  @Put()
  @RequireScope('settlements:write')
  @Answers(SettlementSettingsView, tokenReasons)
  async replaceSettlementSettings(
    @Body() body: SettlementSettingsRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<SettlementSettingsView>> {
    const { merchantId } = merchantOf(request);
    const settings = await this.service.change(merchantId, keyHolderOf(request), body);
    return ok('Settlement settings set', settings);
  }
}
