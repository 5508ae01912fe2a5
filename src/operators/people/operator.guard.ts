import {
  applyDecorators,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiSecurity } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { accessKey, bearerToken, tokenRefusal } from '../../http/access/token.guard.js';
import type { Actor } from '../../domain/actor.js';
import { ApiError } from '../../http/api-error.js';
import { TakesIdempotencyKey } from '../../http/idempotency.interceptor.js';
import { hashOf } from '../../people/session-secret.js';
import { isOperatorToken } from './operator-token.js';
import type { FoundOperator, Operator } from './operator.store.js';
import { isPermission, mayOperator, type Permission, type Rights } from './permissions.js';

/**
 * Makes an operation require the token of an operator whose role has this permission. An operation that changes
 * something also takes an Idempotency-Key.
 */
export function ForOperators(permission: Permission): MethodDecorator {
  return applyDecorators(
    SetMetadata(accessKey, permission),
    ApiSecurity('operator', [permission]),
    ...(permission.endsWith(':read') ? [] : [TakesIdempotencyKey()]),
  );
}

/** Admits a request if its token is an operator's. An operation that names no access is refused to everybody. */
export class OperatorGuard implements CanActivate {
  readonly #reflector = new Reflector();

  constructor(private readonly store: { byToken(hash: Buffer): Promise<FoundOperator> }) {}

  /** @throws ApiError with reason TOKEN_*, PERMISSION_MISSING or SIGN_IN_CODE_NEEDED */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.#reflector.getAllAndOverride<string | undefined>(accessKey, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access === 'open') return true;
    if (!isPermission(access)) throw new Error('the operation names no permission');
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const token = bearerToken(request);
    const found = isOperatorToken(token) ? await this.store.byToken(hashOf(token)) : 'UNKNOWN';
    if (found === 'EXPIRED') throw tokenRefusal('TOKEN_EXPIRED');
    if (found === 'UNKNOWN') throw tokenRefusal('TOKEN_INVALID');
    request.note.operator = found;
    demandPermission(found, access);
    if (access === 'operators:write' && !found.isProven) throw new ApiError('SIGN_IN_CODE_NEEDED');
    return true;
  }
}

/** @throws ApiError PERMISSION_MISSING */
export function demandPermission(rights: Rights, permission: Permission): void {
  if (mayOperator(rights, permission)) return;
  const { role, tokenRole } = rights;
  const which = tokenRole === null ? `Your role (${role})` : `Your token (${tokenRole})`;
  throw new ApiError('PERMISSION_MISSING', {
    message: `${which} lacks the permission ${permission}.`,
  });
}

/** Returns the caller of the operators' API as the actor of the audit. */
export function actorOf(request: FastifyRequest, reason: string | null = null): Actor {
  const { name: actor, operatorId, door } = visitorOf(request);
  return { kind: 'OPERATOR', actor, operatorId, door, reason, partner: null, address: request.ip };
}

/** Returns the operator whose token or session the request carries. */
export function operatorOf({ note }: Pick<FastifyRequest, 'note'>): Operator {
  if (note.operator === undefined) throw new Error('the route has no guard');
  return note.operator as Operator;
}

/** Returns the operator whose token the request carries. A token opens only the API, whichever program holds it. */
export function visitorOf(request: FastifyRequest): {
  readonly name: string;
  readonly operatorId: string;
  readonly door: 'API';
  readonly seesAccounts: boolean;
} {
  const operator = operatorOf(request);
  const { name, operatorId } = operator;
  const seesAccounts = mayOperator(operator, 'accounts:read');
  return { name, operatorId, door: 'API', seesAccounts };
}
