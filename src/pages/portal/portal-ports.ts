import type { Actor } from '../../domain/actor.js';
import type { AccessNote } from '../../people/access-note.store.js';
import type { ForgottenPasswords } from '../../people/forgotten-passwords.js';
import type { Invitations } from '../../people/invitations.js';
import type { SignedInMember } from '../../people/member.store.js';
import type { OwnPassword } from '../../people/own-password.js';
import type { Passkeys } from '../../people/passkeys.js';
import type { PgPersons } from '../../people/person.store.js';
import type { SandboxLink } from '../../people/sandbox-link.js';
import type { SignIns } from '../../people/sign-ins.js';
import type { Team } from '../../people/team.js';
import type { Logger } from '../../platform/observability/logger.js';

/** An entry of the audit as a merchant sees it. Entries about the operator's actions have no name and no details. */
export interface SeenEntry {
  readonly at: Date;
  readonly who: string;
  readonly whoKind: 'PERSON' | 'KEY' | 'OPERATOR';
  readonly action: string;
  readonly subjectKind: string;
  readonly subject: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly address: string | null;
}

/** The filters of the audit; null does not filter. */
export interface AuditWish {
  /** The name of a person, or the client id of a key. */
  readonly who: string | null;
  /** A whole action, or its first word. */
  readonly action: string | null;
  /** A day in Lagos. */
  readonly day: string | null;
}

export interface SeenEntries {
  readonly entries: readonly SeenEntry[];
  readonly nextCursor: string | null;
}

/** The services behind the portal's frame, and behind the pages about people. */
export interface PortalPorts {
  readonly members: { bySession(sessionHash: Buffer): Promise<SignedInMember | undefined> };
  readonly persons: Pick<
    PgPersons,
    | 'sessions'
    | 'endSession'
    | 'endOtherSessions'
    | 'freshen'
    | 'recoveryCodesLeft'
    | 'changeRecoveryCodes'
  >;
  readonly signIns: Pick<SignIns, 'signIn' | 'open' | 'proveByCode' | 'linkForApp'>;
  readonly invitations: Pick<Invitations, 'show' | 'take'>;
  readonly forgotten: Pick<ForgottenPasswords, 'ask' | 'show' | 'reset'>;
  readonly ownPassword: Pick<OwnPassword, 'change'>;
  readonly passkeys: Passkeys;
  readonly team: Team;
  readonly notes: { note(by: Actor, merchantId: string, note: AccessNote): Promise<void> };
  readonly audit: {
    list(merchantId: string, wish: AuditWish, cursor: string | null): Promise<SeenEntries>;
  };
  /** Signs in as the owner of the sandbox's merchant; undefined in the live environment. */
  readonly sandboxLink: Pick<SandboxLink, 'signIn'> | undefined;
  readonly environment: 'sandbox' | 'live';
  /** Whether browsers reach the portal over TLS. */
  readonly https: boolean;
  readonly logger: Pick<Logger, 'error'>;
}
