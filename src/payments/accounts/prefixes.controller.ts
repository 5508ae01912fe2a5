import { Body, Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import type { PrefixUsage } from '../numbers/prefix.js';
import { PgPrefixStore } from '../numbers/prefix.store.js';
import { BankRefusal } from '../../payouts/banks/bank-refusal.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { TakesIdempotencyKey } from '../../http/idempotency.interceptor.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { wholeList } from '../../http/paging.js';
import { merchantOf } from '../../http/request-note.js';
import { PrefixList, PrefixView } from './prefix.dto.js';
import { AccountValidation, ValidateAccountRequest } from './validation.dto.js';
import { ValidationService } from './validation.service.js';

@ApiTags('Virtual accounts')
@Controller('api/v1/virtual-account')
export class PrefixesController {
  constructor(
    private readonly prefixes: PgPrefixStore,
    private readonly validation: ValidationService,
  ) {}

  /** Lists your prefixes, and how many account numbers each has left. */
  @Get('get-prefixes')
  @RequireScope('virtual-accounts:read')
  @Answers(PrefixList, [...tokenReasons])
  async listPrefixes(@Req() request: FastifyRequest): Promise<Envelope<PrefixList>> {
    const prefixes = await this.prefixes.usage(merchantOf(request).merchantId);
    return ok('Prefixes found', wholeList(prefixes.map(prefixView)));
  }

  /**
   * Tells whether a transfer to an account number would be accepted. For your own numbers the engine answers; for any
   * other, the bank of the number.
   */
  @Post('validate-virtual-account')
  @HttpCode(200)
  @RequireScope('virtual-accounts:read')
  @TakesIdempotencyKey()
  @Answers(
    AccountValidation,
    [
      ...tokenReasons,
      'AMOUNT_NOT_INTEGER',
      'AMOUNT_OUT_OF_RANGE',
      'ACCOUNT_NOT_FOUND',
      'UNKNOWN_BANK_CODE',
      'PROVIDER_UNAVAILABLE',
      'PROVIDER_BAD_RESPONSE',
      'PROVIDER_TIMEOUT',
    ],
    {
      UNKNOWN_BANK_CODE: BankRefusal,
      PROVIDER_UNAVAILABLE: BankRefusal,
      PROVIDER_TIMEOUT: BankRefusal,
    },
  )
  async validateAccount(
    @Body() body: ValidateAccountRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<AccountValidation>> {
    return ok('Account found', await this.validation.validate(merchantOf(request), body));
  }
}

function prefixView(usage: PrefixUsage): PrefixView {
  const { prefix, bankCode, bankName, nipInstitutionCode, status } = usage;
  const { capacity, inUse, quarantined } = usage;
  return {
    prefix,
    bankCode,
    bankName,
    nipInstitutionCode,
    types: ['STATIC', 'DYNAMIC'],
    status,
    capacity,
    inUse,
    quarantined,
    available: Math.max(capacity - inUse - quarantined, 0),
    default: usage.isDefault,
    countedAt: usage.countedAt.toISOString(),
  };
}
