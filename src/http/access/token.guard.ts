import {
  applyDecorators,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiSecurity } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { KeyBounds, MerchantProfile } from './merchant.js';
import { ApiError } from '../api-error.js';
import { TakesIdempotencyKey } from '../idempotency.interceptor.js';
import { isAllowedFrom } from './allowed-address.js';
import type { AccessTokens, TokenClaims, TokenFault } from './access-tokens.js';
import type { MerchantDirectory } from './merchant-directory.js';
import type { KeyUse } from './key-use.js';
import { may } from './may.js';
import { isUsableWhilePending, keyGroups, moneyGroups, type Scope } from './scopes.js';

/**
 * Metadata key for what an operation requires: a merchant's scope, `open`, or an operator's permission
 * (src/operators/people/operator.guard.ts).
 */
export const accessKey = 'manilla:access';
const alsoKey = 'manilla:also';
const realm = 'Bearer realm="manilla"';

/** The operation needs a merchant's token with this scope; one that changes something takes an Idempotency-Key as well. */
export function RequireScope(scope: Scope): MethodDecorator & ClassDecorator {
  return applyDecorators(
    SetMetadata(accessKey, scope),
    // In the document, only oauth2 names the scope: linters warn about a plain bearer token with scopes.
    ApiSecurity('bearer'),
    ApiSecurity('oauth2', [scope]),
    ...(scope.endsWith(':write') ? [TakesIdempotencyKey()] : []),
  );
}

/**
 * Requests with this member in their body need this scope as well. A guard checks it, so that no stored reply bypasses
 * the check.
 */
export function AlsoRequireScope(member: string, scope: Scope): MethodDecorator {
  return SetMetadata(alsoKey, { member, scope });
}

/** The operation is open, or has a check of its own. */
export function Open(): MethodDecorator & ClassDecorator {
  return SetMetadata(accessKey, 'open');
}

/** Lets a request through when its token is valid for the operation. An operation that names no access is closed. */
export class TokenGuard implements CanActivate {
  readonly #reflector = new Reflector();

  constructor(
    private readonly tokens: AccessTokens,
    private readonly merchants: MerchantDirectory,
    private readonly use: KeyUse,
  ) {}

  /** @throws ApiError with reason TOKEN_*, SCOPE_MISSING, ADDRESS_NOT_ALLOWED or MERCHANT_INACTIVE. */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const access = this.#reflector.getAllAndOverride<Scope | 'open' | undefined>(accessKey, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access === 'open') return true;
    if (access === undefined) throw new Error('the operation names no scope');
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const scopes = [access, ...this.#also(context, request)] as const;
    const claims = this.tokens.verify(bearerToken(request));
    // A known token of a known merchant needs no promise at all.
    if (typeof claims === 'object' && !(claims instanceof Promise)) {
      const merchant = this.merchants.find(claims.merchantId);
      if (!(merchant instanceof Promise)) return this.#admit(request, claims, merchant, scopes);
    }
    return this.#admitLater(request, claims, scopes);
  }

  async #admitLater(
    request: FastifyRequest,
    verified: ReturnType<AccessTokens['verify']>,
    scopes: readonly [Scope, ...Scope[]],
  ): Promise<boolean> {
    const claims = await verified;
    if (typeof claims === 'string') throw tokenRefusal(claims);
    return this.#admit(request, claims, await this.merchants.find(claims.merchantId), scopes);
  }

  #also(context: ExecutionContext, { body }: FastifyRequest): Scope[] {
    type Also = { readonly member: string; readonly scope: Scope };
    const also = this.#reflector.get<Also | undefined>(alsoKey, context.getHandler());
    if (also === undefined) return [];
    return (body as Record<string, unknown> | null)?.[also.member] ? [also.scope] : [];
  }

  #admit(...of: Parameters<typeof admit>): boolean {
    const [{ ip }, { clientId }] = of;
    admit(...of);
    this.use.note(clientId, ip);
    return true;
  }
}

/** @throws ApiError TOKEN_MISSING, TOKEN_INVALID */
export function bearerToken({ headers }: FastifyRequest): string {
  const { authorization } = headers;
  if (authorization === undefined) {
    throw new ApiError('TOKEN_MISSING', { headers: { 'www-authenticate': realm } });
  }
  const token = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1];
  if (token === undefined) throw tokenRefusal('TOKEN_INVALID');
  return token;
}

function admit(
  request: FastifyRequest,
  claims: TokenClaims,
  merchant: MerchantProfile | undefined,
  [scope, ...more]: readonly [Scope, ...Scope[]],
): void {
  if (merchant === undefined || merchant.tokenVersion !== claims.tokenVersion) {
    throw tokenRefusal('TOKEN_INVALID');
  }
  request.note.merchantId = merchant.merchantId;
  request.note.clientId = claims.clientId;
  refuseBeyondBounds(request, merchant.keys[claims.clientId]);
  if (merchant.status !== 'ACTIVE') refuseInactive(merchant, scope);
  const missing = [scope, ...more].find((each) => !may({ rights: claims.scopes }, each));
  if (missing !== undefined) throw scopeMissing(missing);
  request.note.merchant = merchant;
  request.note.scopes = claims.scopes;
}

/** @throws ApiError TOKEN_INVALID of a key that has ended, ADDRESS_NOT_ALLOWED */
function refuseBeyondBounds(request: FastifyRequest, bounds: KeyBounds | undefined): void {
  if (bounds === undefined) return;
  if (bounds.endsAt !== null && bounds.endsAt <= Date.now()) throw tokenRefusal('TOKEN_INVALID');
  if (!isAllowedFrom(bounds.addresses, request.ip)) throw new ApiError('ADDRESS_NOT_ALLOWED');
}

/** @throws ApiError MERCHANT_INACTIVE */
function refuseInactive({ status }: MerchantProfile, scope: Scope): void {
  if (status !== 'PENDING') throw new ApiError('MERCHANT_INACTIVE');
  if (isUsableWhilePending(scope)) return;
  throw new ApiError('MERCHANT_INACTIVE', {
    message: 'The merchant takes no payments yet: its operator has not activated it.',
  });
}

const movesMoney: ReadonlySet<string> = new Set(moneyGroups.flatMap((name) => keyGroups[name]));

export function scopeMissing(scope: Scope): ApiError {
  return new ApiError('SCOPE_MISSING', {
    message: movesMoney.has(scope)
      ? `The token lacks the scope ${scope}. A key that an operator has made lacks it until you have taken it over.`
      : `The token lacks the scope ${scope}.`,
    headers: { 'www-authenticate': `${realm}, error="insufficient_scope", scope="${scope}"` },
  });
}

export function tokenRefusal(reason: TokenFault): ApiError {
  return new ApiError(reason, {
    headers: { 'www-authenticate': `${realm}, error="invalid_token"` },
  });
}
