import type { FastifyRequest } from 'fastify';
import type { Actor } from '../domain/actor.js';
import type { Reason } from '../domain/result-code.js';
import type { MerchantProfile } from './access/merchant.js';

/** The facts about a request beyond HTTP; the log line and the handlers read them. */
export interface RequestNote {
  /** The bytes of the body, for signatures. */
  rawBody: Buffer | undefined;
  merchant: MerchantProfile | undefined;
  merchantId: string | undefined;
  /** The operator who calls, at the operators' address. */
  operator: { readonly name: string; readonly doorId: string } | undefined;
  clientId: string | undefined;
  /** The scopes of the token. */
  scopes: ReadonlySet<string> | undefined;
  paymentReference: string | undefined;
  /** The reason that the answer was not "00". */
  reason: Reason | undefined;
  /** The kind of database outage that the request met. */
  failure: string | undefined;
  /**
   * Whether the reply is a long file. It lasts as long as its reader takes, which says nothing about how fast we
   * answer.
   */
  isFile: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    note: RequestNote;
  }
}

export function emptyNote(): RequestNote {
  return {
    rawBody: undefined,
    merchant: undefined,
    merchantId: undefined,
    operator: undefined,
    clientId: undefined,
    scopes: undefined,
    paymentReference: undefined,
    reason: undefined,
    failure: undefined,
    isFile: false,
  };
}

/** The merchant whose token the request carries; the guard has put it there. */
export function merchantOf(request: FastifyRequest): MerchantProfile {
  const { merchant } = request.note;
  if (merchant === undefined) throw new Error('the route has no guard');
  return merchant;
}

/** Tells whether the request's token has a scope beyond the one that its operation needs. */
export function mayDo(request: FastifyRequest, scope: string): boolean {
  return request.note.scopes?.has(scope) ?? false;
}

/** The client whose credentials the request's token was issued for. */
export function clientOf(request: FastifyRequest): string {
  const { clientId } = request.note;
  if (clientId === undefined) throw new Error('the route has no guard');
  return clientId;
}

/** The holder of the key whose token the request carries, for the audit log. */
export function keyHolderOf(request: FastifyRequest): Actor {
  const actor = clientOf(request);
  return { kind: 'KEY', actor, door: 'API', reason: null, partner: null, address: request.ip };
}
