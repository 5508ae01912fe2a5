import { Body, Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { actorOf, ForOperators, operatorOf } from '../people/operator.guard.js';
import { mayOperator } from '../people/permissions.js';
import { MessageDesk } from './message-desk.js';
import {
  ListMessagesQuery,
  MessagePage,
  MessageParameters,
  MessageReasonRequest,
  MessageView,
  SentAgainView,
} from './messages.dto.js';

@ApiTags('Messages')
@Controller('ops/v1/messages')
export class MessagesController {
  constructor(private readonly desk: MessageDesk) {}

  /** Lists what people were told by e-mail and SMS, the newest first, without addresses and texts. */
  @Get()
  @ForOperators('payments:read')
  @Answers(MessagePage, [])
  async listMessages(@Query() query: ListMessagesQuery): Promise<Envelope<MessagePage>> {
    return ok('Messages found', await this.desk.page(query));
  }

  /** Returns a message: to whom it goes, and what became of it. */
  @Get(':messageId')
  @ForOperators('payments:read')
  @Answers(MessageView, ['RESOURCE_NOT_FOUND'])
  async getMessage(
    @Param() { messageId }: MessageParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<MessageView>> {
    const seesAddress = mayOperator(operatorOf(request), 'payloads:read');
    return ok('Message found', await this.desk.view(messageId, seesAddress));
  }

  /** Sends what it told once more, under another id. The last one must be over. */
  @Post(':messageId/send-again')
  @HttpCode(200)
  @ForOperators('cases:note')
  @Answers(SentAgainView, ['RESOURCE_NOT_FOUND', 'OPERATION_NOT_PERMITTED'])
  async sendMessageAgain(
    @Param() { messageId }: MessageParameters,
    @Body() { reason }: MessageReasonRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<SentAgainView>> {
    const sent = await this.desk.sendAgain(messageId, actorOf(request, reason));
    return ok('It is sent once more', { messageId: sent });
  }

  /** Lets the address of a message get messages again, after it was refused, came back or complained. */
  @Post(':messageId/lift')
  @HttpCode(200)
  @ForOperators('cases:note')
  @Answers(MessageView, ['RESOURCE_NOT_FOUND', 'OPERATION_NOT_PERMITTED'])
  async liftAddressRefusal(
    @Param() { messageId }: MessageParameters,
    @Body() { reason }: MessageReasonRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<MessageView>> {
    await this.desk.lift(messageId, actorOf(request, reason));
    const seesAddress = mayOperator(operatorOf(request), 'payloads:read');
    const view = await this.desk.view(messageId, seesAddress);
    return ok('The address gets messages again', view);
  }
}
