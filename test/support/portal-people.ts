import { randomInt, randomUUID } from 'node:crypto';
import { totpCode } from '../../src/people/second-factor.js';
import type { SeenPage } from './desk-visitor.js';
import { PortalVisitor, type PortalWorld } from './portal-world.js';

/** Somebody who has signed up by an invitation, as a test knows the person. */
export interface JoinedPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly totpSecret: string;
  readonly recoveryCodes: string[];
  readonly visitor: PortalVisitor;
}

export const secretIn = (headers: Headers): string =>
  /manilla-portal=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';

/** The path of the link that a page shows once. */
export function linkIn({ html }: SeenPage): string {
  const found = /<pre id="link">([^<]+)<\/pre>/.exec(html)?.[1];
  if (found === undefined) throw new Error('the page shows no link');
  return new URL(found).pathname;
}

export const totpSecretIn = ({ html }: SeenPage): string =>
  (/<code id="secret">([^<]+)</.exec(html)?.[1] ?? '').replaceAll(' ', '');

/** Invites a person, who signs up by the link. */
export async function joined(
  world: PortalWorld,
  owner: PortalVisitor,
  role: string,
  email = `${randomUUID()}@shop.example`,
): Promise<JoinedPerson> {
  const name = 'Bisi Ade';
  const link = linkIn(await owner.send('/team', { name, email, role }));
  return signedUp(world, link, { name, email });
}

/** Signs up by a link. */
export async function signedUp(
  world: PortalWorld,
  link: string,
  who: { readonly name: string; readonly email: string },
): Promise<JoinedPerson> {
  const stranger = world.visitor();
  const totpSecret = totpSecretIn(await stranger.see(link));
  const password = `correct horse battery ${randomInt(1_000_000)}`;
  const code = totpCode(totpSecret, Date.now());
  const reply = await stranger.send(link, { password, again: password, code });
  if (reply.status !== 200) throw new Error(`signing up failed: ${reply.text}`);
  const recoveryCodes = (/<pre id="codes">([^<]+)</.exec(reply.html)?.[1] ?? '').split('\n');
  const visitor = new PortalVisitor(world.portal.baseUrl, '', who.email, secretIn(reply.headers));
  return { ...who, password, totpSecret, recoveryCodes, visitor };
}

/** A code that was not used when the person signed up. */
export const nextCode = ({ totpSecret }: JoinedPerson): string =>
  totpCode(totpSecret, Date.now() + 30_000);
