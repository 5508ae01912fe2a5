import { Body, Controller, Header, HttpCode, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ok, type Envelope } from '../envelope.js';
import { Answers } from '../open-api.js';
import { AuthData, AuthenticateRequest } from './authenticate.dto.js';
import { AuthenticateService } from './authenticate.service.js';
import { Open } from './token.guard.js';

@ApiTags('Authentication')
@Controller('api/v1/merchant')
export class AuthenticateController {
  constructor(private readonly service: AuthenticateService) {}

  /**
   * Exchanges your client id and client secret for an access token. Send the token with every other request as
   * `Authorization: Bearer …`. It is valid for an hour.
   */
  @Post('authenticate')
  @HttpCode(200)
  @Header('pragma', 'no-cache')
  @Open()
  @Answers(AuthData, [
    'INVALID_CREDENTIALS',
    'ADDRESS_NOT_ALLOWED',
    'MERCHANT_INACTIVE',
    'RATE_LIMITED',
  ])
  async authenticate(
    @Body() credentials: AuthenticateRequest,
    @Req() request: FastifyRequest,
  ): Promise<Envelope<AuthData>> {
    const { merchantId, token } = await this.service.authenticate(credentials, request.ip);
    request.note.merchantId = merchantId;
    return ok('Authenticated', token);
  }
}
