import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { bankNumberFailures, bankNumberReasons } from '../numbers/opening-account.js';
import { DynamicAccountData } from '../checkouts/account-data.js';
import { AlsoCsv, fileReasons } from '../../http/list-file.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { LimitLeft } from '../../merchants/settings/limit-exceeded.js';
import { Answers, AnswersAs, tokenReasons } from '../../http/open-api.js';
import { merchantOf } from '../../http/request-note.js';
import { markReplayed } from '../../http/replayed.js';
import {
  ChangeDynamicAccountRequest,
  CreateDynamicAccountRequest,
  ListDynamicAccountsQuery,
  PagedVirtualAccountList,
} from './dynamic-account.dto.js';
import { AccountParameters } from './virtual-account.dto.js';
import { DynamicAccountsService } from './dynamic-accounts.service.js';
import { dynamicAccountColumns } from './account-files.js';

@ApiTags('Virtual accounts')
@Controller('api/v1/virtual-account')
export class DynamicAccountsController {
  constructor(private readonly service: DynamicAccountsService) {}

  /**
   * Creates an account number for one payment. It is a checkout by bank transfer and its account in one request, and
   * you query it by its reference. The same request again gets the same account with the same expiry.
   */
  @Post('dynamic')
  @HttpCode(200)
  @RequireScope('virtual-accounts:write')
  @AnswersAs('CreateDynamicVirtualAccountResponse')
  @Answers(
    DynamicAccountData,
    [
      ...tokenReasons,
      'AMOUNT_NOT_INTEGER',
      'AMOUNT_OUT_OF_RANGE',
      'LIMIT_EXCEEDED',
      'UNKNOWN_PREFIX',
      'PREFIX_NOT_ASSIGNED',
      'CHANNEL_NOT_ENABLED',
      'DUPLICATE_REFERENCE',
      'ACCOUNT_POOL_EXHAUSTED',
      ...bankNumberReasons,
    ],
    { LIMIT_EXCEEDED: LimitLeft, ...bankNumberFailures },
  )
  async createDynamicAccount(
    @Body() body: CreateDynamicAccountRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<DynamicAccountData>> {
    request.note.paymentReference = body.paymentReference;
    const result = await this.service.create(merchantOf(request), body);
    markReplayed(reply, result.replayed);
    return ok('Virtual account created', result.data);
  }

  /** Lists the account numbers for one payment, the newest first. Those of checkouts are included. */
  @Get('get-dynamic-virtual-accounts')
  @RequireScope('virtual-accounts:read')
  @AlsoCsv('dynamic-accounts', dynamicAccountColumns)
  @Answers(PagedVirtualAccountList, [...tokenReasons, ...fileReasons])
  async listDynamicAccounts(
    @Query() query: ListDynamicAccountsQuery,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<PagedVirtualAccountList>> {
    const { merchantId } = merchantOf(request);
    return ok('Virtual accounts found', await this.service.list(merchantId, query));
  }

  /**
   * Changes the amount or the expiry of a standalone dynamic account. Works only before the first payment. Fields you
   * leave out keep their values.
   */
  @Patch(':accountNumber')
  @RequireScope('virtual-accounts:write')
  @Answers(
    DynamicAccountData,
    [
      ...tokenReasons,
      'RESOURCE_NOT_FOUND',
      'OPERATION_NOT_PERMITTED',
      'AMOUNT_NOT_INTEGER',
      'AMOUNT_OUT_OF_RANGE',
      'LIMIT_EXCEEDED',
      'CHECKOUT_NOT_OPEN',
      'CHECKOUT_ALREADY_PAID',
      'CHECKOUT_CANCELLED',
      'VIRTUAL_ACCOUNT_EXPIRED',
    ],
    { LIMIT_EXCEEDED: LimitLeft },
  )
  async changeDynamicAccount(
    @Param() { accountNumber }: AccountParameters,
    @Body() body: ChangeDynamicAccountRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Envelope<DynamicAccountData>> {
    const result = await this.service.change(merchantOf(request), accountNumber, body);
    markReplayed(reply, result.replayed);
    return ok('Virtual account changed', result.data);
  }
}
