import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { keySetOf } from '../../src/platform/config/key-set.js';
import type { Actor } from '../../src/domain/actor.js';
import { PgQuotaStore } from '../../src/http/quota.store.js';
import { createSecretSeal } from '../../src/platform/keys/secret-seal.js';
import { PgDoors } from '../../src/operators/people/door.store.js';
import { Invitations } from '../../src/people/invitations.js';
import { hashOf } from '../../src/people/session-secret.js';
import { mintOperatorToken } from '../../src/operators/people/operator-token.js';
import { Passwords } from '../../src/people/passwords.js';
import { People } from '../../src/operators/people/people.js';
import { operatorDoor } from '../../src/operators/people/operator-door.js';
import { PgPersons } from '../../src/people/person.store.js';
import { PgPeople } from '../../src/operators/people/people.store.js';
import type { Role } from '../../src/operators/people/permissions.js';
import { totpCode } from '../../src/people/second-factor.js';
import { SignIns } from '../../src/people/sign-ins.js';

export const byTest: Actor = {
  ...{ kind: 'COMMAND', actor: 'test', door: 'COMMAND' },
  ...{ reason: 'a test', partner: null, address: null },
};
const from = { address: '127.0.0.1', agent: 'test' };

/** Somebody who has signed up, as a test knows them. */
export interface TestPerson {
  readonly operatorId: string;
  readonly name: string;
  readonly password: string;
  readonly totpSecret: string;
  /** The code that the person signed up with. */
  readonly usedCode: string;
  readonly recoveryCodes: readonly string[];
}

/** People of whom a store's test needs no more than ids. */
export async function plantPeople<Name extends string>(
  pool: pg.Pool,
  ...names: readonly Name[]
): Promise<Record<Name, { name: Name; operatorId: string; door: 'DESK' }>> {
  const people = new PgPeople(pool);
  const planted = names.map(async (name) => {
    const added = await people.add(byTest, { name, role: 'finance', kind: 'PERSON' });
    const operatorId = added ?? (await people.find({ name }))?.operatorId ?? '';
    return [name, { name, operatorId, door: 'DESK' as const }] as const;
  });
  return Object.fromEntries(await Promise.all(planted)) as Record<
    Name,
    { name: Name; operatorId: string; door: 'DESK' }
  >;
}

/** A code that a person who has just signed up may use: the one of now was used for that. */
export function nextCode(totpSecret: string): string {
  return totpCode(totpSecret, Date.now() + 30_000);
}

/** The nth code that no app with this secret shows at this moment, nor in the next minute. */
export function wrongCode(totpSecret: string, nth = 0): string {
  const now = Date.now();
  const shown = new Set([-1, 0, 1, 2, 3].map((step) => totpCode(totpSecret, now + step * 30_000)));
  const codes = Array.from({ length: nth + 1 + shown.size }, (_, n) => String(n).padStart(6, '0'));
  return codes.filter((code) => !shown.has(code))[nth] ?? '';
}

/** The rooms of src/operators on a database, without a desk. */
export class OperatorWorld {
  readonly people;
  readonly doors;
  readonly persons;
  readonly service;
  readonly passwords = new Passwords();
  readonly invitations;
  readonly signIns;

  /** @param sealKey base64url, as MANILLA_SEAL_KEY is */
  constructor(pool: pg.Pool, sealKey: string, deskUrl = 'http://127.0.0.1:3020') {
    const seal = createSecretSeal(
      keySetOf('seal', [Buffer.from(sealKey, 'base64url')]),
      'second factor',
    );
    this.people = new PgPeople(pool);
    this.doors = new PgDoors(pool);
    this.persons = new PgPersons(pool, 'OPERATOR');
    this.service = new People(this.people, this.doors, this.persons, deskUrl);
    this.invitations = new Invitations(this.persons, operatorDoor, this.passwords, seal);
    const quotas = new PgQuotaStore(pool);
    this.signIns = new SignIns(this.persons, operatorDoor, this.passwords, seal, quotas);
  }

  /** Invites a person, who signs up by the link. */
  async join(name: string, role: Role = 'administrator'): Promise<TestPerson> {
    const { link } = await this.service.invite(byTest, { name, role }, { anew: true });
    const secretOfLink = link.split('/').at(-1) ?? '';
    const shown = await this.invitations.show(secretOfLink);
    if (shown === undefined) throw new Error('the link is not open');
    const password = `correct horse battery ${randomInt(1_000_000)}`;
    const code = totpCode(shown.secret, Date.now());
    const { personId: operatorId, codes } = await this.invitations.take(
      secretOfLink,
      { password, again: password, code },
      from.address,
    );
    return {
      ...{ operatorId, name, password, totpSecret: shown.secret },
      ...{ usedCode: code, recoveryCodes: codes },
    };
  }

  /** A token of this operator, valid for a day, whose holder has typed password and code. */
  async token(operatorId: string, role: Role | null = null): Promise<string> {
    const token = mintOperatorToken();
    const expiresAt = new Date(Date.now() + 86_400_000);
    const tokenHash = hashOf(token);
    const kept = { operatorId, tokenHash, label: 'test', role, expiresAt };
    await this.doors.prove(byTest, await this.doors.addToken(byTest, kept), 86_400_000);
    return token;
  }

  /** The `Cookie` of a browser that this operator is signed in with. */
  async cookie({
    operatorId: personId,
    name,
  }: {
    readonly operatorId: string;
    readonly name: string;
  }): Promise<string> {
    return `manilla-desk=${await this.signIns.open({ personId, name }, from)}`;
  }
}
