import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Open } from '../../http/access/token.guard.js';
import { ApiError } from '../../http/api-error.js';
import { NoticeIntake } from './notice-intake.js';

/**
 * Receives notices from providers with formats of their own. The formats are not ours, so our API document does not
 * describe them.
 */
@ApiExcludeController()
@Controller('api/v1/providers/:provider')
@Open()
export class NoticesController {
  constructor(private readonly notices: NoticeIntake) {}

  /** Receives any notice of the provider. */
  @Post('notice')
  receiveNotice(
    @Param('provider') provider: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.#answer(provider, null, request, reply);
  }

  /** Receives one kind of notice, from a provider that uses a separate address for each kind. */
  @Post('notice/:part')
  receivePart(
    @Param('provider') provider: string,
    @Param('part') part: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.#answer(provider, part, request, reply);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND for a provider that sends no notices here. */
  async #answer(
    provider: string,
    part: string | null,
    { headers, note }: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const body = note.rawBody ?? Buffer.alloc(0);
    const answered = await this.notices.receive(provider, { headers, body, part });
    if (answered === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    const checkout = answered.booked?.checkout;
    note.merchantId = checkout?.merchantId;
    note.paymentReference = checkout?.paymentReference;
    const { status, body: text } = answered.answer;
    await reply.status(status).send(text);
  }
}
