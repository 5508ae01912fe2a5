import type { SignedInMember } from '../../people/member.store.js';
import { type MerchantRight, rightsOf } from '../../people/rights.js';

/** The person who looks at a page of the portal, and the person's rights. */
export interface PortalViewer {
  readonly personId: string;
  readonly sessionId: string;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly environment: 'sandbox' | 'live';
  readonly name: string;
  readonly email: string;
  /** The role in words: `owner`, or the name of the merchant's own role. */
  readonly role: string;
  readonly rights: ReadonlySet<MerchantRight>;
  /** The scopes that the operator has granted the merchant. */
  readonly grantedScopes: readonly string[];
  /**
   * The reason that the merchant is suspended; null: it is not. People of a suspended merchant can read but change
   * nothing.
   */
  readonly suspendedReason: string | null;
  /** The time until which the person need not confirm the identity again; null: it was not confirmed. */
  readonly freshUntil: Date | null;
}

export function viewerOf(
  member: SignedInMember,
  environment: PortalViewer['environment'],
): PortalViewer {
  const { personId, sessionId, merchantId, merchantName, name, email, grantedScopes } = member;
  return {
    ...{ personId, sessionId, merchantId, merchantName, environment, name, email },
    role: member.roleName ?? member.role,
    rights: rightsOf(member.role, member.roleRights, grantedScopes),
    grantedScopes,
    suspendedReason: member.suspendedReason,
    freshUntil: member.freshUntil,
  };
}

/** Tells whether the person has confirmed the identity a moment ago. */
export function isFresh({ freshUntil }: PortalViewer, now = Date.now()): boolean {
  return freshUntil !== null && freshUntil.getTime() > now;
}
