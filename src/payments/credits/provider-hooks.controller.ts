import { Body, Controller, HttpCode, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiHeader, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Open } from '../../http/access/token.guard.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { markReplayed } from '../../http/replayed.js';
import { hookHeaders } from '../../providers/hook-signature.js';
import {
  InwardCreditAnswer,
  InwardCreditHook,
  NameEnquiryAnswer,
  NameEnquiryHook,
  RecallAnswer,
  RecallHook,
} from './hook.dto.js';
import { HookSignatureGuard } from './hook-signature.guard.js';
import { HookService } from './hook.service.js';

/** For banks: what they ask and tell us. */
@ApiTags('Provider hooks')
@ApiHeader({ name: hookHeaders.timestamp, description: 'Seconds since the epoch.' })
@ApiSecurity('hookSignature')
@Controller('api/v1/providers/:provider')
@Open()
@UseGuards(HookSignatureGuard)
export class ProviderHooksController {
  constructor(private readonly service: HookService) {}

  /** Tells us of a transfer that was received. The same session id again gets the same reply and changes nothing. */
  @Post('inward-credit')
  @HttpCode(200)
  @Answers(InwardCreditAnswer, ['SIGNATURE_INVALID'])
  async receiveInwardCredit(
    @Param('provider') provider: string,
    @Body() hook: InwardCreditHook,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<InwardCreditAnswer>> {
    const { creditId, duplicate, checkout } = await this.service.receiveCredit(provider, hook);
    request.note.merchantId = checkout?.merchantId;
    request.note.paymentReference = checkout?.paymentReference;
    markReplayed(reply, duplicate);
    return ok('Credit received', { transactionReference: creditId, sessionId: hook.sessionId });
  }

  /** Asks for the name of an account that a payer wants to send money to. */
  @Post('name-enquiry')
  @HttpCode(200)
  @Answers(NameEnquiryAnswer, ['SIGNATURE_INVALID', 'ACCOUNT_NOT_FOUND'])
  async answerNameEnquiry(
    @Param('provider') provider: string,
    @Body() { accountNumber }: NameEnquiryHook,
  ): Promise<Envelope<NameEnquiryAnswer>> {
    return ok('Account found', await this.service.enquireName(provider, accountNumber));
  }

  /** Tells us that the bank of the payer takes a transfer back. The same event again changes nothing. */
  @Post('recall')
  @HttpCode(200)
  @Answers(RecallAnswer, ['SIGNATURE_INVALID', 'RESOURCE_NOT_FOUND'])
  async receiveRecall(
    @Param('provider') provider: string,
    @Body() hook: RecallHook,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<RecallAnswer>> {
    const { duplicate, data } = await this.service.recall(provider, hook);
    markReplayed(reply, duplicate);
    return ok('Recall taken down', data);
  }
}
