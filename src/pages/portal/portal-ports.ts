import type { Actor } from '../../domain/actor.js';
import type { SignedInMember } from '../../people/member.store.js';
import type { SandboxLink } from '../../people/sandbox-link.js';
import type { Logger } from '../../platform/observability/logger.js';

/** What the frame of the portal needs, and the pages of people. */
export interface PortalPorts {
  readonly members: {
    bySession(sessionHash: Buffer): Promise<SignedInMember | undefined>;
    endSession(by: Actor, personId: string, sessionId: string): Promise<boolean>;
  };
  /** Signs the sandbox merchant's owner in; undefined: this is no sandbox. */
  readonly sandboxLink: Pick<SandboxLink, 'signIn'> | undefined;
  readonly environment: 'sandbox' | 'live';
  /** The portal is reached over TLS. */
  readonly https: boolean;
  readonly logger: Pick<Logger, 'error'>;
}
