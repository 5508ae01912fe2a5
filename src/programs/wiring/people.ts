import { lagosDay } from '../../domain/lagos-day.js';
import { AuditService } from '../../operators/audit/audit.service.js';
import { type AuditEntry, PgAudit } from '../../operators/audit/audit.store.js';
import type { AuditEntryView } from '../../operators/audit/audit.dto.js';
import type { PortalPorts, SeenEntry } from '../../pages/portal/portal-ports.js';
import { PgAccessNotes } from '../../people/access-note.store.js';
import { PgForgottenPasswords } from '../../people/forgotten-password.store.js';
import { ForgottenPasswords } from '../../people/forgotten-passwords.js';
import { Invitations } from '../../people/invitations.js';
import { memberDoor } from '../../people/member-actor.js';
import { PgMembers } from '../../people/member.store.js';
import { OwnPassword } from '../../people/own-password.js';
import { Passkeys } from '../../people/passkeys.js';
import { PgPasskeys } from '../../people/passkey.store.js';
import { Passwords } from '../../people/passwords.js';
import { PgPersons } from '../../people/person.store.js';
import { SandboxLink } from '../../people/sandbox-link.js';
import { PgSandboxLinks } from '../../people/sandbox-link.store.js';
import { SignIns } from '../../people/sign-ins.js';
import { Team } from '../../people/team.js';
import { createSecretSeal } from '../../platform/keys/secret-seal.js';
import type { Connections } from './connections.js';
import type { HttpParts } from './http.js';

/** Creates the service with which the portal and the operators' desk change the people of merchants. */
export function teamOf({ pool, config }: Pick<Connections, 'pool' | 'config'>): Team {
  const linkSeal = createSecretSeal(config.sealKeys, 'link');
  const isSandbox = config.environment === 'sandbox';
  return new Team(new PgMembers(pool), linkSeal, config.portalUrl, isSandbox);
}

/** Creates the objects for merchants' people and for their signing in. */
export function portalPeople(connections: Connections, { quotas }: HttpParts): PortalPorts {
  const { pool, config, logger } = connections;
  const members = new PgMembers(pool);
  const persons = new PgPersons(pool, 'MERCHANT');
  const passwords = new Passwords();
  const seal = createSecretSeal(config.sealKeys, 'second factor');
  const signIns = new SignIns(persons, memberDoor, passwords, seal, quotas);
  const place = { domain: config.passkeyDomain, origin: new URL(config.portalUrl).origin };
  const { environment } = config;
  return {
    ...{ members, persons, signIns, environment, logger },
    invitations: new Invitations(persons, memberDoor, passwords, seal),
    forgotten: new ForgottenPasswords(
      ...([new PgForgottenPasswords(pool), persons, passwords, signIns] as const),
      createSecretSeal(config.sealKeys, 'link'),
      quotas,
    ),
    ownPassword: new OwnPassword(persons, passwords, signIns),
    passkeys: new Passkeys(new PgPasskeys(pool), signIns, place),
    team: teamOf(connections),
    notes: new PgAccessNotes(pool),
    audit: seenAudit(new AuditService(new PgAudit(pool))),
    sandboxLink:
      environment === 'sandbox' ? new SandboxLink(new PgSandboxLinks(pool), signIns) : undefined,
    https: config.portalUrl.startsWith('https:'),
  };
}

/** Returns the audit of one merchant without the names of operators. */
function seenAudit(audit: AuditService): PortalPorts['audit'] {
  return {
    list: async (merchantId, { who, action, day }, cursor) => {
      const bounds = day === null ? undefined : lagosDay(day);
      const { items, page } = await audit.list(
        {
          ...{ merchantId, actor: who, action, subject: null },
          ...{ since: bounds?.since ?? null, before: bounds?.before ?? null },
        },
        { size: 100, ...(cursor !== null && { cursor }) },
      );
      // Operators' entries are left out of a search by name, because such a search would reveal which operator has
      // acted.
      const seen = items.filter(({ actorKind }) => who === null || !isOurs(actorKind));
      return { entries: seen.map(seenEntry), nextCursor: page.nextCursor };
    },
  };
}

function seenEntry(entry: AuditEntryView): SeenEntry {
  const { action, subjectKind, subject, address, actor, actorKind } = entry;
  const what = { at: new Date(entry.at), action, subjectKind, subject };
  if (isOurs(actorKind)) {
    const nothing = { before: null, after: null, address: null };
    return { ...what, ...nothing, who: 'Our staff', whoKind: 'OPERATOR' };
  }
  const whoKind = actorKind === 'KEY' ? 'KEY' : 'PERSON';
  return { ...what, who: actor, whoKind, address, before: entry.before, after: entry.after };
}

function isOurs(kind: AuditEntry['actorKind']): boolean {
  return kind === 'OPERATOR' || kind === 'COMMAND';
}
