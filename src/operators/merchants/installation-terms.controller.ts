import { Body, Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { fromJsonAmount, toJsonAmount } from '../../domain/money.js';
import { ApiError } from '../../http/api-error.js';
import { whoseNumbers } from '../../providers/registry.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { wholeList } from '../../http/paging.js';
import { actorOf, ForOperators } from '../people/operator.guard.js';
import {
  FeePlanList,
  FeePlanRequest,
  FeePlanView,
  NumberPrefixList,
  NumberPrefixRequest,
  NumberPrefixView,
} from './terms.dto.js';
import { PgInstallationTerms, type CreatedOutcome } from './installation-terms.store.js';

/** Fee plans and prefixes, which merchants are given. */
@ApiTags('Terms')
@Controller('ops/v1')
export class InstallationTermsController {
  constructor(private readonly terms: PgInstallationTerms) {}

  /** Makes a fee plan. A plan never changes: make another one, and assign it from a date on. */
  @Post('fee-plans')
  @HttpCode(200)
  @ForOperators('terms:write')
  @Answers(FeePlanView, ['DUPLICATE_REFERENCE'])
  async createFeePlan(
    @Body() body: FeePlanRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<FeePlanView>> {
    const { flatMinor, flatWaivedBelowMinor, ...given } = body;
    const flat = { flatMinor: flatMinor ?? 0, flatWaivedBelowMinor: flatWaivedBelowMinor ?? 0 };
    const view = { ...given, ...flat };
    const plan = {
      ...view,
      flatMinor: fromJsonAmount(flat.flatMinor),
      flatWaivedBelowMinor: fromJsonAmount(flat.flatWaivedBelowMinor),
      capMinor: fromJsonAmount(given.capMinor),
    };
    refuseTaken(await this.terms.createPlan(plan, actorOf(request)), 'fee plan');
    return ok('Fee plan made', view);
  }

  /** Lists the fee plans, by id. */
  @Get('fee-plans')
  @ForOperators('merchants:read')
  @Answers(FeePlanList, [])
  async listFeePlans(): Promise<Envelope<FeePlanList>> {
    const feePlans = (await this.terms.plans()).map((plan) => ({
      ...plan,
      flatMinor: toJsonAmount(plan.flatMinor),
      flatWaivedBelowMinor: toJsonAmount(plan.flatWaivedBelowMinor),
      capMinor: toJsonAmount(plan.capMinor),
    }));
    return ok('Fee plans found', wholeList(feePlans));
  }

  /** Adds a prefix that a bank has given. Assign it to merchants. */
  @Post('prefixes')
  @HttpCode(200)
  @ForOperators('merchants:write')
  @Answers(NumberPrefixView, ['DUPLICATE_REFERENCE'])
  async createNumberPrefix(
    @Body() body: NumberPrefixRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<NumberPrefixView>> {
    const numbers = whoseNumbers(body.provider);
    refuseTaken(await this.terms.createPrefix(body, numbers, actorOf(request)), 'prefix');
    const { prefix, provider, bankCode, bankName, nipInstitutionCode } = body;
    return ok('Prefix added', { prefix, provider, bankCode, bankName, nipInstitutionCode });
  }

  /** Lists the prefixes, with how many merchants use each. */
  @Get('prefixes')
  @ForOperators('merchants:read')
  @Answers(NumberPrefixList, [])
  async listNumberPrefixes(): Promise<Envelope<NumberPrefixList>> {
    return ok('Prefixes found', wholeList(await this.terms.prefixes()));
  }
}

/** @throws ApiError DUPLICATE_REFERENCE */
function refuseTaken(outcome: CreatedOutcome, what: string): void {
  if (outcome !== 'TAKEN') return;
  throw new ApiError('DUPLICATE_REFERENCE', {
    message: `There is a ${what} of this name with other details.`,
  });
}
