import { Body, Controller, Get, HttpCode, Param, Post, Req, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ok, type Envelope } from '../../http/envelope.js';
import { Answers, tokenReasons } from '../../http/open-api.js';
import { wholeList } from '../../http/paging.js';
import { TakesIdempotencyKey } from '../../http/idempotency.interceptor.js';
import { keyHolderOf, merchantOf } from '../../http/request-note.js';
import {
  CreateKeyRequest,
  KeyList,
  KeyParameters,
  KeyView,
  KeyWithSecret,
  RevokeKeyRequest,
  RotateKeyRequest,
} from './keys.dto.js';
import { Keys, keyWish } from './keys.js';
import { MerchantDirectory } from '../../http/access/merchant-directory.js';
import { RotationGuard } from './rotation.guard.js';
import { groupsWithin, type KeyGroup } from '../../http/access/scopes.js';
import { RequireScope } from '../../http/access/token.guard.js';

@ApiTags('Authentication')
@Controller('api/v1/keys')
export class KeysController {
  constructor(
    private readonly keys: Keys,
    private readonly merchants: MerchantDirectory,
  ) {}

  /** Lists your keys, the oldest first. */
  @Get()
  @RequireScope('keys:read')
  @Answers(KeyList, tokenReasons)
  async listKeys(@Req() request: FastifyRequest): Promise<Envelope<KeyList>> {
    return ok('Keys found', wholeList(await this.keys.list(merchantOf(request).merchantId)));
  }

  /**
   * Makes a key. Its secret is shown once. It can have only groups that your key has, is bound to the networks of your key, and ends
   * with your key, unless you ask for less. You get the event `security.changed`.
   */
  @Post()
  @HttpCode(200)
  @RequireScope('keys:write')
  @Answers(KeyWithSecret, [...tokenReasons, 'OPERATION_NOT_PERMITTED'])
  async createKey(
    @Body() body: CreateKeyRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<KeyWithSecret>> {
    const { merchantId } = merchantOf(request);
    const by = keyHolderOf(request);
    const key = await this.keys.create(merchantId, keyWish(body), by, groupsHeld(request));
    this.merchants.forget(merchantId);
    return ok('Keep the secret: it is shown once', key);
  }

  /**
   * Gives a key a new secret. The old secret stays valid for some hours; at most three old secrets do. Your key must have all groups of
   * that key and all of its networks, and must not end before it. A key that your operator has made is yours when you have rotated it with
   * itself and your operator has confirmed it; until then it moves no money.
   */
  @Post(':clientId/rotate')
  @HttpCode(200)
  @RequireScope('keys:claim')
  @TakesIdempotencyKey()
  @UseGuards(RotationGuard)
  @Answers(KeyWithSecret, [...tokenReasons, 'RESOURCE_NOT_FOUND'])
  async rotateKey(
    @Param() { clientId }: KeyParameters,
    @Body() { overlapHours }: RotateKeyRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<KeyWithSecret>> {
    const { merchantId } = merchantOf(request);
    const by = keyHolderOf(request);
    const of = { merchantId, clientId };
    const key = await this.keys.rotate(of, overlapHours, by, groupsHeld(request));
    return ok('Keep the secret: it is shown once', key);
  }

  /** Revokes a key for good. Its secret and its tokens are refused within five seconds. */
  @Post(':clientId/revoke')
  @HttpCode(200)
  @RequireScope('keys:write')
  @Answers(KeyView, [...tokenReasons, 'RESOURCE_NOT_FOUND', 'LAST_KEY'])
  async revokeKey(
    @Param() { clientId }: KeyParameters,
    @Body() { evenLast }: RevokeKeyRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<KeyView>> {
    const { merchantId } = merchantOf(request);
    const of = { merchantId, clientId };
    const key = await this.keys.revoke(of, evenLast ?? false, keyHolderOf(request));
    this.merchants.forget(merchantId);
    return ok('Key revoked', key);
  }
}

/** The groups that the request's token holds. */
function groupsHeld(request: FastifyRequest): readonly KeyGroup[] {
  return groupsWithin(request.note.scopes ?? new Set(), merchantOf(request).grantedScopes);
}
