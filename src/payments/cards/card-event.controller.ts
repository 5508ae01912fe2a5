import { Body, Controller, HttpCode, Param, Post, Res, UseGuards } from '@nestjs/common';
import { ApiHeader, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Open } from '../../http/access/token.guard.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { markReplayed } from '../../http/replayed.js';
import { hookHeaders } from '../../providers/hook-signature.js';
import { CardEventService } from './card-event.service.js';
import { CardEventAnswer, CardEventHook } from './card-event.dto.js';
import { HookSignatureGuard } from '../credits/hook-signature.guard.js';

/** For card acquirers: what they tell us. */
@ApiTags('Provider hooks')
@ApiHeader({ name: hookHeaders.timestamp, description: 'Seconds since the epoch.' })
@ApiSecurity('hookSignature')
@Controller('api/v1/providers/:provider')
@Open()
@UseGuards(HookSignatureGuard)
export class CardEventController {
  constructor(private readonly service: CardEventService) {}

  /** Tells us what happened at the card acquirer. The same event again changes nothing. */
  @Post('card-event')
  @HttpCode(200)
  @Answers(CardEventAnswer, ['SIGNATURE_INVALID', 'RESOURCE_NOT_FOUND', 'MAINTENANCE'])
  async receiveCardEvent(
    @Param('provider') provider: string,
    @Body() hook: CardEventHook,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<CardEventAnswer>> {
    const { duplicate, data } = await this.service.receive(provider, hook);
    markReplayed(reply, duplicate);
    return ok('Event received', data);
  }
}
