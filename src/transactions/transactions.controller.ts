import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../auth/token.guard.js';
import { ok, type Envelope } from '../http/envelope.js';
import { AnswersAs } from '../http/named-response.js';
import { Answers, tokenReasons } from '../http/open-api.js';
import { merchantOf, mayDo } from '../http/request-note.js';
import {
  CreditParameters,
  ListCreditsQuery,
  ListTransactionsQuery,
  TransactionReference,
} from './dto/transaction-query.dto.js';
import {
  CreditPage,
  CreditView,
  ListTransactionsResponse,
  PagedTransactionList,
  Transaction,
} from './dto/transaction.dto.js';
import { creditView, transactionView } from './transaction-view.js';
import { TransactionsService } from './transactions.service.js';

@ApiTags('Transactions')
@Controller('api/v1')
export class TransactionsController {
  constructor(private readonly service: TransactionsService) {}

  /** What you have received, the newest first. */
  @Get('transactions')
  @RequireScope('transactions:read')
  @AnswersAs(ListTransactionsResponse)
  @Answers(PagedTransactionList, [...tokenReasons])
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

  /** One transaction, by its reference or by its order's. Of an order with several, the newest that counts towards it. */
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

  /** Credits as the rail brought them, one for each session id, the newest first. */
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

  /** One credit. */
  @Get('credits/:creditId')
  @RequireScope('transactions:read')
  @Answers(CreditView, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async getCredit(
    @Param() { creditId }: CreditParameters,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<CreditView>> {
    const found = await this.service.findCredit(merchantOf(request).merchantId, creditId);
    return ok('Credit found', creditView(found, mayDo(request, 'transactions:pii')));
  }
}
