import { parseArgs } from 'node:util';
import pg from 'pg';
import { loadConfig } from './config/config.js';
import { seedMerchant } from './seed-merchant.js';

/**
 * Entry point: makes a sandbox merchant, or finds the one of that name, and prints one line of JSON:
 * `{"clientId","clientSecret","merchantId","prefix"}`. It works as the owner of the tables, since a prefix brings a sequence.
 *
 * A secret is only known when it is made, so a second run makes a new one (the one before stays valid), unless
 * MANILLA_SANDBOX_CLIENT_SECRET says what it is to be. `--name NAME` makes another merchant with a prefix of its own.
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
