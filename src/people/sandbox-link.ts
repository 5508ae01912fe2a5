import { isIP } from 'node:net';
import type { PgSandboxLinks } from './sandbox-link.store.js';
import { hashOf } from './session-secret.js';
import type { From, SignIns } from './sign-ins.js';

const linkPattern = /^[A-Za-z0-9_-]{43}$/;

/** The link that `npm start` prints: it signs the sandbox merchant's owner in, once, from the same machine. */
export class SandboxLink {
  constructor(
    private readonly links: Pick<PgSandboxLinks, 'take'>,
    private readonly signIns: Pick<SignIns, 'open'>,
  ) {}

  /**
   * Signs the owner in, and returns the secret of a session. Undefined: the link was used, is none, or comes from
   * another machine.
   */
  async signIn(link: string, from: From): Promise<string | undefined> {
    if (!linkPattern.test(link) || !isLoopback(from.address)) return undefined;
    const person = await this.links.take(hashOf(link));
    return person && this.signIns.open(person, from, 'LINK');
  }
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}
