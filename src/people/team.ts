import type { Actor } from '../domain/actor.js';
import { ApiError } from '../http/api-error.js';
import type { SecretSeal } from '../platform/keys/secret-seal.js';
import { wrongField } from './passwords.js';
import type {
  ListedMember,
  MemberChange,
  MemberInviteOutcome,
  MemberOutcome,
  OwnRole,
  PgMembers,
  RoleOutcome,
  RoleWish,
  WantedMember,
} from './member.store.js';
import { linkOf, type NewLink } from './new-link.js';
import { ownerRefusal } from './owner-refusal.js';
import { isMerchantRight } from './rights.js';
import { hashOf, mintSessionSecret } from './session-secret.js';

/** A link is valid for three days, because a mail may be read only on Monday. */
const linkMs = 3 * 86_400_000;
/** The time until a sole owner's new link works. It is long enough for all contacts to read a mail. */
const waitMs = 86_400_000;
const hasOwner =
  'The merchant has an owner, who invites others. An owner who has lost everything gets a new way in by two operators.';
const longestName = 100;
const namePattern = /^\p{L}[\p{L}\p{M}\p{N}.' -]*$/u;
const emailPattern = /^[^\s@<>"',;]+@[^\s@<>"',;]+\.[^\s@<>"',;.]+$/;

type Refusal = Exclude<
  MemberInviteOutcome | MemberOutcome | RoleOutcome,
  'INVITED' | 'CHANGED' | 'PUT' | 'ENDED' | 'UNKNOWN'
>;

const refusals: Readonly<Record<Refusal, string>> = {
  SIGNED_UP: 'This person has signed up already.',
  UNKNOWN_ROLE: 'There is no such role.',
  RIGHT_MISSING: 'You cannot give a right that you lack, nor change somebody who has more.',
  TOO_MANY: 'There are as many as there can be.',
  NO_CONTACT:
    'The address is none of the merchant’s contacts. Give the owner’s address to a contact first.',
  NEW_CONTACT:
    'The address became a contact’s less than a day ago. Invite the owner once the former contact has had a day to object.',
  SAME: 'It is like this already.',
  LAST_OWNER: 'This is the last owner who can sign in. Make another owner first.',
  NAME_TAKEN: 'Another role has this name.',
  IN_USE: 'People have this role. Give them another one first.',
};

/** A person who was invited. `link` is null when it goes by mail: then only the person has it. */
export interface Invited {
  readonly personId: string;
  readonly link: string | null;
}

/** The people of a merchant: they are invited, have roles, and leave. */
export class Team {
  constructor(
    private readonly members: PgMembers,
    private readonly linkSeal: SecretSeal,
    private readonly portalUrl: string,
    /** The sandbox shows a link although it goes by mail as well. */
    private readonly showsLinks: boolean,
  ) {}

  list(merchantId: string): Promise<ListedMember[]> {
    return this.members.list(merchantId);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async find(merchantId: string, personId: string): Promise<ListedMember> {
    const found = await this.members.find(merchantId, personId);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return found;
  }

  roles(merchantId: string): Promise<OwnRole[]> {
    return this.members.roles(merchantId);
  }

  /**
   * Invites a person by a link that works once. Somebody who has not signed up yet gets another link.
   *
   * @throws ApiError VALIDATION_FAILED, DECISION_REFUSED
   */
  async invite(by: Actor, wanted: WantedMember): Promise<Invited> {
    const email = wanted.email.trim().toLowerCase();
    const name = wanted.name.trim().replaceAll(/\s+/g, ' ');
    if (!namePattern.test(name) || name.length > longestName) {
      throw wrongField('name', 'must be 1 to 100 letters, digits, dots, hyphens and spaces');
    }
    if (!emailPattern.test(email) || email.length > 254) {
      throw wrongField('email', 'must be an e-mail address');
    }
    const secret = mintSessionSecret();
    const { outcome, personId, isMailed } = await this.members.invite(
      by,
      { ...wanted, email, name },
      (id) => ({
        ...{ linkHash: hashOf(secret), expiresAt: new Date(Date.now() + linkMs) },
        linkSealed: this.linkSeal.seal(secret, id),
      }),
    );
    if (outcome !== 'INVITED') throw refused(outcome);
    const isShown = this.showsLinks || !isMailed;
    return { personId, link: isShown ? `${this.portalUrl}/invitation/${secret}` : null };
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, DECISION_REFUSED */
  changeRole(by: Actor, merchantId: string, personId: string, role: string): Promise<void> {
    return this.#change(by, merchantId, personId, 'person.role', { role });
  }

  /** Ends the person's sessions, passkeys and links at once. @throws ApiError RESOURCE_NOT_FOUND, DECISION_REFUSED */
  remove(by: Actor, merchantId: string, personId: string): Promise<void> {
    return this.#change(by, merchantId, personId, 'person.leave', { isDisabled: true });
  }

  /** The person sets another second factor at the next sign-in. @throws ApiError RESOURCE_NOT_FOUND, DECISION_REFUSED */
  resetSecondFactor(by: Actor, merchantId: string, personId: string): Promise<void> {
    const change = { resetSecondFactor: true } as const;
    return this.#change(by, merchantId, personId, 'person.reset-second-factor', change);
  }

  /**
   * Makes a role of the merchant's own, or changes one.
   *
   * @throws ApiError VALIDATION_FAILED, RESOURCE_NOT_FOUND, DECISION_REFUSED
   */
  async putRole(by: Actor, merchantId: string, wish: RoleWish): Promise<void> {
    const name = wish.name.trim().replaceAll(/\s+/g, ' ');
    if (!namePattern.test(name) || name.length > 50) {
      throw wrongField('name', 'must be 1 to 50 letters, digits, dots, hyphens and spaces');
    }
    const rights = [...new Set(wish.rights)];
    if (rights.length === 0) throw wrongField('rights', 'must be at least one');
    if (!rights.every(isMerchantRight)) throw wrongField('rights', 'must be rights of people');
    const outcome = await this.members.putRole(by, merchantId, { ...wish, name, rights });
    if (outcome !== 'PUT' && outcome !== 'SAME') throw refused(outcome);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, DECISION_REFUSED */
  async endRole(by: Actor, merchantId: string, roleId: string): Promise<void> {
    const outcome = await this.members.endRole(by, merchantId, roleId);
    if (outcome !== 'ENDED') throw refused(outcome);
  }

  /**
   * Makes the first owner of a merchant, for an operator. Later owners are invited by an owner.
   *
   * @throws ApiError VALIDATION_FAILED, DECISION_REFUSED
   */
  async inviteOwner(by: Actor, wanted: Omit<WantedMember, 'role'>): Promise<Invited> {
    const members = await this.members.list(wanted.merchantId);
    if (members.some(({ role, status }) => role === 'owner' && status !== 'INVITED')) {
      throw new ApiError('DECISION_REFUSED', { message: hasOwner });
    }
    return this.invite(by, { ...wanted, role: 'owner' });
  }

  /**
   * Gives a sole owner who has lost everything a new link. The link works after a day: until then all contacts know of it, and an owner
   * who signs in ends it.
   *
   * @throws ApiError RESOURCE_NOT_FOUND, DECISION_REFUSED
   */
  async giveBack(by: Actor, merchantId: string, personId: string): Promise<void> {
    const link = this.#waitingLink(personId);
    const refusal = ownerRefusal(await this.members.giveBack(by, merchantId, personId, link));
    if (refusal !== null) throw refusal;
  }

  /** Makes the link of `giveBack` for an errand that two operators confirm: the confirmation itself gives the link. */
  linkFor(personId: string): object {
    return linkOf(this.#waitingLink(personId));
  }

  #waitingLink(personId: string): NewLink {
    const secret = mintSessionSecret();
    const usableFrom = new Date(Date.now() + waitMs);
    return {
      ...{ linkHash: hashOf(secret), usableFrom },
      expiresAt: new Date(usableFrom.getTime() + linkMs),
      linkSealed: this.linkSeal.seal(secret, personId),
    };
  }

  async #change(
    by: Actor,
    merchantId: string,
    personId: string,
    action: string,
    change: MemberChange,
  ): Promise<void> {
    const outcome = await this.members.change(by, merchantId, personId, action, change);
    if (outcome !== 'CHANGED') throw refused(outcome);
  }
}

function refused(outcome: MemberInviteOutcome | MemberOutcome | RoleOutcome): ApiError {
  if (outcome === 'UNKNOWN') return new ApiError('RESOURCE_NOT_FOUND');
  return new ApiError('DECISION_REFUSED', {
    message: refusals[outcome as Refusal] ?? 'It was refused.',
  });
}
