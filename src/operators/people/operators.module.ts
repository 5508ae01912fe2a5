import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type pg from 'pg';
import type { Config } from '../../platform/config/config.js';
import type { KeyRing } from '../../platform/config/key-ring.js';
import { PgQuotaStore } from '../../http/quota.store.js';
import { createSecretSeal } from '../../platform/keys/secret-seal.js';
import { runtime } from '../../platform/runtime.js';
import { PgDoors } from './door.store.js';
import { Invitations } from './invitations.js';
import { OperatorGuard } from './operator.guard.js';
import { PgOperatorStore } from './operator.store.js';
import { OwnPassword } from './own-password.js';
import { Passwords } from './passwords.js';
import { PeopleController } from './people.controller.js';
import { People } from './people.js';
import { PgPeople } from './people.store.js';
import { SignIns } from './sign-ins.js';
import { TokenProofs } from './token-proofs.js';

const stores = [PgOperatorStore, PgPeople, PgDoors].map((store) => ({
  provide: store,
  inject: [runtime.pool],
  useFactory: (pool: pg.Pool) => new store(pool),
}));

@Module({
  controllers: [PeopleController],
  providers: [
    ...stores,
    { provide: Passwords, useFactory: () => new Passwords() },
    {
      provide: APP_GUARD,
      inject: [PgOperatorStore],
      useFactory: (store: PgOperatorStore) => new OperatorGuard(store),
    },
    {
      provide: People,
      inject: [PgPeople, PgDoors, runtime.config],
      useFactory: (people: PgPeople, doors: PgDoors, { deskUrl }: Config) =>
        new People(people, doors, deskUrl),
    },
    {
      provide: SignIns,
      inject: [PgPeople, PgDoors, Passwords, runtime.config, PgQuotaStore],
      useFactory: (
        people: PgPeople,
        doors: PgDoors,
        passwords: Passwords,
        { sealKeys }: Config,
        quotas: PgQuotaStore,
      ) => new SignIns(people, doors, passwords, secondFactorSeal(sealKeys), quotas),
    },
    {
      provide: OwnPassword,
      inject: [PgPeople, Passwords, SignIns],
      useFactory: (people: PgPeople, passwords: Passwords, signIns: SignIns) =>
        new OwnPassword(people, passwords, signIns),
    },
    {
      provide: TokenProofs,
      inject: [PgDoors, SignIns],
      useFactory: (doors: PgDoors, signIns: SignIns) => new TokenProofs(doors, signIns),
    },
    {
      provide: Invitations,
      inject: [PgPeople, Passwords, runtime.config],
      useFactory: (people: PgPeople, passwords: Passwords, { sealKeys }: Config) =>
        new Invitations(people, passwords, secondFactorSeal(sealKeys)),
    },
  ],
  exports: [PgOperatorStore, People, SignIns, Invitations, OwnPassword],
})
export class OperatorsModule {}

function secondFactorSeal(sealKeys: KeyRing) {
  return createSecretSeal(sealKeys, 'second factor');
}
