import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { mayDo, merchantOf } from '../../http/request-note.js';
import { InwardQuery, InwardQueryData } from './inward-query.dto.js';
import { PagedTransactions, WalletTransactionsQuery } from './wallet.dto.js';
import { InwardQueryService } from './inward-query.service.js';
import { WalletTransactionsService } from './wallet-transactions.service.js';

@ApiTags('Inward transfers')
@Controller('api/v1/inward')
export class InwardController {
  constructor(
    private readonly transfers: InwardQueryService,
    private readonly wallet: WalletTransactionsService,
  ) {}

  /**
   * Tells whether a transfer has reached us and what became of it. Name it by its session id, by its transaction
   * reference, by your payment reference, or by account, amount and day.
   */
  @Get('inward-transquery')
  @RequireScope('transactions:read')
  @Answers(InwardQueryData, [
    ...tokenReasons,
    'TRANSFER_NOT_SEEN',
    'AMOUNT_NOT_INTEGER',
    'AMOUNT_OUT_OF_RANGE',
    'RATE_LIMITED',
    'PROVIDER_UNAVAILABLE',
  ])
  async queryInwardTransfer(
    @Query() query: InwardQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<InwardQueryData>> {
    const seesAccounts = mayDo(request, 'transactions:pii');
    const data = await this.transfers.query(merchantOf(request), query, seesAccounts);
    return ok('Transfer found', data);
  }

  /** Lists the changes of your balance, the newest first. Each has the balance before and after it. */
  @Get('get-wallet-transactions')
  @RequireScope('transactions:read')
  @Answers(PagedTransactions, [...tokenReasons])
  async listWalletTransactions(
    @Query() query: WalletTransactionsQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<PagedTransactions>> {
    const { merchantId } = merchantOf(request);
    return ok('Wallet transactions found', await this.wallet.list(merchantId, query));
  }
}
