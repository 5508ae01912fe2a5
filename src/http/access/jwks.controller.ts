import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { JWK } from 'jose';
import { AccessTokens } from './access-tokens.js';
import { Open } from './token.guard.js';

/** The keys that verify our tokens, in the shape RFC 7517 fixes: the one JSON reply without the envelope. */
@ApiExcludeController()
@Controller('.well-known')
@Open()
export class JwksController {
  constructor(private readonly tokens: AccessTokens) {}

  @Get('jwks.json')
  async keys(@Res({ passthrough: true }) reply: FastifyReply): Promise<{ keys: JWK[] }> {
    reply.header('cache-control', 'public, max-age=300');
    return { keys: await this.tokens.publicJwks() };
  }
}
