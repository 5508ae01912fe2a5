import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { AlsoCsv, fileReasons } from '../../http/list-file.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { merchantOf, mayDo } from '../../http/request-note.js';
import {
  CreditParameters,
  ListCreditsQuery,
  ListTransactionsQuery,
  TransactionReference,
} from './transaction-query.dto.js';
import { CreditPage, CreditView, PagedTransactionList, Transaction } from './transaction.dto.js';
import { creditView, transactionView } from './transaction-view.js';
import { TransactionsService } from './transactions.service.js';
import { transactionColumns } from './transaction-file.js';

@ApiTags('Transactions')
@Controller('api/v1')
export class TransactionsController {
  constructor(private readonly service: TransactionsService) {}

  /** Lists the payments that you received, the newest first. */
  @Get('transactions')
  @RequireScope('transactions:read')
  @AlsoCsv('transactions', transactionColumns)
  @Answers(PagedTransactionList, [...tokenReasons, ...fileReasons])
  async listTransactions(
    @Query() query: ListTransactionsQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<PagedTransactionList>> {
    const { merchantId } = merchantOf(request);
    const seesAccounts = mayDo(request, 'transactions:pii');
    const page = await this.service.list(merchantId, query, (each) =>
      transactionView(each, seesAccounts),
    );
    return ok('Transactions found', page);
  }

  /**
   * Returns one transaction. Pass its transaction reference or the payment reference. If the payment has several
   * transactions, you get the newest one that counts towards it.
   */
  @Get('transactions/:reference')
  @RequireScope('transactions:read')
  @Answers(Transaction, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async getTransaction(
    @Param() { reference }: TransactionReference,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<Transaction>> {
    const found = await this.service.find(merchantOf(request).merchantId, reference);
    return ok('Transaction found', transactionView(found, mayDo(request, 'transactions:pii')));
  }

  /** Lists the payments as the bank or the card acquirer reported them, one for each session id, the newest first. */
  @Get('credits')
  @RequireScope('transactions:read')
  @Answers(CreditPage, [...tokenReasons])
  async listCredits(
    @Query() query: ListCreditsQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<CreditPage>> {
    const { merchantId } = merchantOf(request);
    const seesAccounts = mayDo(request, 'transactions:pii');
    const page = await this.service.listCredits(merchantId, query, (each) =>
      creditView(each, seesAccounts),
    );
    return ok('Credits found', page);
  }

  /** Returns one payment as the bank or the card acquirer reported it. */
  @Get('credits/:transactionReference')
  @RequireScope('transactions:read')
  @Answers(CreditView, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async getCredit(
    @Param() { transactionReference }: CreditParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<CreditView>> {
    const found = await this.service.findCredit(
      merchantOf(request).merchantId,
      transactionReference,
    );
    return ok('Credit found', creditView(found, mayDo(request, 'transactions:pii')));
  }
}
