import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Req,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { PolicyChanges } from '../../merchants/settings/policy-fields.js';
import { actorOf, ForOperators } from '../people/operator.guard.js';
import {
  AssignPrefixRequest,
  ChannelsRequest,
  CreateMerchantRequest,
  GrantsRequest,
  LimitsRequest,
  ListMerchantsQuery,
  MerchantParameters,
  MerchantPrefixParameters,
  MerchantReasonRequest,
  UpdateMerchantRequest,
} from './merchant-requests.dto.js';
import { LeftItems, MerchantPage, MerchantView, MissingItems } from './merchant-views.dto.js';
import { OnboardingService } from './merchants.service.js';

const waits = 'Something waits for a second operator: see proposals';

@ApiTags('Merchants')
@Controller('ops/v1/merchants')
export class MerchantsController {
  constructor(private readonly service: OnboardingService) {}

  /** Makes a merchant. In the live environment it is PENDING until it is activated. */
  @Post()
  @HttpCode(200)
  @ForOperators('merchants:write')
  @Answers(MerchantView, [])
  async createMerchant(
    @Body() body: CreateMerchantRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<MerchantView>> {
    return ok('Merchant made', await this.service.create(body, actorOf(request)));
  }

  /** Lists merchants, the newest first. */
  @Get()
  @ForOperators('merchants:read')
  @Answers(MerchantPage, [])
  async listMerchants(@Query() query: ListMerchantsQuery): Promise<Envelope<MerchantPage>> {
    return ok('Merchants found', await this.service.list(query));
  }

  /** Returns a merchant with its terms and its checklist. */
  @Get(':merchantId')
  @ForOperators('merchants:read')
  @Answers(MerchantView, ['RESOURCE_NOT_FOUND'])
  async getMerchant(@Param() { merchantId }: MerchantParameters): Promise<Envelope<MerchantView>> {
    return ok('Merchant found', await this.service.find(merchantId));
  }

  /** Changes names and contacts. Fields that you leave out keep their values. */
  @Patch(':merchantId')
  @ForOperators('merchants:write')
  @Answers(MerchantView, ['RESOURCE_NOT_FOUND', 'MERCHANT_STATE'])
  async updateMerchant(
    @Param() { merchantId }: MerchantParameters,
    @Body() body: UpdateMerchantRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<MerchantView>> {
    return ok('Merchant changed', await this.service.update(merchantId, body, actorOf(request)));
  }

  /** Lets a pending merchant take payments. In the live environment its checklist must be done. */
  @Post(':merchantId/activate')
  @HttpCode(200)
  @ForOperators('merchants:write')
  @Answers(MerchantView, ['RESOURCE_NOT_FOUND', 'MERCHANT_STATE', 'MERCHANT_NOT_READY'], {
    MERCHANT_NOT_READY: MissingItems,
  })
  async activateMerchant(
    @Param() { merchantId }: MerchantParameters,
    @Body() { reason }: MerchantReasonRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<MerchantView>> {
    const by = actorOf(request, reason);
    return ok('Merchant activated', await this.service.move(merchantId, 'activate', by));
  }

  /** Suspends a merchant. Within five seconds its tokens are refused; money that is on its way is still booked. */
  @Post(':merchantId/suspend')
  @HttpCode(200)
  @ForOperators('merchants:write')
  @Answers(MerchantView, ['RESOURCE_NOT_FOUND', 'MERCHANT_STATE'])
  async suspendMerchant(
    @Param() { merchantId }: MerchantParameters,
    @Body() { reason }: MerchantReasonRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<MerchantView>> {
    const by = actorOf(request, reason);
    return ok('Merchant suspended', await this.service.move(merchantId, 'suspend', by));
  }

  /** Reinstates a suspended merchant. */
  @Post(':merchantId/reinstate')
  @HttpCode(200)
  @ForOperators('merchants:write')
  @Answers(MerchantView, ['RESOURCE_NOT_FOUND', 'MERCHANT_STATE'])
  async reinstateMerchant(
    @Param() { merchantId }: MerchantParameters,
    @Body() { reason }: MerchantReasonRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<MerchantView>> {
    const by = actorOf(request, reason);
    return ok('Merchant reinstated', await this.service.move(merchantId, 'reinstate', by));
  }

  /** Closes a suspended or pending merchant for good. Nothing of it may be open, and no money may be left. */
  @Post(':merchantId/close')
  @HttpCode(200)
  @ForOperators('merchants:write')
  @Answers(MerchantView, ['RESOURCE_NOT_FOUND', 'MERCHANT_STATE', 'MERCHANT_HAS_OPEN_ITEMS'], {
    MERCHANT_HAS_OPEN_ITEMS: LeftItems,
  })
  async closeMerchant(
    @Param() { merchantId }: MerchantParameters,
    @Body() { reason }: MerchantReasonRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<MerchantView>> {
    const by = actorOf(request, reason);
    return ok('Merchant closed', await this.service.move(merchantId, 'close', by));
  }

  /**
   * Changes limits. Fields that you leave out keep their values. To raise what may be paid out in a day is proposed: see `proposals`
   * of the reply. A second operator confirms it.
   */
  @Put(':merchantId/limits')
  @ForOperators('merchants:write')
  @Answers(MerchantView, ['RESOURCE_NOT_FOUND', 'MERCHANT_STATE'])
  async limitMerchant(
    @Param() { merchantId }: MerchantParameters,
    @Body() body: LimitsRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<MerchantView>> {
    const merchant = await this.service.limit(merchantId, body, actorOf(request));
    return ok(merchant.proposals.length === 0 ? 'Limits set' : waits, merchant);
  }

  /** Replaces the policies. A policy that you leave out gets its default. Checkouts that exist keep theirs. */
  @Put(':merchantId/policies')
  @ForOperators('merchants:write')
  @Answers(MerchantView, ['RESOURCE_NOT_FOUND', 'MERCHANT_STATE'])
  async replaceMerchantPolicies(
    @Param() { merchantId }: MerchantParameters,
    @Body() body: PolicyChanges,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<MerchantView>> {
    const by = actorOf(request);
    return ok('Policies set', await this.service.replacePolicies(merchantId, body, by));
  }

  /** Says which channels checkouts offer, and in which order. Each must have a fee plan. */
  @Put(':merchantId/channels')
  @ForOperators('merchants:write')
  @Answers(MerchantView, ['RESOURCE_NOT_FOUND', 'MERCHANT_STATE'])
  async setMerchantChannels(
    @Param() { merchantId }: MerchantParameters,
    @Body() body: ChannelsRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<MerchantView>> {
    return ok('Channels set', await this.service.setChannels(merchantId, body, actorOf(request)));
  }

  /**
   * Grants scopes that only some merchants have. A scope that is taken back ends all tokens of the merchant. `refunds:destination` is
   * proposed: see `proposals` of the reply. A second operator confirms it.
   */
  @Put(':merchantId/grants')
  @ForOperators('merchants:write')
  @Answers(MerchantView, ['RESOURCE_NOT_FOUND', 'MERCHANT_STATE'])
  async grantMerchantScopes(
    @Param() { merchantId }: MerchantParameters,
    @Body() { scopes }: GrantsRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<MerchantView>> {
    const merchant = await this.service.grant(merchantId, scopes, actorOf(request));
    return ok(merchant.proposals.length === 0 ? 'Scopes granted' : waits, merchant);
  }

  /** Lets a merchant make account numbers from a prefix, or makes it the default. The first one is the default. */
  @Put(':merchantId/prefixes/:prefix')
  @ForOperators('merchants:write')
  @Answers(MerchantView, ['RESOURCE_NOT_FOUND', 'MERCHANT_STATE', 'UNKNOWN_PREFIX'])
  async assignMerchantPrefix(
    @Param() { merchantId, prefix }: MerchantPrefixParameters,
    @Body() { isDefault, status }: AssignPrefixRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<MerchantView>> {
    const wish = { prefix, isDefault: isDefault ?? false, status: status ?? 'ACTIVE' };
    const by = actorOf(request);
    return ok('Prefix assigned', await this.service.assignPrefix(merchantId, wish, by));
  }
}
