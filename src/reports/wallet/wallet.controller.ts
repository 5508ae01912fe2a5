import { Controller, Get, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, AnswersAs, tokenReasons } from '../../http/open-api.js';
import { merchantOf } from '../../http/request-note.js';
import { WalletBalanceData } from './wallet.dto.js';
import { WalletService } from './wallet.service.js';

@ApiTags('Wallet')
@Controller('api/v1')
export class WalletController {
  constructor(private readonly service: WalletService) {}

  /** Returns your balance at one moment, and what the next settlement will send. */
  @Get('wallet/balance')
  @RequireScope('wallet:read')
  @AnswersAs('WalletBalanceResponse')
  @Answers(WalletBalanceData, tokenReasons)
  async getWalletBalance(@Req() request: FastifyRequest): Promise<Envelope<WalletBalanceData>> {
    return ok('Balance found', await this.service.balance(merchantOf(request).merchantId));
  }

  /** Returns the same as `GET /api/v1/wallet/balance`. */
  @Get('virtual-account/get-wallet-balance')
  @RequireScope('wallet:read')
  @AnswersAs('WalletBalanceResponse')
  @Answers(WalletBalanceData, tokenReasons)
  getVirtualAccountWalletBalance(
    @Req() request: FastifyRequest,
  ): Promise<Envelope<WalletBalanceData>> {
    return this.getWalletBalance(request);
  }
}
