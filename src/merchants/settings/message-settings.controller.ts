import { Body, Controller, Get, Put, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { keyHolderOf, merchantOf } from '../../http/request-note.js';
import { MessageSettingsRequest, MessageSettingsView } from './message-settings.dto.js';
import { MessageSettings } from './message-settings.js';

@ApiTags('Merchant')
@Controller('api/v1/merchant/messages')
export class MessageSettingsController {
  constructor(private readonly settings: MessageSettings) {}

  /** Returns what your customers are told by e-mail and SMS, and whom of your own people we write to. */
  @Get()
  @RequireScope('checkout:read')
  @Answers(MessageSettingsView, tokenReasons)
  async getMessageSettings(@Req() request: FastifyRequest): Promise<Envelope<MessageSettingsView>> {
    const { merchantId } = merchantOf(request);
    return ok('Message settings found', await this.settings.find(merchantId));
  }

  /** Replaces what your customers are told. What you leave out gets its default. It holds for messages that are sent from now on. */
  @Put()
  @RequireScope('policies:write')
  @Answers(MessageSettingsView, tokenReasons)
  async replaceMessageSettings(
    @Body() body: MessageSettingsRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<MessageSettingsView>> {
    const { merchantId } = merchantOf(request);
    const settings = await this.settings.replace(merchantId, body, keyHolderOf(request));
    return ok('Message settings set', settings);
  }
}
