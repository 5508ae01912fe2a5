import { Body, Controller, Get, Param, Put, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import {
  MessageSettingsRequest,
  MessageSettingsView,
} from '../../merchants/settings/message-settings.dto.js';
import { MessageSettings } from '../../merchants/settings/message-settings.js';
import { actorOf, ForOperators } from '../people/operator.guard.js';
import { MerchantParameters } from './merchant-requests.dto.js';

/** What a merchant's payers are told. */
@ApiTags('Merchants')
@Controller('ops/v1/merchants/:merchantId/messages')
export class MerchantMessagesController {
  constructor(private readonly settings: MessageSettings) {}

  /** Returns what a merchant's payers are told by e-mail and SMS, and whom of the merchant's people we write to. */
  @Get()
  @ForOperators('merchants:read')
  @Answers(MessageSettingsView, ['RESOURCE_NOT_FOUND'])
  async getMerchantMessageSettings(
    @Param() { merchantId }: MerchantParameters,
  ): Promise<Envelope<MessageSettingsView>> {
    return ok('Message settings found', await this.settings.find(merchantId));
  }

  /** Replaces what a merchant's payers are told. What is left out gets its default. */
  @Put()
  @ForOperators('merchants:write')
  @Answers(MessageSettingsView, ['RESOURCE_NOT_FOUND', 'MERCHANT_STATE'])
  async replaceMerchantMessageSettings(
    @Param() { merchantId }: MerchantParameters,
    @Body() body: MessageSettingsRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<MessageSettingsView>> {
    const settings = await this.settings.replace(merchantId, body, actorOf(request));
    return ok('Message settings set', settings);
  }
}
