import type { ListedSession, ListedToken } from './door.store.js';
import type { InvitedView, MeView, OperatorView, SessionView, TokenView } from './people.dto.js';
import type { Operator } from './operator.store.js';
import type { ListedOperator } from './people.store.js';
import { mayOperator, type Permission, permissions, type Rights } from './permissions.js';

const textOf = (time: Date | null): string | null => time?.toISOString() ?? null;

/** `link`: the address at which the person signs up; only one reply contains it. */
export function invitedView(found: ListedOperator, link: string | null): InvitedView {
  return Object.assign(operatorView(found), { link });
}

export function operatorView(found: ListedOperator): OperatorView {
  const { linkEndsAt, lastSeenAt, decidesFrom, ...rest } = found;
  const times = { linkEndsAt: textOf(linkEndsAt), lastSeenAt: textOf(lastSeenAt) };
  return { ...rest, ...times, decidesFrom: textOf(decidesFrom) };
}

export function sessionView({ createdAt, seenAt, endsAt, ...rest }: ListedSession): SessionView {
  const times = { createdAt, seenAt, endsAt };
  const texts = Object.entries(times).map(([name, time]) => [name, time.toISOString()]);
  return { ...rest, ...(Object.fromEntries(texts) as Record<keyof typeof times, string>) };
}

export function tokenView(found: ListedToken): TokenView {
  const { createdAt, expiresAt, revokedAt, lastUsedAt, ...rest } = found;
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    endedAt: textOf(revokedAt),
    lastUsedAt: textOf(lastUsedAt),
  };
}

export function meView({ operatorId, name, role, ...rights }: Operator): MeView {
  return { operatorId, name, role, permissions: permissionsOf({ role, ...rights }) };
}

function permissionsOf(rights: Rights): Permission[] {
  const all = Object.keys(permissions) as Permission[];
  return all.filter((permission) => mayOperator(rights, permission));
}
