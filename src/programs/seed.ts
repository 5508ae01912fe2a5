import { parseArgs } from 'node:util';
import pg from 'pg';
import { loadConfig, type Config } from '../platform/config/config.js';
import { RefusesToStart } from '../platform/config/refuses-to-start.js';
import { lastWords } from '../platform/observability/last-words.js';
import { PgPersons } from '../people/person.store.js';
import { PgSandboxLinks } from '../people/sandbox-link.store.js';
import { hashOf, mintSessionSecret } from '../people/session-secret.js';
import { commandActor } from './cli/settings.js';
import { PgDoors } from '../operators/people/door.store.js';
import { People } from '../operators/people/people.js';
import { PgPeople } from '../operators/people/people.store.js';
import { createPool } from '../platform/database/database.js';
import { releaseOption } from '../platform/database/release.js';
import { grantRecipes, seedMerchant } from './seed-merchant.js';

/**
 * Entry point. It makes a sandbox merchant, or finds the merchant of that name, and prints one line of JSON:
 * `{"clientId","clientSecret","merchantId","prefix","operatorLink","portalSignInUrl"}`. The seed runs as the owner of
 * the tables, because a prefix needs a sequence.
 *
 * A secret is known only when it is made, so a second run makes a new one (the secret before stays valid), unless
 * MANILLA_SANDBOX_CLIENT_SECRET sets the secret. `--name NAME` makes another merchant with a prefix of its own.
 * MANILLA_SANDBOX_OPERATOR_TOKEN makes the operator Ada with this token. Until an administrator has signed up, each run
 * gives Ada another link to sign up with, which is the line's `operatorLink`. With an operator, each run also makes a
 * link that signs the merchant's owner in to the portal once, which is `portalSignInUrl`.
 */
const linkMs = 3_600_000;
const tokenMs = 366 * 86_400_000;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { name: { type: 'string', default: 'Sandbox Shop' } },
  });
  const config = loadConfig(process.env, 'seed');
  if (config.environment !== 'sandbox') {
    throw new RefusesToStart('Only the sandbox has a seeded merchant.');
  }
  const client = new pg.Client({
    connectionString: config.ownerDatabaseUrl,
    application_name: 'manilla-seed',
    options: releaseOption(),
  });
  await client.connect();
  try {
    const secret = process.env['MANILLA_SANDBOX_CLIENT_SECRET'] || undefined;
    const merchant = await seedMerchant(client, config, values.name, secret);
    await grantRecipes(client, merchant.merchantId);
    const token = process.env['MANILLA_SANDBOX_OPERATOR_TOKEN'];
    const operatorLink = token ? await seedOperator(config, token) : null;
    const portalSignInUrl = token ? await seedOwner(config, merchant.merchantId) : undefined;
    console.log(
      JSON.stringify({
        ...merchant,
        ...(operatorLink !== null && { operatorLink }),
        ...(portalSignInUrl !== undefined && { portalSignInUrl }),
      }),
    );
  } finally {
    await client.end();
  }
}

/** Returns the link that signs the merchant's owner in to the portal. */
async function seedOwner(
  { ownerDatabaseUrl, portalUrl }: Config,
  merchantId: string,
): Promise<string> {
  const pool = createPool(ownerDatabaseUrl, { max: 1, applicationName: 'manilla-seed' });
  try {
    const link = mintSessionSecret();
    const by = commandActor({ DATABASE_URL: ownerDatabaseUrl });
    await new PgSandboxLinks(pool).give(by, merchantId, hashOf(link));
    return `${portalUrl}/sandbox/${link}`;
  } finally {
    await pool.end();
  }
}

/** Returns the link with which Ada signs up. Null when an administrator has signed up. */
async function seedOperator(
  { ownerDatabaseUrl, deskUrl }: Config,
  token: string,
): Promise<string | null> {
  const pool = createPool(ownerDatabaseUrl, { max: 1, applicationName: 'manilla-seed' });
  try {
    const [people, doors] = [new PgPeople(pool), new PgDoors(pool)];
    const persons = new PgPersons(pool, 'OPERATOR');
    const service = new People(people, doors, persons, deskUrl);
    const [by, name] = [commandActor({ DATABASE_URL: ownerDatabaseUrl }), 'Ada'];
    const known = await people.find({ name });
    const mayJoin = known === undefined || known.status === 'INVITED';
    const invited =
      mayJoin && !(await people.hasAdministrator())
        ? await service.invite(by, { name, role: 'administrator' }, { forMs: linkMs })
        : undefined;
    const operatorId = invited?.operatorId ?? known?.operatorId;
    if (operatorId !== undefined) {
      const expiresAt = new Date(Date.now() + tokenMs);
      const own = { operatorId, label: 'local stack', role: null, expiresAt };
      await doors.addToken(by, { ...own, tokenHash: hashOf(token) });
    }
    return invited?.link ?? null;
  } finally {
    await pool.end();
  }
}

try {
  await main();
} catch (error) {
  lastWords(error, 'seed');
  process.exit(1);
}
