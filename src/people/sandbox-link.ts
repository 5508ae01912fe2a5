import { isIP } from 'node:net';
import { memberActor } from './member-actor.js';
import type { PgMembers } from './member.store.js';
import type { PgSandboxLinks } from './sandbox-link.store.js';
import { freshMs, memberSessionMs } from './member-times.js';
import { hashOf, mintSessionSecret } from './session-secret.js';

const linkPattern = /^[A-Za-z0-9_-]{43}$/;

/** The link that `npm start` prints: it signs the sandbox merchant's owner in, once, from the same machine. */
export class SandboxLink {
  constructor(
    private readonly links: Pick<PgSandboxLinks, 'take'>,
    private readonly members: Pick<PgMembers, 'openSession'>,
  ) {}

  /** The secret of a session; undefined: the link was used, is none, or comes from another machine. */
  async signIn(
    link: string,
    { address, agent }: { readonly address: string; readonly agent: string | null },
  ): Promise<string | undefined> {
    if (!linkPattern.test(link) || !isLoopback(address)) return undefined;
    const person = await this.links.take(hashOf(link));
    if (person === undefined) return undefined;
    const secret = mintSessionSecret();
    await this.members.openSession(memberActor(person, address), {
      ...{ personId: person.personId, sessionHash: hashOf(secret), way: 'LINK', address, agent },
      expiresAt: new Date(Date.now() + memberSessionMs),
      freshUntil: new Date(Date.now() + freshMs),
    });
    return secret;
  }
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}
