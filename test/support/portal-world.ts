import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { memberActor } from '../../src/people/member-actor.js';
import { PgPersons } from '../../src/people/person.store.js';
import type { MerchantRight, MerchantRole } from '../../src/people/rights.js';
import { formKeyOf, hashOf, mintSessionSecret } from '../../src/people/session-secret.js';
import { newId } from '../../src/platform/database/new-id.js';
import { ApiWorld } from './api-world.js';
import { DeskVisitor, type SeenPage } from './desk-visitor.js';
import type { EdgeApi, TestEdge } from './edge.js';
import { patientPool } from './patient-pool.js';

/** How a person of a test stands. */
export interface WantedPerson {
  readonly merchantId: string;
  readonly name?: string;
  readonly email?: string;
  /** A role that every merchant has; left out with `rights`: a role of the merchant's own. */
  readonly role?: MerchantRole;
  readonly rights?: readonly MerchantRight[];
  /** False: the person must prove again to be the person before a dangerous form. */
  readonly isFresh?: boolean;
}

/** One of a merchant's people with a browser that has no script. */
export class PortalVisitor extends DeskVisitor {
  constructor(
    readonly portalUrl: string,
    readonly personId: string,
    readonly email: string,
    /** The secret of the session. */
    readonly secret: string,
  ) {
    super(portalUrl, { cookie: `manilla-portal=${secret}` });
  }

  /** For a browser's jar. */
  get browserCookie(): { readonly name: string; readonly value: string; readonly url: string } {
    return { name: 'manilla-portal', value: this.secret, url: this.portalUrl };
  }

  /** Sends a form with the key of the session, as its page would. */
  override send(
    path: string,
    fields: Readonly<Record<string, string | readonly string[]>> = {},
  ): Promise<SeenPage> {
    return super.send(path, { formKey: formKeyOf(this.secret), ...fields });
  }
}

/** An edge with a portal, and people of merchants who are signed in. */
export class PortalWorld {
  readonly persons: PgPersons;

  private constructor(
    readonly api: ApiWorld<TestEdge>,
    readonly portal: EdgeApi,
    private readonly pool: pg.Pool,
  ) {
    this.persons = new PgPersons(pool, 'MERCHANT');
  }

  /** API and portal in the process of the test, with a merchant of its own. */
  static async edge(...given: Parameters<typeof ApiWorld.edge>): Promise<PortalWorld> {
    const api = await ApiWorld.edge(...given);
    const { appUrl } = api.manilla.database;
    const pool = patientPool(appUrl, { max: 1, applicationName: 'test' });
    return new PortalWorld(api, await api.manilla.portal(), pool);
  }

  get merchantId(): string {
    return this.api.manilla.merchant.merchantId;
  }

  /** Somebody who is signed in; unless told otherwise the owner of this world's merchant. */
  async person(wanted: Partial<WantedPerson> = {}): Promise<PortalVisitor> {
    const { merchantId = this.merchantId, name = 'Ngozi Obi', isFresh = true } = wanted;
    const personId = newId('psn');
    const email = wanted.email ?? `${randomUUID()}@shop.example`;
    const role =
      wanted.rights === undefined
        ? (wanted.role ?? 'owner')
        : await this.#ownRole(merchantId, wanted.rights);
    await this.api.query(
      `insert into person (person_id, realm, merchant_id, name, email, role, signed_up_at, decides_from)
         values ($1, 'MERCHANT', $2, $3, $4, $5, now(), now() + interval '1 day')`,
      [personId, merchantId, name, email, role],
    );
    const secret = mintSessionSecret();
    const hour = new Date(Date.now() + 3_600_000);
    await this.persons.openSession(memberActor({ name, personId }, '127.0.0.1'), {
      ...{ personId, sessionHash: hashOf(secret), expiresAt: hour, way: 'PASSWORD' },
      ...{ freshUntil: isFresh ? hour : null, address: '127.0.0.1', agent: 'test' },
    });
    return new PortalVisitor(this.portal.baseUrl, personId, email, secret);
  }

  /** Lets somebody have joined so long ago, as PostgreSQL writes an interval. */
  async joinedAgo({ personId }: PortalVisitor, ago: string): Promise<void> {
    await this.api.query(
      `update person set decides_from = now() - $2::interval + interval '1 day' where person_id = $1`,
      [personId, ago],
    );
  }

  /** A visitor with another cookie, or with none. */
  visitor(secret = ''): PortalVisitor {
    return new PortalVisitor(this.portal.baseUrl, '', '', secret);
  }

  async #ownRole(merchantId: string, rights: readonly MerchantRight[]): Promise<string> {
    const roleId = newId('rol');
    await this.api.query(
      'insert into merchant_role (role_id, merchant_id, name, rights) values ($1, $2, $3, $4)',
      [roleId, merchantId, `Role ${roleId}`, rights],
    );
    return roleId;
  }

  async stop(): Promise<void> {
    await this.pool.end();
    await this.portal.stop();
  }
}
