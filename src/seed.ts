import { parseArgs } from 'node:util';
import pg from 'pg';
import { loadConfig, type Config } from './config/config.js';
import { hashOf } from './operators/operator-token.js';
import { PgOperatorStore } from './operators/operator.store.js';
import { createPool } from './persistence/database.js';
import { seedMerchant } from './seed-merchant.js';

/**
 * Entry point: makes a sandbox merchant, or finds the one of that name, and prints one line of JSON:
 * `{"clientId","clientSecret","merchantId","prefix"}`. It works as the owner of the tables, since a prefix brings a sequence.
 *
 * A secret is only known when it is made, so a second run makes a new one (the one before stays valid), unless
 * MANILLA_SANDBOX_CLIENT_SECRET says what it is to be. `--name NAME` makes another merchant with a prefix of its own.
 * MANILLA_SANDBOX_OPERATOR_TOKEN makes the operator Ada, whose token it is.
 */
const { values } = parseArgs({
  options: { name: { type: 'string', default: 'Sandbox Shop' } },
});
const config = loadConfig();
if (config.environment !== 'sandbox') throw new Error('Only the sandbox has a seeded merchant.');
const client = new pg.Client({
  connectionString: config.ownerDatabaseUrl,
  application_name: 'manilla-seed',
});
await client.connect();
try {
  const secret = process.env['MANILLA_SANDBOX_CLIENT_SECRET'] || undefined;
  console.log(JSON.stringify(await seedMerchant(client, config, values.name, secret)));
} finally {
  await client.end();
}
const operatorToken = process.env['MANILLA_SANDBOX_OPERATOR_TOKEN'];
if (operatorToken) await seedOperator(config, operatorToken);

async function seedOperator({ ownerDatabaseUrl }: Config, token: string): Promise<void> {
  const pool = createPool(ownerDatabaseUrl, { max: 1, applicationName: 'manilla-seed' });
  try {
    const until = new Date(Date.now() + 366 * 86_400_000);
    await new PgOperatorStore(pool).addToken('Ada', hashOf(token), until);
  } finally {
    await pool.end();
  }
}
