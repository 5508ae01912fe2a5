import { Body, Controller, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import {
  CreateKeyRequest,
  KeyList,
  KeyView,
  KeyWithSecret,
  RevokeKeyRequest,
  RotateKeyRequest,
} from '../../merchants/keys/keys.dto.js';
import { Keys, keyWish } from '../../merchants/keys/keys.js';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers } from '../../http/open-api.js';
import { wholeList } from '../../http/paging.js';
import { actorOf, ForOperators } from '../people/operator.guard.js';
import { MerchantKeyParameters } from './merchant-keys.dto.js';
import { MerchantParameters } from './merchant-requests.dto.js';
import { OnboardingService } from './merchants.service.js';

@ApiTags('Merchant keys')
@Controller('ops/v1/merchants/:merchantId/keys')
export class MerchantKeysController {
  constructor(
    private readonly service: OnboardingService,
    private readonly keys: Keys,
  ) {}

  /** Lists the keys of a merchant, the oldest first. */
  @Get()
  @ForOperators('merchants:read')
  @Answers(KeyList, ['RESOURCE_NOT_FOUND'])
  async listMerchantKeys(@Param() { merchantId }: MerchantParameters): Promise<Envelope<KeyList>> {
    await this.service.find(merchantId);
    return ok('Keys found', wholeList(await this.keys.list(merchantId)));
  }

  /** Makes a key. Its secret is shown once. Unless you say otherwise, it may take payments and read. */
  @Post()
  @HttpCode(200)
  @ForOperators('keys:write')
  @Answers(KeyWithSecret, ['RESOURCE_NOT_FOUND', 'MERCHANT_STATE', 'OPERATION_NOT_PERMITTED'])
  async createMerchantKey(
    @Param() { merchantId }: MerchantParameters,
    @Body() body: CreateKeyRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<KeyWithSecret>> {
    const key = await this.keys.create(merchantId, keyWish(body), actorOf(request));
    return ok('Keep the secret: it is shown once', key);
  }

  /** Gives a key a new secret. The old secret stays valid for some hours. */
  @Post(':clientId/rotate')
  @HttpCode(200)
  @ForOperators('keys:write')
  @Answers(KeyWithSecret, ['RESOURCE_NOT_FOUND'])
  async rotateMerchantKey(
    @Param() of: MerchantKeyParameters,
    @Body() { overlapHours }: RotateKeyRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<KeyWithSecret>> {
    const key = await this.keys.rotate(of, overlapHours, actorOf(request));
    return ok('Keep the secret: it is shown once', key);
  }

  /** Revokes a key for good. Its secret and its tokens are refused within five seconds. */
  @Post(':clientId/revoke')
  @HttpCode(200)
  @ForOperators('keys:write')
  @Answers(KeyView, ['RESOURCE_NOT_FOUND', 'LAST_KEY'])
  async revokeMerchantKey(
    @Param() of: MerchantKeyParameters,
    @Body() { evenLast }: RevokeKeyRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<KeyView>> {
    const key = await this.keys.revoke(of, evenLast ?? false, actorOf(request));
    return ok('Key revoked', key);
  }
}
