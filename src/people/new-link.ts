import { newId } from '../platform/database/new-id.js';

export interface NewLink {
  readonly linkHash: Buffer;
  readonly expiresAt: Date;
  /** The link itself, when it goes by mail. */
  readonly linkSealed?: Buffer;
  /** Left out: at once. */
  readonly usableFrom?: Date;
  /** The session that asks for a link to another app. The link ends with it. */
  readonly sessionId?: string;
}

/** A new link as the functions of SQL take it. */
export function linkOf({ linkHash, linkSealed, ...rest }: NewLink): object {
  return {
    ...{ invitationId: newId('inv'), linkHash: linkHash.toString('hex'), ...rest },
    ...(linkSealed !== undefined && { linkSealed: linkSealed.toString('hex') }),
  };
}
