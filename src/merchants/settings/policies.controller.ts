import { Body, Controller, Get, Put, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequireScope } from '../../http/access/token.guard.js';
import { resolvePolicies } from '../../domain/policies.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { PoliciesView, PolicyChanges } from './policy-fields.js';
import { keyHolderOf, merchantOf } from '../../http/request-note.js';
import { PoliciesService } from './policies.service.js';

@ApiTags('Merchant')
@Controller('api/v1/merchant/policies')
export class PoliciesController {
  constructor(private readonly service: PoliciesService) {}

  /** Returns your policies for payments that do not fit. A checkout can have its own. */
  @Get()
  @RequireScope('checkout:read')
  @Answers(PoliciesView, tokenReasons)
  getPolicies(@Req() request: FastifyRequest): Envelope<PoliciesView> {
    return ok('Policies found', resolvePolicies(merchantOf(request).policies));
  }

  /** Replaces your policies. A policy that you leave out gets its default. Checkouts that exist keep theirs. */
  @Put()
  @RequireScope('policies:write')
  @Answers(PoliciesView, tokenReasons)
  async replacePolicies(
    @Body() body: PolicyChanges,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<PoliciesView>> {
    const { merchantId } = merchantOf(request);
    return ok('Policies set', await this.service.replace(merchantId, body, keyHolderOf(request)));
  }
}
