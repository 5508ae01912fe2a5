import { createHash } from 'node:crypto';
import type { KeptIdentity, NewStaticAccount } from './static-account.js';
import { lowerCaseDomain } from '../../domain/reference.js';
import { ApiError } from '../../http/api-error.js';
import { toE164 } from '../../http/phone-number.js';
import { StaticAccountRequest } from './static-account.dto.js';
import type { IdentityHash } from './identity-hash.js';
import type { Id } from '../../domain/ids.js';

/**
 * Returns a validated request in the form in which it is stored: without the identity number.
 *
 * @throws ApiError VALIDATION_FAILED without a name, or without an identity number.
 */
export function newStaticAccount(
  virtualAccountId: Id<'va'>,
  merchantId: string,
  request: StaticAccountRequest,
  identities: IdentityHash,
): NewStaticAccount {
  const owner = {
    accountName: request.accountName ?? null,
    firstName: request.firstName ?? null,
    lastName: request.lastName ?? null,
    email: lowerCaseDomain(request.email),
    phoneNumber: toE164(request.phoneNumber) ?? request.phoneNumber,
  };
  const { reference, prefix } = request;
  const metadata = Object.entries(request.metadata ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    virtualAccountId,
    merchantId,
    reference,
    requestHash: createHash('sha256').update(JSON.stringify({ prefix, owner, metadata })).digest(),
    prefix,
    name: nameOf(owner),
    owner,
    identity: identityOf(request, identities),
    metadata: Object.fromEntries(metadata),
  };
}

function nameOf({
  accountName,
  firstName,
  lastName,
}: Pick<NewStaticAccount['owner'], 'accountName' | 'firstName' | 'lastName'>): string {
  if (accountName !== null) return accountName;
  if (firstName !== null && lastName !== null) return `${firstName} ${lastName}`;
  throw refusal('accountName', 'accountName is required, or firstName and lastName');
}

function identityOf({ bvn, nin }: StaticAccountRequest, identities: IdentityHash): KeptIdentity {
  if (typeof bvn === 'string') return identities.of('BVN', bvn);
  if (typeof nin === 'string') return identities.of('NIN', nin);
  throw refusal('bvn', 'bvn is required, or nin');
}

function refusal(field: string, message: string): ApiError {
  return new ApiError('VALIDATION_FAILED', {
    message: `${message}.`,
    errors: [{ field, rule: 'required', message }],
  });
}
