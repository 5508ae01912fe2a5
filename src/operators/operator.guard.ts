import {
  applyDecorators,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiSecurity } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { accessKey, bearerToken, tokenRefusal } from '../auth/token.guard.js';
import { hashOf, isOperatorToken } from './operator-token.js';
import type { FoundOperator } from './operator.store.js';

const operators = 'operators';

/** The operation needs the token of an operator. */
export function ForOperators(): ClassDecorator & MethodDecorator {
  return applyDecorators(SetMetadata(accessKey, operators), ApiSecurity('operator'));
}

/** Lets a request through when its token is an operator's. An operation that names no access is closed. */
export class OperatorGuard implements CanActivate {
  readonly #reflector = new Reflector();

  constructor(private readonly store: { byToken(hash: Buffer): Promise<FoundOperator> }) {}

  /** @throws ApiError with reason TOKEN_* */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.#reflector.getAllAndOverride<string | undefined>(accessKey, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access === 'open') return true;
    if (access !== operators) throw new Error('the operation is not for operators');
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const token = bearerToken(request);
    const found = isOperatorToken(token) ? await this.store.byToken(hashOf(token)) : 'UNKNOWN';
    if (found === 'EXPIRED') throw tokenRefusal('TOKEN_EXPIRED');
    if (found === 'UNKNOWN') throw tokenRefusal('TOKEN_INVALID');
    request.note.operator = { operatorId: found.operatorId, name: found.name };
    return true;
  }
}

/** The operator whose token the request carries, and the door: the command line names itself. */
export function visitorOf({ note, headers }: FastifyRequest): {
  name: string;
  door: 'API' | 'CLI';
} {
  if (note.operator === undefined) throw new Error('the route has no guard');
  const isCli = headers['x-manilla-door'] === 'CLI';
  return { name: note.operator.name, door: isCli ? 'CLI' : 'API' };
}
